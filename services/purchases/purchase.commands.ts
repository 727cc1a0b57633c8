import type { QueryOutcome } from '../vendors/vendor-adapter.js';
import type { PurchaseOpened } from './purchase.events.js';

/** When an unanswered attempt is given up, when a person must look, and until when another vendor is tried. Milliseconds. */
export interface OutcomePolicy {
  readonly notFoundAfterMs: number;
  readonly notFoundSpacingMs: number;
  readonly reviewAfterMs: number;
  readonly failoverWithinMs: number;
}

export type PurchaseCommand =
  OpenPurchase | StartAttempt | RecordOutcome | QuestionAttempt | RequireReview | ResolveReview;

export interface OpenPurchase {
  readonly type: 'OpenPurchase';
  readonly order: PurchaseOpened;
  /** Claims the first attempt in the same step, under this reference. Whoever gets no events must not send. */
  readonly vendorReference?: string;
}

/** Claims the right to send attempt `attempt` to `vendor`. Whoever gets no event must not send. */
export interface StartAttempt {
  readonly type: 'StartAttempt';
  readonly attempt: number;
  readonly vendor: number;
  readonly vendorReference: string;
}

/** What the vendor said about an attempt, in answer to the purchase itself (`dispatch`) or to a question (`query`). */
export interface RecordOutcome {
  readonly type: 'RecordOutcome';
  readonly source: 'dispatch' | 'query';
  readonly attempt: number;
  readonly outcome: QueryOutcome;
  /** When it was asked, milliseconds since the epoch; by default now. What happened since, the answer may not know. */
  readonly askedAt?: number;
  /** Tokens and pins of a delivery, already encrypted for the customer. */
  readonly sealed?: string;
  /** Who else could deliver, should this attempt have failed without a charge. */
  readonly otherVendor?: number;
  readonly policy: OutcomePolicy;
  readonly now: Date;
}

/** The vendor says unasked that something became of an attempt: it has to be asked, even when the purchase is settled. */
export interface QuestionAttempt {
  readonly type: 'QuestionAttempt';
  readonly attempt: number;
}

/** Hands the purchase to a person: because it is open too long (checked here), or for a reason that stands at once. */
export interface RequireReview {
  readonly type: 'RequireReview';
  readonly why: 'open-too-long' | 'vendor-not-configured' | 'order-unreadable' | 'vendor-cannot-be-asked';
  readonly policy: OutcomePolicy;
  readonly now: Date;
}

/** A person's decision about a purchase the vendor left open. */
export interface ResolveReview {
  readonly type: 'ResolveReview';
  readonly decision: 'delivered' | 'refund';
  readonly reason: string;
}
