import type { Kobo } from '../../contracts/money.js';
import type { PricedService } from '../../contracts/admin/prices.contract.js';
import type { StoredPrices } from '../catalog.events.js';
import { everyPlan, labelOf, offeredPlan, planCodeOf, type Plans } from './offered-plans.state.js';

export interface PricedPlan {
  readonly service: PricedService;
  readonly code: number;
  readonly label: string;
  readonly prices: StoredPrices;
}

/** Kobo. */
export interface PlanPrices {
  readonly price: Kobo;
  readonly affiliatePrice: Kobo;
  readonly cost: Kobo;
}

export const planPrices = ({ price, affiliatePrice = price, cost }: StoredPrices): PlanPrices => ({
  price: BigInt(price),
  affiliatePrice: BigInt(affiliatePrice),
  cost: BigInt(cost),
});

export function pricedPlan(plans: Plans, service: PricedService, code: number): PricedPlan | undefined {
  const offered = offeredPlan(plans, service, code);
  return offered && { service, code, label: labelOf(offered), prices: offered.plan };
}

/** By service and code. */
export const pricedPlans = (plans: Plans): readonly PricedPlan[] =>
  everyPlan(plans).map((offered) => ({
    service: offered.service,
    code: planCodeOf(offered),
    label: labelOf(offered),
    prices: offered.plan,
  }));
