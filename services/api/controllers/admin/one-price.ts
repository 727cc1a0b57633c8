import type { StoredPrices } from '../../../catalog/catalog.events.js';
import { planPrices } from '../../../catalog/prices/priced-plans.state.js';
import type { PricedService } from '../../../contracts/admin/prices.contract.js';
import { lagosDisplay } from '../../../contracts/fields/lagos-day.js';
import type { PriceWork } from '../../../money-desk/approval.events.js';
import { formatNaira, type Kobo, nairaFromKobo } from '../../../contracts/money.js';
import type { NetworkCode } from '../../../contracts/fields/codes.js';

export interface OnePrice {
  readonly newPrices: Kobo;
  readonly amount: Kobo;
  readonly affiliate_price?: Kobo | undefined;
  readonly affiliate_amount?: Kobo | undefined;
  readonly cost?: Kobo | undefined;
  readonly cost_amount?: Kobo | undefined;
  readonly allow_below_cost?: boolean | undefined;
  /** Unix ms at which the new price starts to apply. Absent when it applies at once. */
  readonly at?: number | undefined;
}

export function priceChange(
  plan: { readonly service: PricedService; readonly code: number; readonly network?: NetworkCode },
  asked: OnePrice,
  now: Date,
): PriceWork['change'] {
  const { service, code, network } = plan;
  const { newPrices, amount, at, allow_below_cost: belowCost = false } = asked;
  const prices = digitsOf({ price: newPrices, affiliatePrice: asked.affiliate_price, cost: asked.cost });
  const seen = digitsOf({ price: amount, affiliatePrice: asked.affiliate_amount, cost: asked.cost_amount });
  const ofNetwork = network === undefined ? {} : { network };
  if (at !== undefined) {
    const wanted = [{ service, code, ...prices }];
    return { type: 'SchedulePrices', ...ofNetwork, wanted, seen, belowCost, at, now: now.getTime() };
  }
  const changed = { ...prices, ...(belowCost && { belowCost: true as const }) };
  if (service === 'data') return { type: 'PriceDataPlan', ...ofNetwork, code, prices: changed, seen };
  return { type: 'PricePlan', service, code, prices: changed, seen };
}

export const PRICE_WAITS =
  'Nothing has changed yet: another administrator has to approve a new plan, another code at a vendor, a lower cost, a price below cost, a higher commission, or a range that changes by more than 20 %. The request is on the page Approvals.';

export const priceAnswer = ({ newPrices, amount, at }: OnePrice, changed: number | 'waiting') => ({
  status: true as const,
  message:
    changed === 'waiting'
      ? PRICE_WAITS
      : at === undefined
        ? `The price is now ${formatNaira(newPrices)}. It was ${formatNaira(amount)}.`
        : `The price will be ${formatNaira(newPrices)} from ${lagosDisplay(new Date(at).toISOString())} on.`,
  was: nairaFromKobo(amount),
  now: nairaFromKobo(changed === 'waiting' ? amount : newPrices),
});

export function pricesInNaira(stored: StoredPrices) {
  const { price, affiliatePrice, cost } = planPrices(stored);
  return {
    price: nairaFromKobo(price),
    affiliatePrice: nairaFromKobo(affiliatePrice),
    cost: nairaFromKobo(cost),
    margin: nairaFromKobo((price < affiliatePrice ? price : affiliatePrice) - cost),
  };
}

const digitsOf = <Field extends string>(prices: Readonly<Record<Field, Kobo | undefined>>) =>
  Object.fromEntries(
    Object.entries<Kobo | undefined>(prices)
      .filter(([, kobo]) => kobo !== undefined)
      .map(([field, kobo]) => [field, String(kobo)]),
  ) as Partial<Record<Field, string>>;
