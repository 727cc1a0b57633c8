import { z } from 'zod';
import { asks, buys, serverOnly, type Call } from './call.js';
import {
  Amount,
  BodyToken,
  Network,
  ORDER,
  Phone,
  PurchaseAnswer,
  QuoteAnswer,
} from './fields/http-fields.js';
import type { NetworkCode } from './fields/codes.js';

export interface AirtimeProduct {
  readonly service: 'airtime';
  readonly network: NetworkCode;
}

export const AIRTIME_CALLS = {
  airtimeQuote: asks('/api/airtime_quote/'),
  buyAirtime: buys('/api/buycard/'),
} as const satisfies Record<string, Call>;

export const AIRTIME_SHAPES = serverOnly(() => ({
  airtimeQuote: {
    request: z.object({ network: Network, amount: Amount.meta({ example: 1000 }), access_token: BodyToken }),
    answer: QuoteAnswer,
  },
  buyAirtime: {
    request: z.object({ amount: Amount.meta({ example: 1000 }), network: Network, phone: Phone, ...ORDER }),
    answer: PurchaseAnswer,
  },
}));
