import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES } from '../../services/contracts/services.js';

const STANDINGS = ['open', 'refunded', 'delivered'] as const;

const ExternalTransactionRow = z.object({
  purchase_id: z.string(),
  user_id: z.string(),
  /** These five are null in rows of old ledgers: `history` has them. */
  reference: z.string().nullable(),
  service: z.enum(SERVICES).nullable(),
  vendor: z.number().nullable(),
  price: z.bigint().nullable(),
  opened_at: z.string().nullable(),
  /** What was bought, in words; null in rows of old ledgers: `history` has it. */
  label: z.string().nullable(),
  why: z.string(),
  /** Whether a person still has to decide. */
  open: z.boolean(),
  standing: z.enum(STANDINGS),
  /** Id of the administrator; null while it is open, and when the vendor answered before anybody decided. */
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** Of the administrator. */
  reason: z.string().nullable(),
  /** What the vendor did after the end: delivered what was refunded, or took its delivery back. */
  after: z.enum(['late', 'reversed']).nullable(),
  /** When a person was asked. */
  at: z.string(),
  /** Where in the log they were asked. */
  asked_position: z.bigint(),
});
export type ExternalTransactionRow = z.output<typeof ExternalTransactionRow>;

/** Every purchase that a person was ever asked about, one row each. Nothing in it is personal. */
export const externalTransactionsView: View<ExternalTransactionRow> = {
  name: 'external_transactions',
  version: 2,
  row: ExternalTransactionRow,
  key: 'purchase_id',
  indexes: [
    ['open', 'at'],
    ['open', 'asked_position'],
    // What a text means that names a customer, an administrator, a vendor, a service or an amount.
    ['user_id', 'at'],
    ['decided_by', 'at'],
    ['vendor', 'at'],
    ['service', 'at'],
    ['price', 'at'],
  ],
  searchable: ['reference', 'user_id', 'service', 'label', 'standing', 'why'],
  words: { service: SERVICES, standing: STANDINGS },
};
