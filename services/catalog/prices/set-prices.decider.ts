import { RuleBroken } from '../../contracts/errors.js';
import { formatNaira } from '../../contracts/money.js';
import type { Service } from '../../contracts/services.js';
import { dearestCost } from '../../products/product.js';
import type { CatalogEventDraft, StoredPrices } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { offeredPlan, type OfferedPlan, planCodeOf, planSet } from './offered-plans.state.js';

export type SeenPrices = Partial<Pick<StoredPrices, 'price' | 'affiliatePrice' | 'cost'>>;

const DIGITS = /^\d{1,12}$/;

/**
 * Returns the events that give a plan its wanted values. Returns no events when the plan already
 * has these values.
 * @throws RuleBroken NEGATIVE_MARGIN, VALIDATION_FAILED
 */
export function setPlan(wanted: OfferedPlan, state: CatalogState): readonly CatalogEventDraft[] {
  const { service, plan } = wanted;
  const was = offeredPlan(state, service, planCodeOf(wanted));
  const stays =
    was &&
    isPriced(was.plan, pricesOf(plan)) &&
    sameCosts(was.plan, plan) &&
    was.plan.belowCost === plan.belowCost;
  const now = stays ? wanted : ({ service, plan: withMargin(plan, service, state) } as OfferedPlan);
  return unless(same(was?.plan, now.plan), planSet(now, was));
}

/**
 * Changes the prices of a plan. Drops `belowCost`, because a permission to sell below cost applies
 * only to the prices for which it was given.
 */
export function repriced<Priced extends StoredPrices>(
  { belowCost: _allowed, ...priced }: Priced,
  prices: Partial<StoredPrices>,
) {
  return { ...priced, ...prices };
}

export const pricesOf = ({ price, affiliatePrice = price, cost }: StoredPrices) => ({
  price,
  affiliatePrice,
  cost,
});

export function isPriced(plan: StoredPrices, wanted: Partial<StoredPrices>): boolean {
  const now = pricesOf(plan);
  const { price = now.price, affiliatePrice = now.affiliatePrice, cost = now.cost } = wanted;
  return price === now.price && affiliatePrice === now.affiliatePrice && cost === now.cost;
}

export const sameCosts = ({ costs: one = {} }: StoredPrices, { costs: other = {} }: StoredPrices): boolean =>
  same(one, other);

const SEEN_AS = { price: 'price', affiliatePrice: 'affiliate price', cost: 'cost' } as const;

/** @throws RuleBroken(STALE_EDIT) */
export function requireSeen(name: string, prices: StoredPrices, seen: SeenPrices): void {
  const now = pricesOf(prices);
  for (const [field, words] of Object.entries(SEEN_AS) as [keyof typeof now, string][])
    if (seen[field] !== undefined && seen[field] !== now[field])
      throw staleEdit(`The ${words} of ${name}`, nairaOf(now[field]));
}

export function belowCost(prices: StoredPrices): string | undefined {
  const { price, affiliatePrice } = pricesOf(prices);
  const cost = dearestCost(prices);
  return [price, affiliatePrice].find((digits) => BigInt(digits) < cost);
}

export const nairaOf = (digits: string): string => formatNaira(BigInt(digits));

export const staleEdit = (what: string, now: string): RuleBroken =>
  new RuleBroken('STALE_EDIT', { what, now });

/**
 * Refuses prices below cost, unless the change or the service has the permission to sell below
 * cost.
 * @throws RuleBroken NEGATIVE_MARGIN, VALIDATION_FAILED
 */
function withMargin<Priced extends StoredPrices>(
  wanted: Priced,
  service: Service,
  state: CatalogState,
): Priced {
  requirePrices(pricesOf(wanted));
  const tooLow = belowCost(wanted);
  if (tooLow !== undefined && !wanted.belowCost && !state.belowCost.has(service))
    throw new RuleBroken('NEGATIVE_MARGIN', {
      price: nairaOf(tooLow),
      cost: formatNaira(dearestCost(wanted)),
    });
  if (tooLow !== undefined || !wanted.belowCost) return wanted;
  const { belowCost: _needless, ...plan } = wanted;
  return plan as Priced;
}

/** Smallest price in kobo that stays above zero after the highest discount of 50 %. */
const PRICE_MIN = 2n;

/** @throws RuleBroken(VALIDATION_FAILED) */
export function requirePrices(prices: Readonly<Record<string, string | null>>): void {
  for (const [field, digits] of Object.entries(prices)) {
    if (digits === null) continue;
    requireMoney(digits, field);
    const sellable = field === 'cost' || BigInt(digits) >= PRICE_MIN;
    requireValid(sellable, field, `must be ${formatNaira(PRICE_MIN)} or more, or a discount makes it zero`);
  }
}

export const requireMoney = (digits: string, field: string): void =>
  requireValid(DIGITS.test(digits) && BigInt(digits) > 0n, field, 'must be more than zero');

export function requireValid(valid: boolean, field: string, reason: string): void {
  if (!valid) throw new RuleBroken('VALIDATION_FAILED', { field, reason });
}

export const unless = (already: boolean, draft: CatalogEventDraft): readonly CatalogEventDraft[] =>
  already ? [] : [draft];

/** Compares values of JSON. The order of keys does not matter. */
export const same = (one: unknown, other: unknown): boolean => sortedText(one) === sortedText(other);

const sortedText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
