import type { ChargebackRow } from '../../../../services/contracts/admin/chargebacks.contract.js';
import type { ApprovalRow } from '../../../../services/contracts/admin/money-desk.contract.js';
import type { UnmatchedRow } from '../../../../services/contracts/admin/unmatched.contract.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import { api, reading } from '../../api/base-api.js';

export type MoneyDesk = CallAnswer<'moneyDesk'>;
export type Customer = CallAnswer<'moneyDeskCustomer'>;
export type Approval = ApprovalRow;
export type Unmatched = UnmatchedRow;
export type Chargeback = ChargebackRow;
export type DisputablePayment = CallAnswer<'disputablePayment'>;

interface Asked<Standing> {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly size: number;
  readonly search: string;
  readonly standing: Standing | 'all' | '';
}

interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly total_capped: boolean;
}

const moneyApi = api.injectEndpoints({
  endpoints: (build) => ({
    moneyDesk: build.query<MoneyDesk, void>({
      query: () => reading('moneyDesk', {}),
      providesTags: ['Approvals', 'Terms'],
    }),
    approvals: build.query<Listed<Approval>, Asked<'waiting'>>({
      query: ({ from, to, page, size, search, standing }) =>
        reading('approvals', {
          query_type: from || to ? 2 : 1,
          custom_start_date: from,
          custom_end_date: to,
          page,
          page_size: size,
          search,
          ...(standing !== '' && { standing }),
        }),
      transformResponse: ({ approvals: rows, total, total_capped }: CallAnswer<'approvals'>) => ({
        rows,
        total,
        total_capped,
      }),
      providesTags: ['Approvals'],
    }),
    unmatched: build.query<Listed<Unmatched>, Asked<'open'>>({
      query: ({ from, to, page, size, search, standing }) =>
        reading('unmatchedPayments', {
          query_type: from || to ? 2 : 1,
          custom_start_date: from,
          custom_end_date: to,
          page,
          page_size: size,
          search,
          ...(standing !== '' && { standing }),
        }),
      transformResponse: ({ payments: rows, total, total_capped }: CallAnswer<'unmatchedPayments'>) => ({
        rows,
        total,
        total_capped,
      }),
      providesTags: ['Unmatched'],
    }),
    chargebacks: build.query<Listed<Chargeback>, Asked<Chargeback['standing']>>({
      query: ({ from, to, page, size, search, standing }) =>
        reading('chargebacks', {
          query_type: from || to ? 2 : 1,
          custom_start_date: from,
          custom_end_date: to,
          page,
          page_size: size,
          search,
          ...(standing !== '' && standing !== 'all' && { standing }),
        }),
      transformResponse: ({ chargebacks: rows, total, total_capped }: CallAnswer<'chargebacks'>) => ({
        rows,
        total,
        total_capped,
      }),
      providesTags: ['Chargebacks'],
    }),
  }),
});

export const { useMoneyDeskQuery, useApprovalsQuery, useUnmatchedQuery, useChargebacksQuery } = moneyApi;
