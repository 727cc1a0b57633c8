import type { PricedService } from '../../contracts/admin/prices.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { formatNaira } from '../../contracts/money.js';
import { dearestCost } from '../../products/product.js';
import type { CatalogEventDraft, StoredPrices } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { labelOf, offeredPlan, type OfferedPlan, priced } from './offered-plans.state.js';
import { planAfter, type WantedPlan } from './plan-after.decider.js';
import {
  belowCost,
  isPriced,
  nairaOf,
  pricesOf,
  requireSeen,
  same,
  sameCosts,
  type SeenPrices,
  setPlan,
  staleEdit,
} from './set-prices.decider.js';

export interface PricePlans {
  readonly type: 'PricePlans';
  readonly wanted: readonly WantedPlan[];
  /**
   * `priceVersion` that the administrator's screen showed. The change fails with `STALE_EDIT` when
   * another version is stored meanwhile.
   */
  readonly seen: number;
  readonly belowCost: boolean;
}

export interface PlanDifference<Wanted extends WantedPlan = WantedPlan> {
  readonly wanted: Wanted;
  readonly was: OfferedPlan | undefined;
  readonly now: OfferedPlan;
}

/** @throws RuleBroken PLAN_NOT_FOUND, VALIDATION_FAILED */
export function differences<Wanted extends WantedPlan>(
  wanted: readonly Wanted[],
  state: CatalogState,
): readonly PlanDifference<Wanted>[] {
  return wanted.flatMap((row) => {
    const was = offeredPlan(state, row.service, row.code);
    const now = planAfter(row, state);
    return same(was?.plan, now.plan) ? [] : [{ wanted: row, was, now }];
  });
}

export const isRepriced = ({ was, now }: Pick<PlanDifference, 'was' | 'now'>): boolean =>
  !was || !isPriced(was.plan, pricesOf(now.plan)) || !sameCosts(was.plan, now.plan);

/** @throws RuleBroken PLAN_NOT_FOUND, STALE_EDIT, NEGATIVE_MARGIN, VALIDATION_FAILED */
export function pricePlans(
  { wanted, seen, belowCost: allowed }: PricePlans,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  const changes = differences(wanted, state);
  if (changes.length === 0) return [];
  if (seen !== state.priceVersion) throw staleEdit('The price list', 'newer than this preview');
  return changes.flatMap(({ was, now }) => {
    const tooLow = belowCost(now.plan);
    const repriced = isRepriced({ was, now });
    if (repriced && tooLow !== undefined && !allowed && !state.belowCost.has(now.service)) {
      const price = `${nairaOf(tooLow)} of ${labelOf(now)}`;
      throw new RuleBroken('NEGATIVE_MARGIN', { price, cost: formatNaira(dearestCost(now.plan)) });
    }
    const permitted = repriced && allowed ? priced(now, { ...pricesAlone(now.plan), belowCost: true }) : now;
    return setPlan(permitted, state);
  });
}

const pricesAlone = ({ price, affiliatePrice, cost }: StoredPrices): StoredPrices => ({
  price,
  ...(affiliatePrice !== undefined && { affiliatePrice }),
  cost,
});

export interface PricePlan {
  readonly type: 'PricePlan';
  readonly service: PricedService;
  readonly code: number;
  readonly prices: Partial<StoredPrices>;
  /**
   * Prices that the administrator's screen showed. The change fails with `STALE_EDIT` when other
   * prices are stored meanwhile.
   */
  readonly seen: SeenPrices;
}

/** @throws RuleBroken PLAN_NOT_FOUND, STALE_EDIT, NEGATIVE_MARGIN, VALIDATION_FAILED */
export function pricePlan(
  { service, code, prices, seen }: PricePlan,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  const offered = offeredPlan(state, service, code);
  if (!offered) throw new RuleBroken('PLAN_NOT_FOUND');
  if (isPriced(offered.plan, prices)) return [];
  requireSeen(labelOf(offered), offered.plan, seen);
  return setPlan(priced(offered, { ...pricesAlone(offered.plan), ...prices }), state);
}
