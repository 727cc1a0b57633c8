import { z } from 'zod';
import type { View } from '../../infra/read-store/view.js';
import { SERVICES, TRANSACTION_STATUSES } from '../../services/contracts/services.js';
import { ReceiptFact, TransactionStep } from '../../services/contracts/history.contract.js';

const HistoryRow = z.object({
  purchase_id: z.string(),
  user_id: z.string(),
  reference: z.string(),
  service: z.enum(SERVICES),
  /** What was bought, in words: `Mtn 1GB - 30 days`. Says nothing of whom it was for. */
  label: z.string(),
  /** Of airtime and data. */
  network: z.number().nullable(),
  /** Face value. */
  amount: z.bigint(),
  discount: z.bigint(),
  /** Our fee, part of the price. */
  fee: z.bigint(),
  /** What was charged; after a partial delivery, for what was delivered. */
  price: z.bigint(),
  /** Given back of a partial delivery. */
  refunded: z.bigint(),
  /** Of a partial delivery, `2 of 3`. */
  part: z.string().nullable(),
  /** What could be spent right after the purchase was accepted. */
  wallet_balance: z.bigint(),
  /** The same right after money of it came back: refund, reversal, or the part that was not delivered. Null until then. */
  balance_after_return: z.bigint().nullable(),
  /** Phone, meter, smartcard, account or customer id. Null when the person was erased. */
  recipient: z.string().nullable(),
  /** Tokens or pins of a delivery, as one text. */
  token_pin: z.string().nullable(),
  /** What a receipt says of whom it was for, and of what came. */
  order_facts: z.array(ReceiptFact).nullable(),
  delivery_facts: z.array(ReceiptFact).nullable(),
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
  version: 5,
  row: HistoryRow,
  key: 'purchase_id',
  // A purchase is found by its reference through its id: an index fewer to write in.
  // SQLite has it in the first of the lists.
  indexes: [['user_id', 'service', 'at']],
  lists: [
    // What somebody means who searches for a customer by an email, for an amount, or for a vendor by its name: all of it or of a service.
    { by: ['user_id', 'at'], holds: ['price', 'service'] },
    { by: ['price', 'at'], holds: ['service'] },
    { by: ['vendor', 'at'], holds: ['price', 'service'] },
    // It grows at its end only, and a change of status does not touch it.
    { by: ['at'], holds: ['price'] },
    // A file of one service is searched by what its purchases are called.
    { by: ['service', 'at'], holds: ['status', 'price', 'label'] },
    // Nearly every purchase is successful in the end, and leaves it. What is searched is in it: the few others are gone through there.
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
