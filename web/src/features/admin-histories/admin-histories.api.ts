import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { Service, TransactionStatus } from '../../../../services/contracts/services.js';
import { api, reading } from '../../api/base-api.js';
import { listBody, type PageRequest } from '../../api/transactions.api.js';

export type AdminTransaction = CallAnswer<'adminTransactions'>['transHistory'][number];
export type AdminBetFunding = CallAnswer<'betFundings'>['bet_fundingHistory'][number];
export type AdminCustomTransaction = CallAnswer<'customTransactions'>['custom_transactions'][number];
export type AdminFunding = CallAnswer<'adminFundings'>['fundingHistory'][number];

/** A page of a list, whatever the contract calls its rows. */
interface ListedRows<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly total_capped: boolean;
  /** Naira of all rows that match. */
  readonly sum: number;
}

const countedOf = (answer: Omit<CallAnswer<'adminFundings'>, 'fundingHistory'>) => ({
  total: answer.total,
  total_capped: answer.total_capped,
  sum: answer.amount_total,
});

type ListAsked = Omit<PageRequest, 'status' | 'service'>;
interface OfStatus extends ListAsked {
  readonly status: TransactionStatus | '';
}
interface TransactionsAsked extends OfStatus {
  readonly service: Service | '';
}

interface BoughtBy {
  readonly by: 'house' | '';
}

/** The kinds that were chosen; nothing of one that may be any. */
const kindsOf = ({ status, service }: Pick<TransactionsAsked, 'status'> & Partial<TransactionsAsked>) => ({
  ...(status ? { status } : {}),
  ...(service ? { service } : {}),
});

/** What narrows any list, by the names of its file. */
export const narrowingOf = (request: ListAsked) => {
  const { custom_start_date: from, custom_end_date: to, search } = listBody(request);
  return { from, to, search };
};

/** The same question in the words of the list between two days. */
function rangeBody(request: TransactionsAsked) {
  const { custom_start_date: fromDate, custom_end_date: toDate, ...page } = listBody(request);
  return { ...page, fromDate, toDate, ...kindsOf(request) };
}

const historiesApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminTransactions: build.query<ListedRows<AdminTransaction>, TransactionsAsked & BoughtBy>({
      query: ({ by, ...request }) =>
        reading('adminTransactions', {
          ...{ ...listBody(request), ...kindsOf(request) },
          ...(by ? { bought_by: by } : {}),
        }),
      transformResponse: ({ transHistory: rows, ...about }: CallAnswer<'adminTransactions'>) => ({
        ...{ rows, ...countedOf(about) },
      }),
      providesTags: ['AdminHistory'],
    }),
    betFundings: build.query<ListedRows<AdminBetFunding>, OfStatus>({
      query: (request) => reading('betFundings', { ...listBody(request), ...kindsOf(request) }),
      transformResponse: ({ bet_fundingHistory: rows, ...about }: CallAnswer<'betFundings'>) => ({
        ...{ rows, ...countedOf(about) },
      }),
      providesTags: ['AdminHistory'],
    }),
    customTransactions: build.query<ListedRows<AdminCustomTransaction>, TransactionsAsked>({
      query: (request) => reading('customTransactions', rangeBody(request)),
      transformResponse: ({ custom_transactions: rows, ...about }: CallAnswer<'customTransactions'>) => ({
        ...{ rows, ...countedOf(about) },
      }),
      providesTags: ['AdminHistory'],
    }),
    adminFundings: build.query<ListedRows<AdminFunding>, ListAsked>({
      query: (request) => reading('adminFundings', listBody(request)),
      transformResponse: ({ fundingHistory: rows, ...about }: CallAnswer<'adminFundings'>) => ({
        ...{ rows, ...countedOf(about) },
      }),
      providesTags: ['AdminFunding'],
    }),
  }),
});

export const {
  useAdminTransactionsQuery,
  useAdminFundingsQuery,
  useBetFundingsQuery,
  useCustomTransactionsQuery,
} = historiesApi;
