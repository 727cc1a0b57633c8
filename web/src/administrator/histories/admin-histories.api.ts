import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { Service } from '../../../../services/contracts/services.js';
import { countedOf, kindsOf, type ListAsked, type ListedRows, type OfStatus } from '../../api/admin-lists.js';
import { api, reading } from '../../api/base-api.js';
import { listBody } from '../../api/transactions.api.js';

export type AdminTransaction = CallAnswer<'adminTransactions'>['transHistory'][number];
export type AdminCustomTransaction = CallAnswer<'customTransactions'>['custom_transactions'][number];
export type AdminFunding = CallAnswer<'adminFundings'>['fundingHistory'][number];

interface TransactionsAsked extends OfStatus {
  readonly service: Service | '';
}

interface BoughtBy {
  readonly by: 'house' | '';
}

function rangeBody(request: TransactionsAsked) {
  const { custom_start_date: fromDate, custom_end_date: toDate, ...page } = listBody(request);
  return { ...page, fromDate, toDate, ...kindsOf(request) };
}

const historiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminTransactions: build.query<ListedRows<AdminTransaction>, TransactionsAsked & BoughtBy>({
      query: ({ by, ...request }) =>
        reading('adminTransactions', {
          ...listBody(request),
          ...kindsOf(request),
          ...(by ? { bought_by: by } : {}),
        }),
      transformResponse: ({ transHistory: rows, ...about }: CallAnswer<'adminTransactions'>) => ({
        rows,
        ...countedOf(about),
      }),
      providesTags: ['AdminHistory'],
    }),
    customTransactions: build.query<ListedRows<AdminCustomTransaction>, TransactionsAsked>({
      query: (request) => reading('customTransactions', rangeBody(request)),
      transformResponse: ({ custom_transactions: rows, ...about }: CallAnswer<'customTransactions'>) => ({
        rows,
        ...countedOf(about),
      }),
      providesTags: ['AdminHistory'],
    }),
    adminFundings: build.query<ListedRows<AdminFunding>, ListAsked>({
      query: (request) => reading('adminFundings', listBody(request)),
      transformResponse: ({ fundingHistory: rows, ...about }: CallAnswer<'adminFundings'>) => ({
        rows,
        ...countedOf(about),
      }),
      providesTags: ['AdminFunding'],
    }),
  }),
});

export const { useAdminTransactionsQuery, useAdminFundingsQuery, useCustomTransactionsQuery } = historiesApi;
