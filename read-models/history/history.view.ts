import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES, TRANSACTION_STATUSES } from '../../services/contracts/services.js';
import { ReceiptFact, TransactionStep } from '../../services/contracts/history.contract.js';

const HistoryRow = z.object({
  purchase_id: z.string(),
  user_id: z.string(),
  reference: z.string(),
  service: z.enum(SERVICES),
  /** Product in words, such as `Mtn 1GB - 30 days`. Never contains the recipient. */
  label: z.string(),
  /** Code of the network (`NETWORKS`) for airtime and data; otherwise null. */
  network: z.number().nullable(),
  /** Face value in kobo. */
  amount: z.bigint(),
  discount: z.bigint(),
  /** Our fee in kobo, included in `price`. */
  fee: z.bigint(),
  /** Charged kobo. After a partial delivery, the price of the delivered part. */
  price: z.bigint(),
  /** Kobo returned after a partial delivery. */
  refunded: z.bigint(),
  /** Delivered part, such as `2 of 3`; null unless the delivery was partial. */
  part: z.string().nullable(),
  /** Available balance right after the purchase was accepted. */
  wallet_balance: z.bigint(),
  /** Available balance right after a refund, reversal or partial delivery; null until then. */
  balance_after_return: z.bigint().nullable(),
  /** Phone, meter, smartcard, account or customer id; null after erasure. */
  recipient: z.string().nullable(),
  token_pin: z.string().nullable(),
  /** Receipt lines about the recipient (`order_facts`) and the delivery (`delivery_facts`). */
  order_facts: z.array(ReceiptFact).nullable(),
  delivery_facts: z.array(ReceiptFact).nullable(),
  vendor: z.number(),
  status: z.enum(TRANSACTION_STATUSES),
  /** UTC. */
  steps: z.array(TransactionStep),
  at: z.string(),
});
export type HistoryRow = z.output<typeof HistoryRow>;

export const historyView: View<HistoryRow> = {
  name: 'history',
  version: 5,
  row: HistoryRow,
  key: 'purchase_id',
  indexes: [['user_id', 'service', 'at']],
  lists: [
    { by: ['user_id', 'at'], holds: ['price', 'service'] },
    { by: ['price', 'at'], holds: ['service'] },
    { by: ['vendor', 'at'], holds: ['price', 'service'] },
    { by: ['at'], holds: ['price'] },
    { by: ['service', 'at'], holds: ['status', 'price', 'label'] },
    // Small index without successful purchases.
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
