import { projectionOn } from '../../infra/projections/projection.js';
import type { FundingEvent } from '../../services/funding/funding.events.js';
import { type UnmatchedRow, unmatchedView } from './unmatched.view.js';

interface Payment {
  readonly provider: string;
  readonly transactionReference: string;
}

const keyOf = ({ provider, transactionReference }: Payment): string => `${provider} ${transactionReference}`;

const UNDECIDED = {
  assigned_to: null,
  bank: null,
  bank_reference: null,
  reason: null,
  decided_by: null,
  decided_at: null,
} as const;

export const unmatchedProjection = projectionOn<FundingEvent, UnmatchedRow>({
  view: unmatchedView,
  adminList: 'unmatched',
  on: {
    FundingUnmatched: ({ at, data }) => [
      {
        op: 'put',
        row: {
          payment: keyOf(data),
          provider: data.provider,
          reference: data.transactionReference,
          account_reference: data.accountReference,
          amount: BigInt(data.paid),
          standing: 'open',
          ...UNDECIDED,
          at,
        },
      },
    ],
    UnmatchedAssigned: ({ at, actor, data }) => [
      {
        op: 'set',
        key: keyOf(data),
        columns: {
          standing: 'assigned',
          assigned_to: data.userId,
          reason: data.reason,
          decided_by: actor.id,
          decided_at: at,
        },
      },
    ],
    UnmatchedReturnClaimed: ({ at, actor, data }) => [
      {
        op: 'set',
        key: keyOf(data),
        columns: {
          standing: 'returned',
          bank: data.bank,
          bank_reference: data.reference,
          reason: data.reason,
          decided_by: actor.id,
          decided_at: at,
        },
      },
    ],
    UnmatchedReturnLapsed: ({ data }) => [
      { op: 'set', key: keyOf(data), columns: { standing: 'open', ...UNDECIDED } },
    ],
  },
});
