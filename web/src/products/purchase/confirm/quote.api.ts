import type { CallName } from '../../../../../services/contracts/calls.js';
import { api, type Read } from '../../../api/base-api.js';

/** What every quote of the contract answers, naira. */
export interface Quote {
  /** Face value. */
  readonly amount: number;
  /** What is charged. */
  readonly price: number;
  readonly discount: number;
  readonly fee?: number;
  /** Negative when the balance does not cover it. */
  readonly balance_after: number;
}

/** A call that prices an order, with the order. */
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
