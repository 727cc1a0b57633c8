import { z } from 'zod';
import { asks, buys, serverOnly, type Call } from './call.js';
import {
  BodyToken,
  Code,
  listed,
  Network,
  Ok,
  ORDER,
  Phone,
  Plan,
  PurchaseAnswer,
  QuoteAnswer,
} from './fields/http-fields.js';
import type { NetworkCode, VendorCodes } from './fields/codes.js';

export const PLAN_TYPES = { 1: 'SME', 2: 'Cooperate Gifting', 3: 'Gifting', 4: 'SME2' } as const;
export type PlanTypeCode = keyof typeof PLAN_TYPES;

/**
 * Data plan as it was at the time of the purchase. The name and the size of the plan may change
 * later in the catalog.
 */
export interface DataProduct {
  readonly service: 'data';
  readonly network: NetworkCode;
  readonly planType: PlanTypeCode;
  /** Catalogue code. */
  readonly plan: number;
  readonly planName: string;
  readonly codes: VendorCodes;
}

export const DATA_CALLS = {
  dataPlans: asks('/api/get_data_plan/'),
  dataPlanPrices: asks('/api/get_data_plan_prices/'),
  /**
   * Older paths of `dataPlans` and `dataPlanPrices` for existing clients. Administrators get the
   * list prices.
   */
  dataPlansAlias: asks('/services/get-data-plans/'),
  dataPriceAlias: asks('/services/get-data-price/'),
  dataQuote: asks('/api/data_quote/'),
  buyData: buys('/api/buydata/'),
} as const satisfies Record<string, Call>;

export const DATA_SHAPES = serverOnly(() => {
  const PlanCode = Code.meta({ description: 'The id of a plan.', example: '101' });
  const dataPlans = {
    request: z.object({
      datanetwork: Network,
      selectedPlanType: listed<PlanTypeCode>(PLAN_TYPES),
      access_token: BodyToken,
    }),
    answer: z.object({
      status: Ok,
      data_plans: z.array(Plan.extend({ validity: z.string().meta({ example: '30 days' }) })),
      planstatus: z.boolean().meta({ example: true }),
      /** Message that tells why the list of plans is empty. Empty when there are plans. */
      planMessage: z.string().meta({ example: '' }),
      message: z.string().meta({ example: '' }),
    }),
  };

  const dataPrice = {
    request: z.object({ selectedDataPlan: PlanCode, access_token: BodyToken }),
    answer: z.object({
      status: Ok,
      price: z.number().meta({ example: 280 }),
      discount: z.number().meta({ example: 2.83 }),
    }),
  };

  return {
    dataPlans,
    dataPlanPrices: dataPrice,
    dataPlansAlias: dataPlans,
    dataPriceAlias: {
      request: dataPrice.request,
      answer: dataPrice.answer.extend({
        affiliate_price: z.number().optional(),
        cost: z.number().optional(),
        below_cost: z.boolean().optional(),
      }),
    },
    dataQuote: {
      request: z.object({ datanetwork: Network, selectedDataPlan: PlanCode, access_token: BodyToken }),
      answer: QuoteAnswer,
    },
    buyData: {
      request: z.object({ datanetwork: Network, phone: Phone, selectedDataPlan: PlanCode, ...ORDER }),
      answer: PurchaseAnswer,
    },
  };
});
