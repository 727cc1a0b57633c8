import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

export type Spending = CallAnswer<'spending'>;
export type SpendingMonth = Spending['months'][number];

const spendingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Of the month whose recipients are wanted, yyyy-MM; empty for this one. */
    spending: build.query<Spending, string>({
      query: (month) => reading('spending', month ? { month } : {}),
      providesTags: ['Spending'],
    }),
  }),
});

export const { useSpendingQuery } = spendingApi;
