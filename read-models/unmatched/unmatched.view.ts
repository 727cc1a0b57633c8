import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { UNMATCHED_STANDINGS } from '../../services/contracts/admin/unmatched.contract.js';

const UnmatchedRow = z.object({
  /** `<provider> <reference>`. */
  payment: z.string(),
  provider: z.string(),
  reference: z.string(),
  /** What it was paid to: belongs to nobody. */
  account_reference: z.string(),
  amount: z.bigint(),
  standing: z.enum(UNMATCHED_STANDINGS),
  /** To whom it was assigned; null of everything else. */
  assigned_to: z.string().nullable(),
  /** Line of our bank that sent it back; null of everything else. */
  bank: z.string().nullable(),
  bank_reference: z.string().nullable(),
  reason: z.string().nullable(),
  /** Null while nobody has decided. */
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** When it was booked. Times are UTC, as in the events. */
  at: z.string(),
});
export type UnmatchedRow = z.output<typeof UnmatchedRow>;

/** Every payment that arrived for nobody known, and what became of it. */
export const unmatchedView: View<UnmatchedRow> = {
  name: 'unmatched',
  version: 1,
  row: UnmatchedRow,
  key: 'payment',
  indexes: [['at'], ['standing', 'at']],
  searchable: ['reference', 'account_reference', 'bank_reference'],
};
