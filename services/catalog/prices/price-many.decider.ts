import type { PricedService } from '../../contracts/admin/prices.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { CatalogEventDraft, StoredPrices } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { type PricedPlan, pricedPlan } from './priced-plans.state.js';
import {
  belowCost,
  isPriced,
  nairaOf,
  pricesOf,
  requireSeen,
  type SeenPrices,
  setCablePlan,
  setDataPlan,
  setExam,
  staleEdit,
} from './set-prices.decider.js';

/** New prices in kobo digits; a missing field stays unchanged. */
export interface WantedPrices {
  readonly service: PricedService;
  readonly code: number;
  readonly price: string;
  /** null makes affiliates pay `price`. */
  readonly affiliatePrice?: string | null;
  readonly cost?: string;
}

/** Applied all or none. */
export interface PricePlans {
  readonly type: 'PricePlans';
  readonly wanted: readonly WantedPrices[];
  /** `priceVersion` shown to the administrator. Another stored version gives `STALE_EDIT`. */
  readonly seen: number;
  readonly belowCost: boolean;
}

export interface PriceDifference<Wanted extends WantedPrices = WantedPrices> {
  readonly wanted: Wanted;
  readonly plan: PricedPlan;
  readonly prices: StoredPrices;
}

/** Wanted prices that differ from the stored ones. @throws RuleBroken PLAN_NOT_FOUND */
export function differences<Wanted extends WantedPrices>(
  wanted: readonly Wanted[],
  state: CatalogState,
): readonly PriceDifference<Wanted>[] {
  return wanted.flatMap((row) => {
    const plan = pricedPlan(state, row.service, row.code);
    if (!plan) throw new RuleBroken('PLAN_NOT_FOUND');
    const { affiliatePrice = plan.prices.affiliatePrice, cost = plan.prices.cost } = row;
    const prices = { price: row.price, ...(typeof affiliatePrice === 'string' && { affiliatePrice }), cost };
    return isPriced(plan.prices, pricesOf(prices)) ? [] : [{ wanted: row, plan, prices }];
  });
}

/** @throws RuleBroken PLAN_NOT_FOUND, STALE_EDIT, NEGATIVE_MARGIN, VALIDATION_FAILED */
export function pricePlans(
  { wanted, seen, belowCost: allowed }: PricePlans,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  const changes = differences(wanted, state);
  if (changes.length === 0) return [];
  if (seen !== state.priceVersion) throw staleEdit('The price list', 'newer than this preview');
  return changes.flatMap(({ plan, prices }) => {
    const tooLow = belowCost(prices);
    if (tooLow !== undefined && !allowed && !state.belowCost.has(plan.service)) {
      const price = `${nairaOf(tooLow)} of ${plan.label}`;
      throw new RuleBroken('NEGATIVE_MARGIN', { price, cost: nairaOf(prices.cost) });
    }
    return setPrices(plan, { ...prices, ...(allowed && { belowCost: true }) }, state);
  });
}

export interface PricePlan {
  readonly type: 'PricePlan';
  readonly service: PricedService;
  readonly code: number;
  readonly prices: Partial<StoredPrices>;
  /** Prices shown to the administrator. Other stored prices give `STALE_EDIT`. */
  readonly seen: SeenPrices;
}

/** @throws RuleBroken PLAN_NOT_FOUND, STALE_EDIT, NEGATIVE_MARGIN, VALIDATION_FAILED */
export function pricePlan(
  { service, code, prices, seen }: PricePlan,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  const plan = pricedPlan(state, service, code);
  if (!plan) throw new RuleBroken('PLAN_NOT_FOUND');
  if (isPriced(plan.prices, prices)) return [];
  requireSeen(plan.label, plan.prices, seen);
  const { price, affiliatePrice, cost } = plan.prices;
  const now = { price, ...(affiliatePrice !== undefined && { affiliatePrice }), cost };
  return setPrices(plan, { ...now, ...prices }, state);
}

function setPrices(
  { service, code }: PricedPlan,
  prices: StoredPrices,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  switch (service) {
    case 'data':
      return setDataPlan({ ...unpriced(state.dataPlans.get(code)!), ...prices }, state);
    case 'cable':
      return setCablePlan({ ...unpriced(state.cablePlans.get(code)!), ...prices }, state);
    case 'exams':
      return setExam({ ...unpriced(state.exams.get(code as 1)!), ...prices }, state);
  }
}

export const unpriced = <Plan extends StoredPrices>({
  belowCost: _belowCost,
  affiliatePrice: _affiliatePrice,
  ...plan
}: Plan) => plan;
