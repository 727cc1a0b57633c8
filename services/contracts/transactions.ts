import { z } from 'zod';
import { TRANSACTION_STATUSES } from './services.js';

/** What a purchase goes through, in the order it happened. */
export const TRANSACTION_STEPS = [
  'accepted',
  'sent',
  'pending',
  'unknown',
  'review',
  'delivered',
  'refunded',
  'reversed',
] as const;
export type TransactionStepName = (typeof TRANSACTION_STEPS)[number];

export const TransactionStep = z.object({ step: z.enum(TRANSACTION_STEPS), at: z.string() });

/** One purchase in a list. Money is naira, times are ISO 8601 with +01:00. */
export const TransactionRow = z.object({
  transaction_history_date: z.string(),
  api_transaction_reference: z.string(),
  service: z.string(),
  /** What the customer was charged. */
  amount: z.number(),
  /** Right after the purchase was accepted. */
  wallet_balance: z.number(),
  /** Empty when the person was erased. */
  phone_number: z.string(),
  transaction_status: z.enum(TRANSACTION_STATUSES),
  /** The same word: the old contract shows both. */
  status: z.enum(TRANSACTION_STATUSES),
  token_pin: z.string().optional(),
});
export type TransactionRow = z.output<typeof TransactionRow>;

/** A line of a receipt: what it is called, what it says. `copy` for what people type elsewhere: tokens, pins. */
export const ReceiptFact = z.object({
  label: z.string(),
  value: z.string(),
  copy: z.boolean().optional(),
});
export type ReceiptFact = z.output<typeof ReceiptFact>;

/** One purchase on its own page: the receipt. */
export const TransactionDetails = TransactionRow.extend({
  /** What was bought, in words. */
  product: z.string(),
  /** Meter, customer name, tokens, pins, units, session id …, in the order they are read. */
  facts: z.array(ReceiptFact),
  /** Name of the network, for airtime and data. */
  network: z.string().optional(),
  /** Face value: what is delivered. */
  face_value: z.number(),
  price: z.number(),
  discount: z.number(),
  steps: z.array(TransactionStep),
});
export type TransactionDetails = z.output<typeof TransactionDetails>;
