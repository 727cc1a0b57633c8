import { CABLE_PROVIDERS } from '../../contracts/cable.contract.js';
import { PLAN_TYPES } from '../../contracts/data.contract.js';
import { type ExamCode, EXAMS } from '../../contracts/exams.contract.js';
import type { Kobo } from '../../contracts/money.js';
import { NETWORKS } from '../../contracts/fields/codes.js';
import type { PricedService } from '../../contracts/admin/prices.contract.js';
import type { StoredPrices } from '../catalog.events.js';
import type { CatalogState } from '../catalog.state.js';

export interface PricedPlan {
  readonly service: PricedService;
  /** Unique within its service. */
  readonly code: number;
  /** Label such as `Mtn Gifting 1GB - 1 day`. */
  readonly label: string;
  readonly prices: StoredPrices;
}

/** Kobo. */
export interface PlanPrices {
  readonly price: Kobo;
  /** Equals `price` when not set. */
  readonly affiliatePrice: Kobo;
  readonly cost: Kobo;
}

export const planPrices = ({ price, affiliatePrice = price, cost }: StoredPrices): PlanPrices => ({
  price: BigInt(price),
  affiliatePrice: BigInt(affiliatePrice),
  cost: BigInt(cost),
});

type Plans = Pick<CatalogState, 'dataPlans' | 'cablePlans' | 'exams'>;

export function pricedPlan(plans: Plans, service: PricedService, code: number): PricedPlan | undefined {
  switch (service) {
    case 'data': {
      const plan = plans.dataPlans.get(code);
      const label = plan && `${NETWORKS[plan.network]} ${PLAN_TYPES[plan.planType]} ${plan.name}`;
      return plan && { service, code, label: label!, prices: plan };
    }
    case 'cable': {
      const plan = plans.cablePlans.get(code);
      return plan && { service, code, label: `${CABLE_PROVIDERS[plan.provider]} ${plan.name}`, prices: plan };
    }
    case 'exams': {
      const exam = plans.exams.get(code as ExamCode);
      return exam && { service, code, label: `${EXAMS[exam.exam]} pin`, prices: exam };
    }
  }
}

/** By service and code. */
export function pricedPlans(plans: Plans): readonly PricedPlan[] {
  const of = (service: PricedService, codes: Iterable<number>): PricedPlan[] =>
    [...codes].toSorted((one, other) => one - other).map((code) => pricedPlan(plans, service, code)!);
  return [
    ...of('data', plans.dataPlans.keys()),
    ...of('cable', plans.cablePlans.keys()),
    ...of('exams', plans.exams.keys()),
  ];
}
