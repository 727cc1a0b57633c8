import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { APPROVAL_STANDINGS } from '../../services/contracts/admin/money-desk.contract.js';

const ApprovalRow = z.object({
  approval_id: z.string(),
  user_id: z.string(),
  standing: z.enum(APPROVAL_STANDINGS),
  work: z.string(),
  /**
   * Kind of an adjustment, decision of a review, or `freeze` for a chargeback that also stops the customer's
   * spending. Null for any other request.
   */
  kind: z.string().nullable(),
  /** Vendor code of a top-up, or name of the payment provider that the request is about. */
  counterparty: z.string().nullable(),
  /** Kobo that the payment provider kept as its fee. Null when this kind of request has no fee. */
  fee: z.bigint().nullable(),
  /** Kobo. Negative when the money is taken from the wallet. */
  amount: z.bigint(),
  /** Wallet balance before and after an `adjustment`. Null for any other request. */
  before: z.bigint().nullable(),
  after: z.bigint().nullable(),
  /** Bank of a statement line, or of the new account for payments. Null in other approval requests. */
  bank: z.string().nullable(),
  reference: z.string().nullable(),
  evidence: z.string().nullable(),
  /**
   * Payer of a `credit`, or recipient of a purchase from the company's own wallet. Null for any other request
   * and after erasure.
   */
  depositor: z.string().nullable(),
  reason: z.string(),
  requested_by: z.string(),
  /** Null until decided. */
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  why: z.string().nullable(),
  /** UTC. */
  at: z.string(),
});
export type ApprovalRow = z.output<typeof ApprovalRow>;

export const approvalsView: View<ApprovalRow> = {
  name: 'approvals',
  version: 5,
  row: ApprovalRow,
  key: 'approval_id',
  indexes: [['at'], ['standing', 'at'], ['user_id']],
  searchable: ['reason', 'reference', 'bank'],
  personal: ['depositor'],
};
