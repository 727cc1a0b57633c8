import type { CallAnswer } from '../../../services/contracts/calls.js';
import { api, reading } from './base-api.js';

export type TransactionRow = CallAnswer<'transactions'>['all_user_transaction'][number];
export type FundingRow = CallAnswer<'fundings'>['all_user_transaction'][number];
export type Transaction = CallAnswer<'transaction'>['transaction'];

/** What a history can be asked; the two dates are days in Lagos, both included. */
export interface PageRequest {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly size: number;
  readonly search: string;
}

export const NEWEST: PageRequest = { from: '', to: '', page: 1, size: 10, search: '' };

/** Numbers are kept as +234…: without its 0, a number typed the local way is found inside. */
const LEADING_ZERO = /^0(?=[789]\d{2})/;

const bodyOf = ({ from, to, page, size, search }: PageRequest) => ({
  query_type: from || to ? 2 : 1,
  custom_start_date: from,
  custom_end_date: to,
  page,
  page_size: size,
  search: search.replace(LEADING_ZERO, ''),
});

const transactionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    allTransactions: build.query<CallAnswer<'transactions'>, PageRequest>({
      query: (request) => reading('transactions', bodyOf(request)),
      providesTags: ['History'],
    }),
    airtimeTransactions: build.query<CallAnswer<'airtimeTransactions'>, PageRequest>({
      query: (request) => reading('airtimeTransactions', bodyOf(request)),
      providesTags: ['History'],
    }),
    fundingTransactions: build.query<CallAnswer<'fundings'>, PageRequest>({
      query: (request) => reading('fundings', bodyOf(request)),
      providesTags: ['Funding'],
    }),
    transaction: build.query<Transaction, string>({
      query: (reference) => reading('transaction', { reference }),
      transformResponse: (answer: CallAnswer<'transaction'>) => answer.transaction,
      providesTags: ['History'],
    }),
  }),
});

export const {
  useAllTransactionsQuery,
  useAirtimeTransactionsQuery,
  useFundingTransactionsQuery,
  useTransactionQuery,
} = transactionsApi;
