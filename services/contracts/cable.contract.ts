import { z } from 'zod';
import { asks, buys, looksUp, serverOnly, type Call } from './call.js';
import {
  BodyToken,
  Code,
  listed,
  NumberOf,
  Ok,
  ORDER,
  Plan,
  PurchaseAnswer,
  QuoteAnswer,
} from './fields/http-fields.js';
import type { VendorCodes } from './fields/codes.js';

export const CABLE_PROVIDERS = { 1: 'GoTV', 2: 'DSTV', 3: 'STARTIME' } as const;
export type CableCode = keyof typeof CABLE_PROVIDERS;

export interface CableProduct {
  readonly service: 'cable';
  readonly provider: CableCode;
  readonly plan: number;
  readonly planName: string;
  readonly codes: VendorCodes;
}

export const CABLE_CALLS = {
  cablePlans: asks('/api/get_cable_plans/'),
  cablePrices: asks('/api/get_cable_prices/'),
  validateIuc: looksUp('/api/validate_cable_iuc/'),
  cableQuote: asks('/api/cable_quote/'),
  payCable: buys('/api/pay_cable/'),
} as const satisfies Record<string, Call>;

export const CABLE_SHAPES = serverOnly(() => {
  const Cable = listed<CableCode>(CABLE_PROVIDERS);
  const PlanCode = Code.meta({ description: 'The id of a plan.', example: '201' });
  const Iuc = NumberOf('smartcard number', 8, 14).meta({ example: '7023456789' });
  return {
    cablePlans: {
      request: z.object({ cablenetwork: Cable, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        cable_plans: z.array(Plan).meta({ example: [{ id: '201', name: 'GOtv Jinja', price: 3861 }] }),
        message: z.string().meta({ example: '' }),
      }),
    },
    cablePrices: {
      request: z.object({ cable_plan_code: PlanCode, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        cable_plans_price: z.number().meta({ example: 3861 }),
        discount: z.number().meta({ example: 39 }),
      }),
    },
    validateIuc: {
      request: z.object({ iuc: Iuc, cablenetwork: Cable, access_token: BodyToken }),
      answer: z.object({
        status: Ok,
        name: z.string().meta({ example: 'ADA OBI' }),
        current_plan: z.string().optional().meta({ example: 'GOtv Jinja' }),
        due_date: z.string().optional().meta({ example: '2026-04-01' }),
      }),
    },
    cableQuote: {
      request: z.object({ cablenetwork: Cable, selectedcablePlan: PlanCode, access_token: BodyToken }),
      answer: QuoteAnswer,
    },
    payCable: {
      request: z.object({ cablenetwork: Cable, iuc: Iuc, selectedcablePlan: PlanCode, ...ORDER }),
      answer: PurchaseAnswer,
    },
  };
});
