import { TIERS, type Service } from '../../contracts/services.js';
import { type CatalogState, discountKey } from '../catalog.state.js';
import { SEED_CABLE_PLANS } from './cable-plans.js';
import { SEED_DATA_PLANS } from './data-plans.js';
import { SEED_EXAMS } from './exams.js';

/** Advertised: 1 % on these. */
const DISCOUNTED: readonly Service[] = ['airtime', 'data', 'cable', 'electricity', 'exams'];
const DISCOUNT_BP = 100;
/** Enugu. */
const DISCO_NOT_AVAILABLE = 26;

/** What is sold before anybody changes anything. */
export const SEED: CatalogState = {
  networksOff: new Set(),
  planTypesOff: new Set(),
  dataPlans: new Map(SEED_DATA_PLANS.map((plan) => [plan.code, plan])),
  cablePlans: new Map(SEED_CABLE_PLANS.map((plan) => [plan.code, plan])),
  exams: new Map(SEED_EXAMS.map((exam) => [exam.exam, exam])),
  discosOff: new Set([DISCO_NOT_AVAILABLE]),
  discounts: new Map(
    DISCOUNTED.flatMap((service) => TIERS.map((tier) => [discountKey(service, tier), DISCOUNT_BP])),
  ),
  belowCost: new Set(),
  activeVendors: new Map(),
  vendorOrders: new Map(),
  pauses: new Map(),
};
