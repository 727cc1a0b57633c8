import { projectionOn, type ProjectedEvent } from '../../infra/projections/projection.js';
import type { Operation } from '../../infra/read-store/view.js';
import { contactsText } from '../../services/contracts/brand/brand.js';
import { BY_HAND, type PaymentName } from '../../services/funding/funding.events.js';
import type { ApprovalEvent, Work } from '../../services/money-desk/approval.events.js';
import { personOf } from '../forgetting.js';
import { type ApprovalRow, approvalsView } from './approvals.view.js';

type Requested = Extract<ApprovalEvent, { type: 'ApprovalRequested' }>;

type Money = Pick<
  ApprovalRow,
  'kind' | 'counterparty' | 'fee' | 'amount' | 'before' | 'after' | 'bank' | 'reference' | 'evidence'
>;

const NO_MONEY = {
  kind: null,
  before: null,
  after: null,
  counterparty: null,
  fee: null,
  amount: 0n,
} as const;
const NO_LINE = { bank: null, reference: null, evidence: null } as const;
const NO_BALANCE = { kind: null, before: null, after: null } as const;

function moneyOf(work: Work): Money {
  if (work.type === 'adjustment') {
    const { kind } = work;
    const [before, after] = [BigInt(work.before), BigInt(work.after)];
    return { ...NO_LINE, kind, counterparty: null, fee: null, amount: after - before, before, after };
  }
  if (work.type === 'house-spending')
    return { ...NO_LINE, ...NO_BALANCE, counterparty: null, fee: null, amount: -BigInt(work.amount) };
  if (work.type === 'review') {
    const { amount, decision, purchases } = work;
    const [first = '', ...others] = purchases;
    const reference = others.length === 0 ? first : `${purchases.length} transactions`;
    return { ...NO_LINE, ...NO_MONEY, kind: decision, amount: BigInt(amount), reference };
  }
  if (work.type === 'house')
    return { ...NO_LINE, ...NO_BALANCE, counterparty: null, fee: null, amount: BigInt(work.amount) };
  if (work.type === 'payouts' || work.type === 'price') return { ...NO_LINE, ...NO_MONEY };
  if (work.type === 'bank-account') {
    const { bank, accountNumber, accountName } = work.change.terms;
    return { ...NO_MONEY, bank, reference: accountNumber, evidence: accountName };
  }
  if (work.type === 'brand') {
    const { contacts, texts } = work.change;
    return {
      ...NO_MONEY,
      ...NO_LINE,
      evidence: contactsText(contacts, texts),
    };
  }
  if (work.type === 'legal') return { ...NO_MONEY, ...NO_LINE, evidence: work.legal.text };
  if (work.type === 'broadcast') return { ...NO_MONEY, ...NO_LINE, evidence: work.broadcast.message };
  if (work.type === 'assignment') {
    const { provider, transactionReference: reference, amount } = work.payment;
    return {
      ...NO_LINE,
      ...NO_BALANCE,
      counterparty: provider,
      fee: null,
      amount: BigInt(amount),
      reference,
    };
  }
  if (work.type === 'chargeback' || work.type === 'chargeback-won') {
    const { provider, transactionReference, dispute, amount, evidence } = work.payment;
    const kobo = BigInt(amount);
    const reference = `${dispute} of ${transactionReference}`;
    const money = { ...NO_LINE, ...NO_BALANCE, counterparty: provider, reference, evidence };
    return work.type === 'chargeback'
      ? {
          ...money,
          kind: work.payment.freeze ? 'freeze' : null,
          fee: BigInt(work.payment.fee),
          amount: -kobo,
        }
      : { ...money, fee: null, amount: kobo };
  }
  const { amount, bank, reference, evidence } = work.type === 'credit' ? work : work.line;
  const line = { ...NO_BALANCE, amount: BigInt(amount), bank, reference, evidence };
  if (work.type === 'top-up') return { ...line, counterparty: String(work.line.vendor), fee: null };
  if (work.type === 'settlement')
    return { ...line, counterparty: work.line.provider, fee: BigInt(work.line.fee) };
  if (work.type === 'return') return { ...line, counterparty: work.line.provider, fee: null };
  return { ...line, counterparty: null, fee: null };
}

const nameOf = ({ provider, transactionReference }: PaymentName): string =>
  `${provider === BY_HAND ? 'the credit by hand' : provider} ${transactionReference}`.trimEnd();

function requestedRow(
  { at, actor, data: { approvalId, userId, reason, work, likely } }: Requested,
  opened: ProjectedEvent['opened'],
): ApprovalRow {
  const depositor = opened?.['depositor'] ?? opened?.['recipient'];
  const money = moneyOf(work);
  const perhaps = likely && ` (perhaps ${nameOf(likely)} again)`;
  return {
    approval_id: approvalId,
    user_id: userId,
    standing: 'waiting',
    work: work.type,
    ...money,
    ...(perhaps && { reference: `${money.reference ?? ''}${perhaps}` }),
    depositor: typeof depositor === 'string' ? depositor : null,
    reason,
    requested_by: actor.id,
    decided_by: null,
    decided_at: null,
    why: null,
    at,
  };
}

const set = (
  { data: { approvalId } }: { readonly data: { readonly approvalId: string } },
  columns: Partial<ApprovalRow>,
): readonly Operation[] => [{ op: 'set', key: approvalId, columns }];

export const approvalsProjection = projectionOn<ApprovalEvent, ApprovalRow>({
  view: approvalsView,
  person: personOf,
  adminList: 'approvals',
  on: {
    ApprovalGranted: (event) =>
      set(event, { standing: 'granted', decided_by: event.actor.id, decided_at: event.at }),
    ApprovalRefused: (event) =>
      set(event, {
        standing: 'refused',
        decided_by: event.actor.id,
        decided_at: event.at,
        why: event.data.reason,
      }),
    ApprovalApplied: (event) => set(event, { standing: 'applied' }),
    ApprovalLapsed: (event) => set(event, { standing: 'lapsed', why: event.data.why }),
  },
  onOpened: {
    ApprovalRequested: (event, opened) => [{ op: 'put', row: requestedRow(event, opened) }],
  },
});
