import type { Payment } from '../vtpass/vendor-books.js';

/** A line of a vendor's statement. */
export interface StatementRow {
  /** As the customer named it; empty where the vendor takes no name. */
  readonly reference: string;
  readonly transactionId: string;
  readonly product: string;
  /** Naira. */
  readonly charged: number;
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a vendor says of a payment in its own way; undefined where the payment was made to another vendor. */
export type StatementWords = (
  payment: Payment,
) => (Pick<StatementRow, 'transactionId' | 'charged'> & Partial<StatementRow>) | undefined;

/** What is under review, and what the vendor does not know itself, is not over. */
const STATUS: Readonly<Record<Payment['state'], string>> = {
  delivered: 'delivered',
  pending: 'pending',
  review: 'pending',
  unknown: 'pending',
  notFound: 'failed',
  failed: 'failed',
  reversed: 'reversed',
};

/** What the vendor of the payment says of it, and nothing of whom it was for. The first that knows the payment says it. */
export function vendorRow(payment: Payment, vendors: readonly StatementWords[]): StatementRow {
  const { requestId, service, state, at } = payment;
  for (const wordsOf of vendors) {
    const words = wordsOf(payment);
    if (words) return { reference: requestId, product: service, status: STATUS[state], at, ...words };
  }
  throw new Error(`No vendor of the sandbox has the payment ${requestId}.`);
}
