import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { UNMATCHED_STANDINGS } from '../../services/contracts/admin/unmatched.contract.js';

const UnmatchedRow = z.object({
  /** `<provider> <reference>`. */
  payment: z.string(),
  provider: z.string(),
  reference: z.string(),
  account_reference: z.string(),
  /** Kobo; zero while `unread`. */
  amount: z.bigint(),
  standing: z.enum(UNMATCHED_STANDINGS),
  /**
   * True while the amount in a provider's answer is uncertain and an administrator must decide about the
   * payment.
   */
  unread: z.boolean(),
  /**
   * Field of the provider's answer that made the amount uncertain, its type, and the digest of the answer. Null
   * when the amount was certain.
   */
  unread_field: z.string().nullable(),
  unread_type: z.string().nullable(),
  unread_digest: z.string().nullable(),
  /** Customer who got the money. Null unless `standing` is `assigned`. */
  assigned_to: z.string().nullable(),
  /** Bank and reference of the transfer that returned the money. Null unless `standing` is `returned`. */
  bank: z.string().nullable(),
  bank_reference: z.string().nullable(),
  reason: z.string().nullable(),
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
