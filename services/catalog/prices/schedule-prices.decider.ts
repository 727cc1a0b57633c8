import {
  PRICE_CHANGES_MAX,
  type PricedService,
  SCHEDULE_DAYS_MAX,
} from '../../contracts/admin/prices.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { formatNaira } from '../../contracts/money.js';
import { dearestCost } from '../../products/product.js';
import type { NetworkCode } from '../../contracts/fields/codes.js';
import type { CatalogEventDraft, StoredPrices } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';
import { labelOf, offeredPlan, planSet, priced } from './offered-plans.state.js';
import { planAfter, type WantedPlan } from './plan-after.decider.js';
import { inTurn, mayBeSold, pricesBefore, pricesWith, withoutScheduled } from './scheduled-prices.state.js';
import { type ScheduledPrices } from '../catalog.state.js';
import { type PartialPrices, type PlanDetails } from '../catalog.events.js';
import {
  belowCost,
  isPriced,
  nairaOf,
  pricesOf,
  requirePrices,
  requireSeen,
  requireValid,
  same,
  sameCosts,
  type SeenPrices,
  staleEdit,
} from './set-prices.decider.js';

const DAY_MS = 86_400_000;

/**
 * Schedules either all prices in `wanted` or none. The scheduled prices take effect even when the prices of
 * the plan change before `at`.
 */
export interface SchedulePrices {
  readonly type: 'SchedulePrices';
  readonly wanted: readonly WantedPlan[];
  readonly belowCost: boolean;
  /**
   * `at` is the time (Unix ms) at which the prices take effect. `now` is the time (Unix ms) at
   * which they are scheduled.
   */
  readonly at: number;
  readonly now: number;
  readonly seen: SeenPrices | number;
  readonly network?: NetworkCode;
}

export interface CancelPriceChange {
  readonly type: 'CancelPriceChange';
  /** Id of the `PriceChangeScheduled` event. */
  readonly id: string;
}

/**
 * Returns no events when all these prices are already scheduled.
 * @throws RuleBroken PLAN_NOT_FOUND, STALE_EDIT, NEGATIVE_MARGIN, VALIDATION_FAILED
 */
export function schedulePrices(change: SchedulePrices, state: CatalogState): readonly CatalogEventDraft[] {
  const { wanted, at, now, seen } = change;
  requireValid(at > now, 'at', 'must be in the future');
  requireValid(at <= now + SCHEDULE_DAYS_MAX * DAY_MS, 'at', 'must be within a year');
  const asked = typeof seen === 'number' ? wanted.flatMap((row) => differing(row, state) ?? []) : wanted;
  const drafts = asked.flatMap((row) => scheduleOne(row, change, state) ?? []);
  if (drafts.length === 0) return [];
  if (typeof seen === 'number' && seen !== state.priceVersion)
    throw staleEdit('The price list', 'newer than this preview');
  requireValid(
    state.scheduled.size + drafts.length <= PRICE_CHANGES_MAX,
    'at',
    `${PRICE_CHANGES_MAX} changes may be scheduled at once; cancel some first`,
  );
  return drafts;
}

function differing(row: WantedPlan, state: CatalogState): WantedPlan | undefined {
  const { service, code, details, ...prices } = row;
  const was = offeredPlan(state, service, code);
  const now = planAfter(row, state);
  if (!was) return row;
  const changed = changedFields(was.plan, now.plan, prices);
  const described = detailsThat(changeOf(row), state);
  if (changed.length === 0 && !described) return undefined;
  return { service, code, ...only(changed, prices), ...(described && { details: described }) };
}

const changeOf = ({ service, code, details }: WantedPlan): WantedPlan => ({
  service,
  code,
  ...(details && { details }),
});

function detailsThat({ service, code, details }: WantedPlan, state: CatalogState): PlanDetails | undefined {
  if (!details) return undefined;
  const was = offeredPlan(state, service, code);
  if (!was) return details;
  const after = planAfter({ service, code, details }, state).plan;
  if (same(was.plan, after)) return undefined;
  requireValid(
    sameCosts(was.plan, after),
    'costs',
    'at a vendor account takes effect at once; change it in a file without a moment',
  );
  const { costs: _same, ...others } = details;
  return others;
}

