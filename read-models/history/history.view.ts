import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES, TRANSACTION_STATUSES } from '../../services/contracts/services.js';
import { TransactionStep } from '../../services/contracts/transactions.js';

const HistoryRow = z.object({
  purchase_id: z.string(),
  user_id: z.string(),
  reference: z.string(),
  service: z.enum(SERVICES),
  network: z.number().nullable(),
  /** Face value. */
  amount: z.bigint(),
  discount: z.bigint(),
  /** What was charged. */
  price: z.bigint(),
  wallet_balance: z.bigint(),
  recipient: z.string().nullable(),
  vendor: z.number(),
  status: z.enum(TRANSACTION_STATUSES),
  /** Times are UTC, as in the events. */
  steps: z.array(TransactionStep),
  at: z.string(),
});
export type HistoryRow = z.output<typeof HistoryRow>;

/** Every purchase, one row each, from the moment it is accepted. */
export const historyView: View<HistoryRow> = {
  name: 'history',
  version: 1,
  row: HistoryRow,
  key: 'purchase_id',
  indexes: [['user_id', 'at'], ['user_id', 'service', 'at'], ['reference']],
  searchable: ['reference', 'service', 'recipient', 'status'],
  words: { service: SERVICES, status: TRANSACTION_STATUSES },
  personal: ['recipient'],
};
