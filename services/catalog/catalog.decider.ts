import { RuleBroken } from '../contracts/errors.js';
import type { DiscoCode, ExamCode, PlanTypeCode } from '../contracts/products.js';
import { SERVICES, type NetworkCode, type Service, type Tier } from '../contracts/services.js';
import type {
  CatalogEventDraft,
  StoredCablePlan,
  StoredDataPlan,
  StoredExam,
  StoredPrices,
} from './catalog.events.js';
import { type CatalogState, discountKey, planTypeKey } from './catalog.state.js';

/** What an administrator may change. Each leads to one event, to none when it is so already. */
export type CatalogChange =
  | { readonly type: 'SwitchNetwork'; readonly network: NetworkCode; readonly on: boolean }
  | {
      readonly type: 'SwitchPlanType';
      readonly network: NetworkCode;
      readonly planType: PlanTypeCode;
      readonly on: boolean;
    }
  /** Adds the plan or replaces the one of its code. */
  | { readonly type: 'SetDataPlan'; readonly plan: StoredDataPlan }
  | { readonly type: 'PriceDataPlan'; readonly code: number; readonly prices: Partial<StoredPrices> }
  | { readonly type: 'SetCablePlan'; readonly plan: StoredCablePlan }
  | { readonly type: 'PriceCablePlan'; readonly code: number; readonly prices: Partial<StoredPrices> }
  | { readonly type: 'SetExam'; readonly exam: StoredExam }
  | { readonly type: 'PriceExam'; readonly exam: ExamCode; readonly prices: Partial<StoredPrices> }
  | { readonly type: 'SwitchDisco'; readonly disco: DiscoCode; readonly on: boolean }
  | {
      readonly type: 'SetDiscount';
      readonly service: Service;
      readonly tier: Tier;
      readonly basisPoints: number;
    }
  | { readonly type: 'AllowBelowCost'; readonly service: Service; readonly allowed: boolean }
  /** 0 switches the service off. */
  | { readonly type: 'ChooseVendor'; readonly service: Service; readonly vendor: number };

const DIGITS = /^\d{1,12}$/;
const DISCOUNT_MAX_BP = 5_000;

/** @throws RuleBroken PLAN_NOT_FOUND, VALIDATION_FAILED */
export function decide(change: CatalogChange, state: CatalogState): readonly CatalogEventDraft[] {
  switch (change.type) {
    case 'SwitchNetwork': {
      const { network, on } = change;
      return unless(!state.networksOff.has(network) === on, {
        type: 'NetworkSwitched',
        data: { network, on },
      });
    }
    case 'SwitchPlanType': {
      const { network, planType, on } = change;
      const isOn = !state.planTypesOff.has(planTypeKey(network, planType));
      return unless(isOn === on, { type: 'PlanTypeSwitched', data: { network, planType, on } });
    }
    case 'SetDataPlan':
      return setDataPlan(change.plan, state);
    case 'PriceDataPlan': {
      const plan = state.dataPlans.get(change.code);
      if (!plan) throw new RuleBroken('PLAN_NOT_FOUND');
      return setDataPlan({ ...plan, ...change.prices }, state);
    }
    case 'SetCablePlan':
      return setCablePlan(change.plan, state);
    case 'PriceCablePlan': {
      const plan = state.cablePlans.get(change.code);
      if (!plan) throw new RuleBroken('PLAN_NOT_FOUND');
      return setCablePlan({ ...plan, ...change.prices }, state);
    }
    case 'SetExam':
      return setExam(change.exam, state);
    case 'PriceExam':
      return setExam({ ...state.exams.get(change.exam)!, ...change.prices }, state);
    case 'SwitchDisco': {
      const { disco, on } = change;
      return unless(!state.discosOff.has(disco) === on, { type: 'DiscoSwitched', data: { disco, on } });
    }
    case 'SetDiscount':
      return setDiscount(change, state);
    case 'AllowBelowCost': {
      const { service, allowed } = change;
      const data = { service, allowed };
      return unless(state.belowCost.has(service) === allowed, { type: 'SellingBelowCostSwitched', data });
    }
    case 'ChooseVendor': {
      const { service, vendor } = change;
      requireValid(Number.isInteger(vendor) && vendor >= 0, 'vendor', 'must be the code of a vendor, or 0');
      const was = state.activeVendors.get(service) ?? null;
      return unless(was === vendor, { type: 'ActiveVendorChosen', data: { service, vendor, was } });
    }
  }
}

function setDataPlan(plan: StoredDataPlan, state: CatalogState): readonly CatalogEventDraft[] {
  const was = state.dataPlans.get(plan.code) ?? null;
  requirePrices(plan);
  requireValid(
    !was || was.network === plan.network,
    'code',
    'belongs to a plan of another network; choose another code',
  );
  return unless(same(was, plan), { type: 'DataPlanSet', data: { plan, was } });
}

function setCablePlan(plan: StoredCablePlan, state: CatalogState): readonly CatalogEventDraft[] {
  const was = state.cablePlans.get(plan.code) ?? null;
  requirePrices(plan);
  requireValid(
    !was || was.provider === plan.provider,
    'code',
    'belongs to a bouquet of another provider; choose another code',
  );
  return unless(same(was, plan), { type: 'CablePlanSet', data: { plan, was } });
}

function setExam(exam: StoredExam, state: CatalogState): readonly CatalogEventDraft[] {
  const was = state.exams.get(exam.exam)!;
  requirePrices(exam);
  return unless(same(was, exam), { type: 'ExamSet', data: { exam, was } });
}

function setDiscount(
  { service, tier, basisPoints }: Extract<CatalogChange, { type: 'SetDiscount' }>,
  state: CatalogState,
): readonly CatalogEventDraft[] {
  requireValid(SERVICES.includes(service), 'service', 'is not a service');
  const reasonable = Number.isInteger(basisPoints) && basisPoints >= 0 && basisPoints <= DISCOUNT_MAX_BP;
  requireValid(reasonable, 'discount', 'must be from 0 to 50 percent');
  const was = state.discounts.get(discountKey(service, tier)) ?? 0;
  return unless(was === basisPoints, { type: 'DiscountSet', data: { service, tier, basisPoints, was } });
}

function requirePrices({ price, affiliatePrice = price, cost }: StoredPrices): void {
  for (const [field, digits] of Object.entries({ price, affiliatePrice, cost }))
    requireValid(DIGITS.test(digits) && BigInt(digits) > 0n, field, 'must be more than zero');
}

function requireValid(valid: boolean, field: string, reason: string): void {
  if (!valid) throw new RuleBroken('VALIDATION_FAILED', { field, reason });
}

const unless = (already: boolean, draft: CatalogEventDraft): readonly CatalogEventDraft[] =>
  already ? [] : [draft];

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
