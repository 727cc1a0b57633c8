import { RuleBroken } from '../contracts/errors.js';
import type { Kobo } from '../contracts/money.js';
import {
  CABLE_PROVIDERS,
  type CableCode,
  type DiscoCode,
  DISCOS,
  type ExamCode,
  EXAMS,
  type MeterType,
} from '../contracts/products.js';
import { NETWORKS, type NetworkCode, type Tier } from '../contracts/services.js';
import type { StoredCablePlan, StoredDataPlan, StoredPrices } from './catalog.events.js';
import { planTypeKey } from './catalog.state.js';
import type { Catalog } from './catalog.js';
import { ELECTRICITY_RANGE, requireWithin } from './limits.js';
import type { Offer } from './offer.js';
import { costAfter } from './price.js';
import { DISCO_COMMISSION_BP } from './seed/commissions.js';

/** List price of the tier, and what the vendor charges. */
const tierPrices = ({ price, affiliatePrice = price, cost }: StoredPrices, tier: Tier) => ({
  amount: BigInt(tier === 'affiliate' ? affiliatePrice : price),
  cost: BigInt(cost),
  tier,
});

export interface DataRequest {
  readonly plan: number;
  /** When given, the plan has to be of this network. */
  readonly network?: NetworkCode;
  readonly tier: Tier;
}

/** @throws RuleBroken PLAN_NOT_FOUND, PLAN_DISABLED, NETWORK_DISABLED, SERVICE_OFF */
export function quoteData(catalog: Catalog, { plan: code, network, tier }: DataRequest): Offer {
  const plan = catalog.state.dataPlans.get(code);
  if (!plan || (network !== undefined && plan.network !== network)) throw new RuleBroken('PLAN_NOT_FOUND');
  catalog.requireNetwork(plan.network);
  const { planTypesOff } = catalog.state;
  if (!plan.on || planTypesOff.has(planTypeKey(plan.network, plan.planType)))
    throw new RuleBroken('PLAN_DISABLED', { plan: `${NETWORKS[plan.network]} ${plan.name}` });
  return offerData(catalog, plan, tier);
}

const offerData = (catalog: Catalog, plan: StoredDataPlan, tier: Tier): Offer =>
  catalog.offer({
    product: {
      service: 'data',
      network: plan.network,
      planType: plan.planType,
      plan: plan.code,
      planName: plan.name,
      codes: plan.codes,
    },
    ...tierPrices(plan, tier),
  });

export interface CableRequest {
  readonly plan: number;
  /** When given, the plan has to be of this provider. */
  readonly provider?: CableCode;
  readonly tier: Tier;
}

/** @throws RuleBroken PLAN_NOT_FOUND, PLAN_DISABLED, SERVICE_OFF */
export function quoteCable(catalog: Catalog, { plan: code, provider, tier }: CableRequest): Offer {
  const plan = catalog.state.cablePlans.get(code);
  if (!plan || (provider !== undefined && plan.provider !== provider)) throw new RuleBroken('PLAN_NOT_FOUND');
  if (!plan.on)
    throw new RuleBroken('PLAN_DISABLED', { plan: `${CABLE_PROVIDERS[plan.provider]} ${plan.name}` });
  return offerCable(catalog, plan, tier);
}

const offerCable = (catalog: Catalog, plan: StoredCablePlan, tier: Tier): Offer =>
  catalog.offer({
    product: {
      service: 'cable',
      provider: plan.provider,
      plan: plan.code,
      planName: plan.name,
      codes: plan.codes,
    },
    ...tierPrices(plan, tier),
  });

export interface ElectricityRequest {
  readonly disco: DiscoCode;
  readonly meterType: MeterType;
  /** Face value. */
  readonly amount: Kobo;
  readonly tier: Tier;
}

/** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX, PLAN_DISABLED, SERVICE_OFF */
export function quoteElectricity(
  catalog: Catalog,
  { disco, meterType, amount, tier }: ElectricityRequest,
): Offer {
  requireWithin(amount, ELECTRICITY_RANGE);
  if (catalog.state.discosOff.has(disco)) throw new RuleBroken('PLAN_DISABLED', { plan: DISCOS[disco] });
  const cost = costAfter(amount, DISCO_COMMISSION_BP[disco]);
  return catalog.offer({ product: { service: 'electricity', disco, meterType }, amount, cost, tier });
}

export interface ExamRequest {
  readonly exam: ExamCode;
  readonly quantity: number;
  readonly tier: Tier;
}

/** @throws RuleBroken PLAN_DISABLED, SERVICE_OFF */
export function quoteExam(catalog: Catalog, { exam, quantity, tier }: ExamRequest): Offer {
  const prices = catalog.state.exams.get(exam);
  if (!prices?.on) throw new RuleBroken('PLAN_DISABLED', { plan: EXAMS[exam] });
  const one = tierPrices(prices, tier);
  const pieces = BigInt(quantity);
  return catalog.offer({
    product: { service: 'exams', exam, quantity },
    amount: one.amount * pieces,
    cost: one.cost * pieces,
    tier,
  });
}
