import type { Kobo } from '../../contracts/money.js';
import type { OurEntry } from './our-books.js';
import type { TheirState } from './statement-columns.js';
import type { StatementLine } from './statement.js';

export const DIFFERENCES = [
  /** The statement contains the payment, but our books do not. */
  'missingHere',
  /** Our books contain the charge, but the statement does not. */
  'missingThere',
  'differentAmount',
  /** The payment is open in our books but has ended on the statement. */
  'openHere',
  /** The payment has ended in our books but is pending on the statement. */
  'openThere',
  /** The payment failed in our books but is charged on the statement. */
  'refundedHere',
  /** The payment is reversed in our books but charged on the statement. */
  'reversedHere',
  /** The payment is charged in our books but failed or reversed on the statement. */
  'givenBackThere',
  /** The payment is charged more than once on the statement. */
  'repeated',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

/**
 * `unsettled`: the payment is open in our books, and pending or missing on the statement. `uncharged`: the
 * payment is charged neither in our books nor on the statement.
 */
export type Agreement = 'matched' | 'unsettled' | 'uncharged';
export type Verdict = Agreement | Difference;

export interface TheirEntry {
  readonly line: number;
  readonly reference?: string;
  readonly vendorReference?: string;
  readonly state: TheirState;
  /** Charges minus reversals. */
  readonly charges: number;
  readonly amount: Kobo;
  readonly atMs?: number;
}

export class TheirLines {
  private first: StatementLine | undefined;
  private charged: StatementLine | undefined;
  private readonly counts: Record<TheirState, number> = { charged: 0, pending: 0, failed: 0, reversed: 0 };
  private sum = 0n;

  add(line: StatementLine): void {
    this.first ??= line;
    this.counts[line.state] += 1;
    if (line.state !== 'charged') return;
    this.charged ??= line;
    this.sum += line.amount;
  }

  total(): TheirEntry {
    const { charged, pending, failed, reversed } = this.counts;
    const { line, reference, vendorReference, atMs, amount } = (this.charged ?? this.first)!;
    const charges = Math.max(0, charged - reversed);
    const ended = failed > 0 && pending === 0 ? 'failed' : 'pending';
    const state = charges > 0 ? 'charged' : reversed > 0 ? 'reversed' : ended;
    return {
      line,
      state,
      charges,
      amount: charges === charged ? this.sum : amount * BigInt(charges),
      ...(reference !== undefined && { reference }),
      ...(vendorReference !== undefined && { vendorReference }),
      ...(atMs !== undefined && { atMs }),
    };
  }
}

export function comparePayment(ours: OurEntry | undefined, theirs: TheirEntry | undefined): Verdict {
  if (theirs && theirs.charges > 1) return 'repeated';
  if (!ours) return theirs?.state === 'charged' || theirs?.state === 'pending' ? 'missingHere' : 'uncharged';
  if (!theirs) {
    if (ours.state === 'charged') return 'missingThere';
    return ours.state === 'open' ? 'unsettled' : 'uncharged';
  }
  const waits = theirs.state === 'pending';
  switch (ours.state) {
    case 'open':
      return waits ? 'unsettled' : 'openHere';
    case 'charged':
      if (waits) return 'openThere';
      if (theirs.state !== 'charged') return 'givenBackThere';
      return theirs.amount === BigInt(ours.amount) ? 'matched' : 'differentAmount';
    case 'failed':
    case 'reversed':
      if (waits) return 'openThere';
      if (theirs.state !== 'charged') return 'uncharged';
      return ours.state === 'failed' ? 'refundedHere' : 'reversedHere';
  }
}
