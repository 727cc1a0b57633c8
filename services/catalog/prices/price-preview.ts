import { RuleBroken } from '../../contracts/errors.js';
import type { Kobo } from '../../contracts/money.js';
import type { Tier } from '../../contracts/services.js';
import { dearestCost, tierPrices } from '../../products/product.js';
import { type CatalogState, discountKey, planKey } from '../catalog.state.js';
import { isJump } from '../confirmation.js';
import { priceOf } from '../price.js';
import { everyPlan, type OfferedPlan, planCodeOf } from './offered-plans.state.js';
import type { FileFault, ReadPrices } from './price-file.js';
import { differences, isRepriced, type PlanDifference, type PricePlans } from './price-many.decider.js';
import type { SchedulePrices } from './schedule-prices.decider.js';
import { planPrices } from './priced-plans.state.js';
import { belowCost } from './set-prices.decider.js';

export interface PreviewedChange extends PlanDifference<ReadPrices['wanted'][number]> {
  readonly mustBeAllowed: boolean;
  /** Margin in kobo for each tier at the dearest account, after the discount. `was` is 0 for a new plan. */
  readonly margins: Readonly<Record<Tier, { readonly was: Kobo; readonly now: Kobo }>>;
  /** True when a price or the cost changes by more than `JUMP_PERCENT`. */
  readonly jumps: boolean;
}

export interface PricePreview extends ReadPrices {
  readonly version: number;
  readonly changes: readonly PreviewedChange[];
  readonly gone: readonly OfferedPlan[];
  readonly faults: readonly FileFault[];
}

export function previewOf(read: ReadPrices, state: CatalogState): PricePreview {
  const changes = differences(read.wanted, state).map((change) => ({
    ...change,
    mustBeAllowed:
      isRepriced(change) &&
      belowCost(change.now.plan) !== undefined &&
      !state.belowCost.has(change.now.service),
    margins: {
      regular: marginsOf(change, 'regular', state),
      affiliate: marginsOf(change, 'affiliate', state),
    },
    jumps: jumps(change),
  }));
  return { ...read, version: state.priceVersion, changes, gone: goneOf(read, state) };
}

const marginsOf = ({ was, now }: PlanDifference, tier: Tier, state: CatalogState) => ({
  was: was ? marginOf(was, tier, state) : 0n,
  now: marginOf(now, tier, state),
});

function marginOf({ service, plan }: OfferedPlan, tier: Tier, state: CatalogState): Kobo {
  const { amount: list, belowCost: allowed } = tierPrices(plan, tier);
  const cost = dearestCost(plan);
  const discountBp = state.discounts.get(discountKey(service, tier)) ?? 0;
  const sold = priceOf({ list, cost, discountBp, belowCost: allowed || state.belowCost.has(service) });
  return (sold?.price ?? list) - cost;
}

function jumps({ was, now }: PlanDifference): boolean {
  if (!was) return false;
  const [before, after] = [planPrices(was.plan), planPrices(now.plan)];
  return (['price', 'affiliatePrice', 'cost'] as const).some((field) => isJump(before[field], after[field]));
}

function goneOf({ wanted }: ReadPrices, state: CatalogState): readonly OfferedPlan[] {
  const named = new Set(wanted.map(({ service, code }) => planKey(service, code)));
  const services = new Set(wanted.map(({ service }) => service));
  return everyPlan(state).filter(
    (offered) =>
      offered.plan.on &&
      services.has(offered.service) &&
      !named.has(planKey(offered.service, planCodeOf(offered))),
  );
}

export interface AppliedFile {
  /** Version from the preview. */
  readonly seen: number;
  readonly belowCost: boolean;
  readonly stopMissing: boolean;
  /**
   * Unix ms at which the new prices take effect. When absent, the new prices take effect at once.
   */
  readonly at?: number;
}

/** @throws RuleBroken(VALIDATION_FAILED) that names the first fault of the file */
export function changeByFile(
  { wanted: lines, faults, gone }: PricePreview,
  { seen, belowCost: allowed, stopMissing, at }: AppliedFile,
  now: Date,
): PricePlans | SchedulePrices {
  const [fault] = faults;
  if (fault)
    throw new RuleBroken('VALIDATION_FAILED', {
      field: 'csv',
      reason: `Line ${fault.line}${fault.column && `, ${fault.column}`}: ${fault.message}`,
    });
  const missing = (stopMissing ? gone : []).map((offered) => ({
    service: offered.service,
    code: planCodeOf(offered),
    details: { on: false },
  }));
  const wanted = [...lines.map(({ line: _line, ...row }) => row), ...missing];
  const asked = { wanted, seen, belowCost: allowed };
  return at === undefined
    ? { type: 'PricePlans', ...asked }
    : { type: 'SchedulePrices', ...asked, at, now: now.getTime() };
}