function scheduleOne(
  row: WantedPlan,
  { belowCost: allowed, at, seen, network }: SchedulePrices,
  state: CatalogState,
): CatalogEventDraft | undefined {
  const { service, code, price, affiliatePrice, cost } = row;
  const plan = offeredPlan(state, service, code);
  const ofNetwork = network === undefined || state.dataPlans.get(code)?.network === network;
  if ((!plan && !row.details) || !ofNetwork) throw new RuleBroken('PLAN_NOT_FOUND');
  const wanted = {
    ...(price !== undefined && { price }),
    ...(affiliatePrice !== undefined && { affiliatePrice }),
    ...(cost !== undefined && { cost }),
  };
  requirePrices(wanted);
  const details = detailsThat(row, state);
  const after = planAfter(row, state);
  const label = labelOf(after);
  const before = pricesBefore(state, service, code, at);
  const then = before ? pricesWith(before, wanted, allowed) : pricesWith(after.plan, {}, allowed);
  const rival = [...state.scheduled.values()].find(
    (other) => other.service === service && other.code === code && other.at === at,
  );
  if (rival && sameOutcome(rival, before, then) && same(rival.details, details)) return undefined;
  requireValid(
    !rival,
    'at',
    `is the moment of another change of ${label}; cancel that one, or choose another moment`,
  );
  if (typeof seen === 'object' && plan && before) {
    requireSeen(label, plan.plan, seen);
    requireValid(!isPriced(before, pricesOf(then)), 'newPrices', 'is what the plan costs by then already');
  }
  const changed = before ? changedFields(before, then, wanted) : FIELDS.filter((field) => wanted[field]);
  if (changed.length > 0 && !mayBeSold(then, service, state)) {
    const tooLow = `${nairaOf(belowCost(then)!)} of ${label}`;
    throw new RuleBroken('NEGATIVE_MARGIN', { price: tooLow, cost: formatNaira(dearestCost(then)) });
  }
  if (changed.length === 0 && !details) return undefined;
  return {
    type: 'PriceChangeScheduled',
    data: {
      service,
      code,
      name: label,
      prices: only(changed, wanted),
      ...(details && { details }),
      was: before ? only(changed, { affiliatePrice: null, ...pricesAlone(before) }) : {},
      ...(then.belowCost && { belowCost: true }),
      takesEffect: new Date(at).toISOString(),
    },
  };
}

const sameOutcome = (
  { prices, details }: ScheduledPrices,
  before: StoredPrices | undefined,
  then: StoredPrices,
): boolean =>
  before
    ? isPriced(pricesWith(before, prices, false), pricesOf(then))
    : details !== undefined && isPriced(then, prices as Partial<StoredPrices>);

const FIELDS = ['price', 'affiliatePrice', 'cost'] as const;
type Field = (typeof FIELDS)[number];

function changedFields(before: StoredPrices, then: StoredPrices, wanted: PartialPrices): readonly Field[] {
  const [old, young] = [pricesOf(before), pricesOf(then)];
  return FIELDS.filter((field) => wanted[field] !== undefined && old[field] !== young[field]);
}

const only = (fields: readonly Field[], prices: PartialPrices): PartialPrices =>
  Object.fromEntries(fields.map((field) => [field, prices[field]]));

const pricesAlone = ({ price, affiliatePrice, cost }: StoredPrices): PartialPrices => ({
  price,
  cost,
  ...(affiliatePrice !== undefined && { affiliatePrice }),
});

/**
 * Cancels a scheduled price change, or dismisses a refused one. Returns no events when the change
 * was already cancelled or dismissed.
 * @throws RuleBroken PRICE_CHANGE_OVER
 */
export function cancelPriceChange(
  { id }: CancelPriceChange,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  const change = state.scheduled.get(id) ?? state.refused.get(id);
  if (change) return [cancellation(change)];
  if (state.ended.get(id) === 'cancelled') return [];
  throw new RuleBroken('PRICE_CHANGE_OVER');
}

