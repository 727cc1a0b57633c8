import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { Service, TransactionStatus } from '../../../../services/contracts/services.js';
import { api, reading } from '../../api/base-api.js';
import { listBody, type PageRequest } from '../../api/transactions.api.js';

export type AdminTransaction = CallAnswer<'adminTransactions'>['transHistory'][number];
export type AdminFunding = CallAnswer<'adminFundings'>['fundingHistory'][number];

/** A page of a list, whatever the contract calls its rows. */
interface ListedRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly total_capped: boolean;
}

type ListAsked = Omit<PageRequest, 'status' | 'service'>;
interface TransactionsAsked extends ListAsked {
  readonly status: TransactionStatus | '';
  readonly service: Service | '';
}

const historiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminTransactions: build.query<ListedRows<AdminTransaction>, TransactionsAsked>({
      query: (request) =>
        reading('adminTransactions', {
          ...listBody(request),
          ...(request.status ? { status: request.status } : {}),
          ...(request.service ? { service: request.service } : {}),
        }),
      transformResponse: ({ transHistory, total, total_capped }: CallAnswer<'adminTransactions'>) => ({
        ...{ rows: transHistory, total, total_capped },
      }),
      providesTags: ['AdminHistory'],
    }),
    adminFundings: build.query<ListedRows<AdminFunding>, ListAsked>({
      query: (request) => reading('adminFundings', listBody(request)),
      transformResponse: ({ fundingHistory, total, total_capped }: CallAnswer<'adminFundings'>) => ({
        ...{ rows: fundingHistory, total, total_capped },
      }),
      providesTags: ['AdminFunding'],
    }),
  }),
});

export const { useAdminTransactionsQuery, useAdminFundingsQuery } = historiesApi;
