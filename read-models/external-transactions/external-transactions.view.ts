import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES } from '../../services/contracts/services.js';

const STANDINGS = ['open', 'refunded', 'delivered'] as const;

const ExternalTransactionRow = z.object({
  purchase_id: z.string(),
  user_id: z.string(),
  /** Reference of the purchase. Null for purchases that an older program version stored. */
  reference: z.string().nullable(),
  service: z.enum(SERVICES).nullable(),
  vendor: z.number().nullable(),
  price: z.bigint().nullable(),
  opened_at: z.string().nullable(),
  label: z.string().nullable(),
  why: z.string(),
  open: z.boolean(),
  standing: z.enum(STANDINGS),
  /** Id of the administrator who decided. Null while the review is `open`. */
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  reason: z.string().nullable(),
  /**
   * Act of the vendor after the decision: `late` is a delivery after the refund, and `reversed` is a withdrawn
   * delivery.
   */
  after: z.enum(['late', 'reversed']).nullable(),
  at: z.string(),
  asked_position: z.bigint(),
});
export type ExternalTransactionRow = z.output<typeof ExternalTransactionRow>;

/** Rows contain no personal data. */
export const externalTransactionsView: View<ExternalTransactionRow> = {
  name: 'external_transactions',
  version: 2,
  row: ExternalTransactionRow,
  key: 'purchase_id',
  indexes: [
    ['open', 'at'],
    ['open', 'asked_position'],
    ['user_id', 'at'],
    ['decided_by', 'at'],
    ['vendor', 'at'],
    ['service', 'at'],
    ['price', 'at'],
  ],
  searchable: ['reference', 'user_id', 'service', 'label', 'standing', 'why'],
  words: { service: SERVICES, standing: STANDINGS },
};
