import { projectionOn } from '../../infra/projections/projection.js';
import { BY_HAND, type FundingEvent } from '../../services/funding/funding.events.js';
import { type UnmatchedRow, unmatchedView } from './unmatched.view.js';

type Doubt = Pick<Extract<FundingEvent, { type: 'FundingUnmatched' }>['data'], 'sameTransferAs' | 'likely'>;

interface Payment {
  readonly provider: string;
  readonly transactionReference: string;
}

const keyOf = ({ provider, transactionReference }: Payment): string => `${provider} ${transactionReference}`;

const CERTAIN = { unread: false, unread_field: null, unread_type: null, unread_digest: null } as const;

const UNDECIDED = {
  assigned_to: null,
  bank: null,
  bank_reference: null,
  reason: null,
  decided_by: null,
  decided_at: null,
} as const;

const paymentOf = (data: Payment & { readonly accountReference: string }) => ({
  payment: keyOf(data),
  provider: data.provider,
  reference: data.transactionReference,
  account_reference: data.accountReference,
});

const sameMoney = ({ sameTransferAs: named, likely }: Doubt): string | null => {
  if (likely) return `Perhaps the same money as the credit by hand of ${likely.bank} ${likely.reference}`;
  if (!named) return null;
  const payment =
    named.provider === BY_HAND ? 'a credit by hand' : `${named.provider} ${named.transactionReference}`;
  return `The same bank transfer as ${payment}`;
};

export const unmatchedProjection = projectionOn<FundingEvent, UnmatchedRow>({
  view: unmatchedView,
  adminList: 'unmatched',
  on: {
    FundingUnmatched: ({ at, data }) => [
      {
        op: 'put',
        row: {
          ...paymentOf(data),
          amount: BigInt(data.paid),
          standing: 'open',
          ...CERTAIN,
          ...UNDECIDED,
          reason: sameMoney(data),
          at,
        },
      },
    ],
    FundingUnread: ({ at, data }) => [
      {
        op: 'put',
        row: {
          ...paymentOf(data),
          amount: 0n,
          standing: 'open',
          unread: true,
          unread_field: data.field,
          unread_type: data.type,
          unread_digest: data.digest,
          ...UNDECIDED,
          at,
        },
      },
    ],
    FundingVerified: ({ data }) =>
      data.wasUnread
        ? [
            {
              op: 'set',
              key: keyOf(data),
              columns: { standing: 'credited', unread: false, amount: BigInt(data.paid) },
            },
          ]
        : [],
    FundingRejected: ({ at, actor, data }) => {
      const columns = { standing: 'dismissed', unread: false } as const;
      const key = keyOf(data);
      if (data.wasUnread) return [{ op: 'set', key, columns }];
      if (data.commandId === undefined) return [];
      const decision = { reason: data.reason, decided_by: actor.id, decided_at: at };
      return [{ op: 'set', key, columns: { ...columns, ...decision } }];
    },
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
