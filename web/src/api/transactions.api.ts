import type { CallAnswer } from '../../../services/contracts/calls.js';
import { searchedPhone } from '../../../services/contracts/fields/phones.js';
import type { Service, TransactionStatus } from '../../../services/contracts/services.js';
import { api, reading } from './base-api.js';

export type TransactionRow = CallAnswer<'transactions'>['all_user_transaction'][number];
export type WalletMovement = CallAnswer<'walletMovements'>['all_user_transaction'][number];
export type FundingRow = CallAnswer<'fundings'>['all_user_transaction'][number];
export type Transaction = CallAnswer<'transaction'>['transaction'];
export type Spending = CallAnswer<'spending'>;
export type SpendingMonth = Spending['months'][number];

/** `from` and `to` are days in Lagos. Both days are included. */
export interface PageRequest {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly size: number;
  readonly search: string;
  readonly status: TransactionStatus | '';
  /** Empty for all services. */
  readonly service: Service | '';
}

export const NEWEST: PageRequest = {
  from: '',
  to: '',
  page: 1,
  size: 10,
  search: '',
  status: '',
  service: '',
};

export const listBody = ({ from, to, page, size, search }: Omit<PageRequest, 'status' | 'service'>) => ({
  query_type: from || to ? 2 : 1,
  custom_start_date: from,
  custom_end_date: to,
  page,
  page_size: size,
  search: searchedPhone(search),
});

const purchasesOf = (request: PageRequest) => ({
  ...listBody(request),
  ...(request.status ? { status: request.status } : {}),
});

export type ServiceList =
  | 'airtimeTransactions'
  | 'dataTransactions'
  | 'cableTransactions'
  | 'electricityTransactions'
  | 'examTransactions';
type ServiceRequest = PageRequest & { readonly list: ServiceList };

const transactionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    allTransactions: build.query<CallAnswer<'transactions'>, PageRequest>({
      query: (request) =>
        reading('transactions', {
          ...purchasesOf(request),
          ...(request.service ? { service: request.service } : {}),
        }),
      providesTags: ['History'],
    }),
    walletMovements: build.query<CallAnswer<'walletMovements'>, PageRequest>({
      query: (request) =>
        reading('walletMovements', {
          ...purchasesOf(request),
          ...(request.service ? { service: request.service } : {}),
        }),
      providesTags: ['History', 'Funding'],
    }),
    serviceTransactions: build.query<CallAnswer<'airtimeTransactions'>, ServiceRequest>({
      query: ({ list, ...request }) => reading(list, purchasesOf(request)),
      providesTags: ['History'],
    }),
    fundingTransactions: build.query<CallAnswer<'fundings'>, PageRequest>({
      query: (request) => reading('fundings', listBody(request)),
      providesTags: ['Funding'],
    }),
    transaction: build.query<Transaction, string>({
      query: (reference) => reading('transaction', { reference }),
      transformResponse: (answer: CallAnswer<'transaction'>) => answer.transaction,
      providesTags: ['History'],
    }),
    /**
     * Reference of the purchase that was accepted with this idempotency key. Null when there is no such
     * purchase. The answer never comes from an offline copy.
     */
    acceptedPurchase: build.query<string | null, string>({
      query: (idempotency_key) => reading('acceptedPurchase', { idempotency_key }),
      transformResponse: (answer: CallAnswer<'acceptedPurchase'>) => answer.reference,
      providesTags: ['History'],
    }),
    /** Spending in a month (yyyy-MM). An empty month stands for the current month. */
    spending: build.query<Spending, string>({
      query: (month) => reading('spending', month ? { month } : {}),
      providesTags: ['Spending'],
    }),
  }),
});

export const { allTransactions } = transactionsApi.endpoints;
export const {
  useAllTransactionsQuery,
  useServiceTransactionsQuery,
  useWalletMovementsQuery,
  useFundingTransactionsQuery,
  useTransactionQuery,
  useAcceptedPurchaseQuery,
  useSpendingQuery,
} = transactionsApi;
