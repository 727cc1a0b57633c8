import type { CallName } from '../../../../../services/contracts/calls.js';
import { api, type Read } from '../../../api/base-api.js';

/** Money is naira. */
export interface Quote {
  readonly amount: number;
  readonly price: number;
  readonly discount: number;
  readonly fee?: number;
  readonly balance_after: number;
}

export interface QuoteRequest {
  readonly name: CallName;
  readonly body: object;
}

const quoteApi = api.injectEndpoints({
  endpoints: (build) => ({
    quote: build.query<Quote, QuoteRequest>({
      query: (request) => request as Read,
      providesTags: ['Wallet'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useQuoteQuery, useLazyQuoteQuery } = quoteApi;
