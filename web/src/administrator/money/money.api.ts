import type { ChargebackRow } from '../../../../services/contracts/admin/chargebacks.contract.js';
import type { ApprovalRow } from '../../../../services/contracts/admin/money-desk.contract.js';
import type { UnmatchedRow } from '../../../../services/contracts/admin/unmatched.contract.js';
import type { CallAnswer } from '../../../../services/contracts/calls.js';
import type { ListAsked, Listed } from '../../api/admin-lists.js';
import { api, reading } from '../../api/base-api.js';
import { listBody } from '../../api/transactions.api.js';
import { searchedFor } from '../../ui/table/use-list-filters.js';

export type MoneyDesk = CallAnswer<'moneyDesk'>;
export type Customer = CallAnswer<'moneyDeskCustomer'>;
export type Approval = ApprovalRow;
export type Unmatched = UnmatchedRow;
export type Chargeback = ChargebackRow;
export type DisputablePayment = CallAnswer<'disputablePayment'>;

interface Asked<Standing> extends ListAsked {
  readonly standing: Standing | 'all' | '';
}

const moneyApi = api.injectEndpoints({
  endpoints: (build) => ({
    moneyDesk: build.query<MoneyDesk, void>({
      query: () => reading('moneyDesk', {}),
      providesTags: ['Approvals', 'Terms'],
    }),
    approvals: build.query<Listed<Approval>, Asked<'waiting'>>({
      query: ({ standing, ...asked }) =>
        reading('approvals', {
          ...listBody(asked),
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
      query: ({ standing, ...asked }) =>
        reading('unmatchedPayments', {
          ...listBody(asked),
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
      query: ({ standing, ...asked }) =>
        reading('chargebacks', {
          ...listBody(asked),
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

/** `evidence` is undefined until the whole text is loaded. */
export function useEvidence({ id, evidence: shown, evidence_cut }: Approval) {
  const asked = { ...searchedFor(id), standing: 'all' } as const;
  const { data, error, refetch } = moneyApi.useApprovalsQuery(asked, { skip: !evidence_cut });
  const evidence = evidence_cut ? data?.rows.find((row) => row.id === id)?.evidence : shown;
  return { evidence, error, refetch };
}

export const { useMoneyDeskQuery, useApprovalsQuery, useUnmatchedQuery, useChargebacksQuery } = moneyApi;