export const cancellationsOf = (
  { scheduled, refused }: CatalogState,
  service: PricedService,
  code: number,
): readonly CatalogEventDraft[] =>
  [...scheduled.values(), ...refused.values()]
    .filter((change) => change.service === service && change.code === code)
    .map(cancellation);

const cancellation = (change: ScheduledPrices): CatalogEventDraft => ({
  type: 'PriceChangeCancelled',
  data: aboutOf(change),
});

const aboutOf = ({ id, service, code, name, prices, details, at }: ScheduledPrices) => ({
  scheduleId: id,
  service,
  code,
  name,
  prices,
  ...(details && { details }),
  takesEffect: new Date(at).toISOString(),
});

export interface Settled {
  readonly change: ScheduledPrices;
  readonly draft: CatalogEventDraft;
}

const SETTLED_AT_ONCE = 200;

/**
 * Returns the events that apply or refuse the price changes that are due. Append these events at the revision
 * of `state`. Otherwise, two processes could both settle a change.
 */
export function settleDue(state: CatalogState, now: number): readonly Settled[] {
  const settled: Settled[] = [];
  let current = state;
  for (const change of inTurn(state)) {
    if (change.at > now || settled.length === SETTLED_AT_ONCE) break;
    const draft = settle(change, current);
    settled.push({ change, draft });
    current = withPlanOf(draft, { ...current, ...withoutScheduled(current, change.id, 'over') });
  }
  return settled;
}

/** Returns the plans as the scheduled changes before a moment (Unix ms) leave them. */
export const stateBefore = (state: CatalogState, moment: number): CatalogState =>
  inTurn(state)
    .filter(({ at }) => at < moment)
    .reduce((current, change) => withPlanOf(settle(change, current), current), state);

function settle(change: ScheduledPrices, state: CatalogState): CatalogEventDraft {
  const { id: scheduleId, service, code, prices, details, belowCost: allowed, was: expected } = change;
  const was = offeredPlan(state, service, code);
  if (!was && !details) return refusal('The plan is not offered any more.');
  try {
    const after = planAfter({ service, code, ...prices, ...(details && { details }) }, state);
    if (was && !sameCosts(was.plan, after.plan))
      return refusal('Its cost at a vendor account has changed since it was scheduled.');
    const then = was ? pricesWith(was.plan, prices, allowed) : pricesWith(after.plan, {}, allowed);
    if (Object.keys(prices).length > 0 && !mayBeSold(then, service, state))
      return refusal(
        `${nairaOf(belowCost(then)!)} is below what the vendor charges by now, ${formatNaira(dearestCost(then))}.`,
      );
    // Refuse when the cost has risen after the administrators scheduled or approved a lower cost.
    if (was && prices.cost && BigInt(was.plan.cost) > most(then.cost, expected.cost))
      return refusal(`Its cost has risen to ${nairaOf(was.plan.cost)} since it was scheduled.`);
    return planSet(Object.keys(prices).length > 0 ? priced(after, then) : after, was, scheduleId);
  } catch (error) {
    if (error instanceof RuleBroken) return refusal(error.message);
    throw error;
  }

  function refusal(reason: string): CatalogEventDraft {
    return { type: 'PriceChangeRefused', data: { ...aboutOf(change), reason } };
  }
}

const most = (one: string, other = '0'): bigint =>
  BigInt(one) > BigInt(other) ? BigInt(one) : BigInt(other);

function withPlanOf({ type, data }: CatalogEventDraft, state: CatalogState): CatalogState {
  if (type === 'DataPlanSet')
    return { ...state, dataPlans: new Map(state.dataPlans).set(data.plan.code, data.plan) };
  if (type === 'CablePlanSet')
    return { ...state, cablePlans: new Map(state.cablePlans).set(data.plan.code, data.plan) };
  return type === 'ExamSet'
    ? { ...state, exams: new Map(state.exams).set(data.exam.exam, data.exam) }
    : state;
}
