import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES, TRANSACTION_STATUSES } from '../../services/contracts/services.js';
import { ReceiptFact, TransactionStep } from '../../services/contracts/history.contract.js';

const HistoryRow = z.object({
  purchase_id: z.string(),
  user_id: z.string(),
  reference: z.string(),
  service: z.enum(SERVICES),
  /** Name of the product, such as `Mtn 1GB - 30 days`. Never contains the recipient. */
  label: z.string(),
  /** Code of the network (`NETWORKS`) for airtime and data. Null for other services. */
  network: z.number().nullable(),
  /** Face value in kobo. */
  amount: z.bigint(),
  discount: z.bigint(),
  /** Our fee in kobo. `price` includes this fee. */
  fee: z.bigint(),
  /** Kobo that the customer paid. After a partial delivery, this is the price of the delivered part. */
  price: z.bigint(),
  /** Kobo returned after a partial delivery. */
  refunded: z.bigint(),
  /** Part that was delivered, such as `2 of 3`. Null unless the delivery was partial. */
  part: z.string().nullable(),
  /** Available balance right after the purchase was accepted. */
  wallet_balance: z.bigint(),
  /**
   * Available balance right after the return of money (refund, reversal or partial delivery). Null without a
   * return.
   */
  balance_after_return: z.bigint().nullable(),
  /** Phone, meter, smartcard, account or customer id that gets the product. Null after erasure. */
  recipient: z.string().nullable(),
  token_pin: z.string().nullable(),
  /** Lines of the receipt: `order_facts` about the recipient, and `delivery_facts` about the delivery. */
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
    // Index without successful purchases, so that it stays small.
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
