import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES, TRANSACTION_STATUSES } from '../../services/contracts/services.js';
import { ReceiptFact, TransactionStep } from '../../services/contracts/history.contract.js';

const HistoryRow = z.object({
  purchase_id: z.string(),
  user_id: z.string(),
  reference: z.string(),
  service: z.enum(SERVICES),
  /** Product in words, such as `Mtn 1GB - 30 days`. Never names the recipient. */
  label: z.string(),
  /** Code of `NETWORKS`, for airtime and data; otherwise null. */
  network: z.number().nullable(),
  /** Face value. */
  amount: z.bigint(),
  discount: z.bigint(),
  /** Our fee, part of `price`. */
  fee: z.bigint(),
  /** Charged kobo: the delivered share after a partial delivery. */
  price: z.bigint(),
  /** Kobo given back after a partial delivery. */
  refunded: z.bigint(),
  /** Delivered share such as `2 of 3`; null unless partial. */
  part: z.string().nullable(),
  /** Available balance right after `PurchaseAccepted`. */
  wallet_balance: z.bigint(),
  /** `available` right after a refund, reversal or partial delivery; null until then. */
  balance_after_return: z.bigint().nullable(),
  /** Phone, meter, smartcard, account or customer id; null after erasure. */
  recipient: z.string().nullable(),
  token_pin: z.string().nullable(),
  /** Receipt lines: `order_facts` about the recipient, `delivery_facts` about the delivery. */
  order_facts: z.array(ReceiptFact).nullable(),
  delivery_facts: z.array(ReceiptFact).nullable(),
  vendor: z.number(),
  status: z.enum(TRANSACTION_STATUSES),
  /** UTC. */
  steps: z.array(TransactionStep),
  at: z.string(),
});
export type HistoryRow = z.output<typeof HistoryRow>;

/** A row per purchase, from `PurchaseAccepted` on. */
export const historyView: View<HistoryRow> = {
  name: 'history',
  version: 5,
  row: HistoryRow,
  key: 'purchase_id',
  // `reference` needs no index, because `idsOfReference` finds the row by key. SQLite uses the
  // first of `lists` instead of this index.
  indexes: [['user_id', 'service', 'at']],
  lists: [
    // Lists for search texts that name a customer, a price or a vendor.
    { by: ['user_id', 'at'], holds: ['price', 'service'] },
    { by: ['price', 'at'], holds: ['service'] },
    { by: ['vendor', 'at'], holds: ['price', 'service'] },
    // Index that grows only at its end, and that no change of `status` touches.
    { by: ['at'], holds: ['price'] },
    // The export of one service can be searched by kind, so the index holds `label`.
    { by: ['service', 'at'], holds: ['status', 'price', 'label'] },
    // Holds only purchases that are not Successful, so the index stays small. `searches` lets a
    // search read only the index.
    {
      by: ['status', 'at'],
      holds: ['service', 'price'],
      searches: ['vendor', 'user_id', 'label', 'reference', 'recipient'],
      except: { column: 'status', is: 'Successful' },
    },
  ],
  arrivesBy: 'at',
  searchable: ['reference', 'service', 'recipient', 'status'],
  words: { service: SERVICES, status: TRANSACTION_STATUSES },
  searchFilters: ['service'],
  personal: ['recipient', 'token_pin', 'order_facts', 'delivery_facts'],
};
