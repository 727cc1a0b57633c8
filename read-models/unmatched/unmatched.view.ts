import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { UNMATCHED_STANDINGS } from '../../services/contracts/admin/unmatched.contract.js';

const UnmatchedRow = z.object({
  /** `<provider> <reference>`. */
  payment: z.string(),
  provider: z.string(),
  reference: z.string(),
  account_reference: z.string(),
  /** Zero while `unread`. */
  amount: z.bigint(),
  standing: z.enum(UNMATCHED_STANDINGS),
  /** True while a person has to decide about an answer without a certain amount. */
  unread: z.boolean(),
  /** Unread part of the answer, its type, and the digest of the answer; null for a certain payment. */
  unread_field: z.string().nullable(),
  unread_type: z.string().nullable(),
  unread_digest: z.string().nullable(),
  /** Customer when `standing` is `assigned`; otherwise null. */
  assigned_to: z.string().nullable(),
  /** Bank line when `standing` is `returned`; otherwise null. */
  bank: z.string().nullable(),
  bank_reference: z.string().nullable(),
  reason: z.string().nullable(),
  /** Null until decided. */
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** UTC. */
  at: z.string(),
});
export type UnmatchedRow = z.output<typeof UnmatchedRow>;

export const unmatchedView: View<UnmatchedRow> = {
  name: 'unmatched',
  version: 2,
  row: UnmatchedRow,
  key: 'payment',
  indexes: [['at'], ['standing', 'at'], ['unread', 'at']],
  searchable: ['reference', 'account_reference', 'bank_reference'],
};
