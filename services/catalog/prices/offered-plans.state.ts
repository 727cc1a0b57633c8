import { CABLE_PROVIDERS } from '../../contracts/cable.contract.js';
import { PLAN_TYPES } from '../../contracts/data.contract.js';
import { type ExamCode, EXAMS } from '../../contracts/exams.contract.js';
import { NETWORKS } from '../../contracts/fields/codes.js';
import { PRICED_SERVICES, type PricedService } from '../../contracts/admin/prices.contract.js';
import type {
  CatalogEventDraft,
  StoredCablePlan,
  StoredDataPlan,
  StoredExam,
  StoredPrices,
} from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';

export type OfferedPlan =
  | { readonly service: 'data'; readonly plan: StoredDataPlan }
  | { readonly service: 'cable'; readonly plan: StoredCablePlan }
  | { readonly service: 'exams'; readonly plan: StoredExam };

export type Plans = Pick<CatalogState, 'dataPlans' | 'cablePlans' | 'exams'>;

export function offeredPlan(plans: Plans, service: PricedService, code: number): OfferedPlan | undefined {
  switch (service) {
    case 'data': {
      const plan = plans.dataPlans.get(code);
      return plan && { service, plan };
    }
    case 'cable': {
      const plan = plans.cablePlans.get(code);
      return plan && { service, plan };
    }
    case 'exams': {
      const plan = plans.exams.get(code as ExamCode);
      return plan && { service, plan };
    }
  }
}

export const planCodeOf = ({ service, plan }: OfferedPlan): number =>
  service === 'exams' ? plan.exam : plan.code;

export const everyPlan = (plans: Plans): readonly OfferedPlan[] =>
  PRICED_SERVICES.flatMap((service) => {
    const codes = { data: plans.dataPlans, cable: plans.cablePlans, exams: plans.exams }[service].keys();
    return [...codes].toSorted((one, other) => one - other).map((code) => offeredPlan(plans, service, code)!);
  });

/** Returns the label of a plan, such as `Mtn Gifting 1GB - 1 day`. */
export function labelOf({ service, plan }: OfferedPlan): string {
  switch (service) {
    case 'data':
      return `${NETWORKS[plan.network]} ${PLAN_TYPES[plan.planType]} ${plan.name}`;
    case 'cable':
      return `${CABLE_PROVIDERS[plan.provider]} ${plan.name}`;
    case 'exams':
      return `${EXAMS[plan.exam]} pin`;
  }
}

export function planSet(
  now: OfferedPlan,
  was: OfferedPlan | undefined,
  scheduleId?: string,
): CatalogEventDraft {
  const scheduled = scheduleId === undefined ? {} : { scheduleId };
  switch (now.service) {
    case 'data':
      return {
        type: 'DataPlanSet',
        data: { plan: now.plan, was: was?.service === 'data' ? was.plan : null, ...scheduled },
      };
    case 'cable':
      return {
        type: 'CablePlanSet',
        data: { plan: now.plan, was: was?.service === 'cable' ? was.plan : null, ...scheduled },
      };
    case 'exams':
      return {
        type: 'ExamSet',
        data: { exam: now.plan, was: was?.service === 'exams' ? was.plan : null, ...scheduled },
      };
  }
}

export const priced = (offered: OfferedPlan, prices: StoredPrices): OfferedPlan =>
  ({ service: offered.service, plan: { ...unpriced(offered.plan), ...prices } }) as OfferedPlan;

const unpriced = <Plan extends StoredPrices>({
  belowCost: _belowCost,
  affiliatePrice: _affiliatePrice,
  ...plan
}: Plan) => plan;

/** Lowest first. */
export const inPlace = (
  one: { readonly code: number; readonly place?: number },
  other: { readonly code: number; readonly place?: number },
): number => (one.place ?? one.code) - (other.place ?? other.code) || one.code - other.code;
