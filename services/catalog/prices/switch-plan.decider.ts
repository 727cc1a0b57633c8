import type { PlannedService, PricedService } from '../../contracts/admin/prices.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { CatalogEventDraft } from '../catalog.events.js';
import { type CatalogState, planKey, stopKey } from '../catalog.state.js';
import { labelOf, offeredPlan, type OfferedPlan } from './offered-plans.state.js';
import { cancellationsOf } from './schedule-prices.decider.js';
import { requireValid, setPlan, unless } from './set-prices.decider.js';

export interface SwitchPlan {
  readonly type: 'SwitchPlan';
  readonly service: PricedService;
  readonly code: number;
  readonly on: boolean;
}

/**
 * Stops offering a plan for ever. Purchases that were accepted earlier are still delivered, because
 * each purchase stores the codes of its plan.
 */
export interface RetirePlan {
  readonly type: 'RetirePlan';
  readonly service: PlannedService;
  readonly code: number;
}

export interface StopPlanAtVendor {
  readonly type: 'StopPlanAtVendor';
  readonly service: PlannedService;
  readonly code: number;
  readonly vendor: number;
  readonly reason: string;
}

export interface StartPlanAtVendor {
  readonly type: 'StartPlanAtVendor';
  readonly service: PlannedService;
  readonly code: number;
  readonly vendor: number;
}

const REASON_MAX = 200;

/** @throws RuleBroken PLAN_NOT_FOUND */
export function switchPlan(
  { service, code, on }: SwitchPlan,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  const offered = required(service, code, state);
  return setPlan({ service, plan: { ...offered.plan, on } } as OfferedPlan, state);
}

/**
 * Takes a plan off the list. Cancels all scheduled prices of the plan first.
 * @throws RuleBroken PLAN_NOT_FOUND
 */
export function retirePlan({ service, code }: RetirePlan, state: CatalogState): readonly CatalogEventDraft[] {
  const offered = offeredPlan(state, service, code);
  if (!offered && state.retired.has(planKey(service, code))) return [];
  if (!offered || offered.service === 'exams') throw new RuleBroken('PLAN_NOT_FOUND');
  const { plan } = offered;
  return [...cancellationsOf(state, service, code), { type: 'PlanRetired', data: { service, plan } }];
}

/** @throws RuleBroken PLAN_NOT_FOUND, VALIDATION_FAILED */
export function stopPlanAtVendor(
  { service, code, vendor, reason }: StopPlanAtVendor,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  requireValid(
    reason !== '' && reason.length <= REASON_MAX,
    'reason',
    `must have 1 to ${REASON_MAX} characters`,
  );
  const name = labelOf(required(service, code, state));
  return unless(state.plansStopped.has(stopKey(service, code, vendor)), {
    type: 'PlanStoppedAtVendor',
    data: { service, code, name, vendor, reason },
  });
}

/** @throws RuleBroken PLAN_NOT_FOUND */
export function startPlanAtVendor(
  { service, code, vendor }: StartPlanAtVendor,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  const name = labelOf(required(service, code, state));
  return unless(!state.plansStopped.has(stopKey(service, code, vendor)), {
    type: 'PlanStartedAtVendor',
    data: { service, code, name, vendor },
  });
}

function required(service: PricedService, code: number, state: CatalogState): OfferedPlan {
  const offered = offeredPlan(state, service, code);
  if (!offered) throw new RuleBroken('PLAN_NOT_FOUND');
  return offered;
}
