import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { APPROVAL_STANDINGS } from '../../services/contracts/admin/money-desk.contract.js';

const ApprovalRow = z.object({
  approval_id: z.string(),
  /** Whose money it is about. */
  user_id: z.string(),
  standing: z.enum(APPROVAL_STANDINGS),
  /** `adjustment`, `credit`, `house`, `top-up`, `settlement`, `assignment`, `return`, `chargeback` or `chargeback-won`. */
  work: z.string(),
  /** Kind of an adjustment; `freeze` of a chargeback that stops the customer's spending; null of everything else. */
  kind: z.string().nullable(),
  /** Code of the vendor that is topped up, or of the payment provider that settles, or that a payment came through that is unmatched or disputed; null of everything else. */
  counterparty: z.string().nullable(),
  /** What the payment provider kept; null of everything else. */
  fee: z.bigint().nullable(),
  /** What moves: negative when it is taken. */
  amount: z.bigint(),
  /** Of an adjustment; null of everything else. */
  before: z.bigint().nullable(),
  after: z.bigint().nullable(),
  /** Of a line of a bank; null of an adjustment. */
  bank: z.string().nullable(),
  reference: z.string().nullable(),
  evidence: z.string().nullable(),
  /** Who paid, of a credit; null of everything else, and when the customer was erased. */
  depositor: z.string().nullable(),
  reason: z.string(),
  requested_by: z.string(),
  /** Null while nobody has decided. */
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** Why it was refused, or could not be done. */
  why: z.string().nullable(),
  /** When it was asked for. Times are UTC, as in the events. */
  at: z.string(),
});
export type ApprovalRow = z.output<typeof ApprovalRow>;

/** Everything that a second administrator was ever asked to agree with. */
export const approvalsView: View<ApprovalRow> = {
  name: 'approvals',
  version: 4,
  row: ApprovalRow,
  key: 'approval_id',
  indexes: [['at'], ['standing', 'at'], ['user_id']],
  searchable: ['reason', 'reference', 'bank'],
  personal: ['depositor'],
};
