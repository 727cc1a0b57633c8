import type { PlanTypeCode, DataProduct } from '../../contracts/data.contract.js';
import { type Tier } from '../../contracts/services.js';
import { type NetworkCode, NETWORKS } from '../../contracts/fields/codes.js';
import { demoPhone } from '../demo.js';
import { type Chances } from '../product.js';
import {
  listedPlan,
  planDisabled,
  soldPlan,
  tierPrices,
  type Offer,
  type OrderContext,
  type PriceList,
  type Prices,
  type ProductOrder,
  named,
  forPhone,
  phoneRequest,
  type PhoneRequest,
  type ProductDescriptor,
} from '../product.js';

export type DataVendorRequest = PhoneRequest<DataProduct>;

export const planTypeKey = (network: NetworkCode, planType: PlanTypeCode): string => `${network}/${planType}`;

export interface DataAsked {
  readonly network: NetworkCode;
  /** Catalogue code. */
  readonly plan: number;
  readonly phone: string;
}

export interface DataQuoteRequest {
  readonly plan: number;
  /**
   * Network that the customer chose. A plan of another network is refused with `PLAN_NOT_FOUND`.
   */
  readonly network?: NetworkCode;
  readonly tier: Tier;
}

/** @throws RuleBroken PLAN_NOT_FOUND, PLAN_DISABLED, NETWORK_DISABLED, SERVICE_OFF */
export function quoteData(catalog: PriceList, { plan: code, network, tier }: DataQuoteRequest): Offer {
  const { dataPlans, planTypesOff } = catalog.state;
  const plan = listedPlan(dataPlans, code, (found) => network === undefined || found.network === network);
  catalog.requireNetwork(plan.network);
  if (!plan.on || planTypesOff.has(planTypeKey(plan.network, plan.planType)))
    throw planDisabled(NETWORKS[plan.network], plan);
  return catalog.offer({
    product: { service: 'data', network: plan.network, planType: plan.planType, ...soldPlan(plan) },
    ...tierPrices(plan, tier),
  });
}

export const DATA = {
  service: 'data',
  order: ({ network, plan, phone }: DataAsked, { user, prices }: OrderContext): ProductOrder => ({
    service: 'data',
    ...forPhone(phone),
    what: `plan ${plan}`,
    also: String(network),
    offer: () => quoteData(prices, { plan, network, tier: user.tier }),
  }),
  quote: (asked: DataQuoteRequest, { prices }: Prices) => quoteData(prices, asked),
  label: ({ network, planName }) => `${named(NETWORKS, network, 'network')} ${planName}`,
  vendorRequest: phoneRequest<DataProduct>,
  receipt: [],
  choice: ({ network }) => String(network),
  demo: {
    share: 30,
    asked: (chances: Chances, { state }: PriceList): DataAsked => {
      const [plan, { network }] = chances.pick([...state.dataPlans]);
      return { network, plan, phone: demoPhone(chances) };
    },
  },
} as const satisfies ProductDescriptor<DataProduct, DataAsked, DataQuoteRequest>;
