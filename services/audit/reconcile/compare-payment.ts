import type { Kobo } from '../../contracts/money.js';
import type { OurEntry } from './our-books.js';
import type { TheirState } from './statement-columns.js';
import type { StatementLine } from './read-statement.js';

/** How the two sides can disagree about a payment. */
export const DIFFERENCES = [
  /** They charged or took in what we do not have. */
  'missingHere',
  /** We booked what their statement does not have. */
  'missingThere',
  'differentAmount',
  /** Its outcome is unknown to us, and they know it. */
  'openHere',
  /** We know its outcome, and they do not yet. */
  'openThere',
  /** We gave it up, or gave the money back, and they charged. */
  'refundedHere',
  /** We took note that they took it back, and they charge for it. */
  'reversedHere',
  /** We booked it, and they say that it failed or that they gave it back. */
  'givenBackThere',
  /** Their statement charges for it more than once. */
  'repeated',
] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** `unsettled`: open on both sides. `uncharged`: both know that nothing was charged. */
export type Agreement = 'matched' | 'unsettled' | 'uncharged';
export type Verdict = Agreement | Difference;

/** What all lines of a statement about one payment come to. */
export interface TheirEntry {
  /** Of the first that is charged, or of the first. */
  readonly line: number;
  readonly reference?: string;
  readonly vendorReference?: string;
  readonly state: TheirState;
  /** Lines that charge, less those that give back. */
  readonly charges: number;
  /** What those come to. */
  readonly amount: Kobo;
  readonly atMs?: number;
}

/** Adds up the lines of one payment: a reversal is often a line of its own, and a state that ends is later than one that waits. */
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
      // Lines that give back name what they give back; which of several they mean nobody knows.
      amount: charges === charged ? this.sum : amount * BigInt(charges),
      ...(reference !== undefined && { reference }),
      ...(vendorReference !== undefined && { vendorReference }),
      ...(atMs !== undefined && { atMs }),
    };
  }
}

/** What the two sides say of one payment that at least one of them has. */
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
