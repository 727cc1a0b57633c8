import type { Payment } from '../vendor-books.js';

export interface StatementRow {
  readonly reference: string;
  readonly transactionId: string;
  readonly product: string;
  /** Naira charged. */
  readonly charged: number;
  readonly status: string;
  /** Unix ms. */
  readonly at: number;
}

export type StatementWords = (
  payment: Payment,
) => (Pick<StatementRow, 'transactionId' | 'charged'> & Partial<StatementRow>) | undefined;

/**
 * Payment states, spelt as in the statement. `review` and `unknown` count as pending, because they can still
 * change.
 */
const STATUS: Readonly<Record<Payment['state'], string>> = {
  delivered: 'delivered',
  pending: 'pending',
  review: 'pending',
  unknown: 'pending',
  notFound: 'failed',
  failed: 'failed',
  reversed: 'reversed',
};

export function vendorRow(payment: Payment, vendors: readonly StatementWords[]): StatementRow {
  const { requestId, service, state, at } = payment;
  for (const wordsOf of vendors) {
    const words = wordsOf(payment);
    if (words) return { reference: requestId, product: service, status: STATUS[state], at, ...words };
  }
  throw new Error(`No vendor of the sandbox has the payment ${requestId}.`);
}
