import type { HandedOver } from '../contracts/artefacts.js';
import type { QueryOutcome } from '../vendors/vendor-adapter.js';
import type { Elapsed } from './outcome/attempt-ages.js';
import type { PurchaseOpened } from './purchase.events.js';

/** Time limits of an unanswered attempt, a review and a failover, in milliseconds. */
export interface OutcomePolicy {
  readonly notFoundAfterMs: number;
  readonly notFoundSpacingMs: number;
  readonly reviewAfterMs: number;
  readonly failoverWithinMs: number;
}

export type PurchaseCommand =
  | OpenPurchase
  | StartAttempt
  | AdoptAttempts
  | RecordOutcome
  | QuestionAttempt
  | RequireReview
  | ResolveReview;

export interface OpenPurchase {
  readonly type: 'OpenPurchase';
  readonly order: PurchaseOpened;
  /**
   * Reference of the first attempt. With it, the append also stores `AttemptStarted`. Call the vendor
   * only when the result has `events`: otherwise another process stored the attempt.
   */
  readonly vendorReference?: string;
}

/** Claims the right to send. Without `events` in the result, do not send. */
export interface StartAttempt {
  readonly type: 'StartAttempt';
  readonly attempt: number;
  readonly vendor: number;
  readonly vendorReference: string;
}

/** Stores attempts that a restored log lacks. The vendor knows the last of `lost`; those before it failed. */
export interface AdoptAttempts {
  readonly type: 'AdoptAttempts';
  /** Number of attempts in the log. With more than these, nothing is stored. */
  readonly after: number;
  readonly lost: readonly { readonly vendor: number; readonly vendorReference: string }[];
}

/** Vendor's answer to a `dispatch` or `query`. */
export interface RecordOutcome {
  readonly type: 'RecordOutcome';
  readonly source: 'dispatch' | 'query';
  readonly attempt: number;
  readonly outcome: QueryOutcome;
  /** Query time in ms since 1970, by default `now`. */
  readonly askedAt?: number;
  /** Id of the attempt's open question, as known before the query. The answer settles no newer question. */
  readonly question?: string;
  /** Ages at the time of the query. Without them, the wall clock says when "not found" returns money. */
  readonly elapsed?: Elapsed;
  /** Encrypted `Artefacts` of a delivery. */
  readonly sealed?: string;
  /** Encrypted `{ unread }` of the outcome, when it says something new. */
  readonly sealedUnread?: string;
  readonly otherVendor?: number;
  readonly policy: OutcomePolicy;
  readonly now: Date;
}

/** A vendor reports a changed outcome, possibly of a settled purchase. */
export interface QuestionAttempt {
  readonly type: 'QuestionAttempt';
  readonly attempt: number;
}

/** Requires a review. With `open-too-long`, the decider checks the age of the purchase first. */
export interface RequireReview {
  readonly type: 'RequireReview';
  readonly why: 'open-too-long' | 'vendor-not-configured' | 'order-unreadable' | 'vendor-cannot-be-asked';
  readonly policy: OutcomePolicy;
  readonly now: Date;
}

export interface ResolveReview {
  readonly type: 'ResolveReview';
  readonly decision: 'delivered' | 'refund';
  readonly reason: string;
  readonly entered?: EnteredArtefacts;
}

/** Tokens or pins that the administrator typed with the decision. */
export interface EnteredArtefacts {
  readonly kind: HandedOver;
  readonly count: number;
  /** Encrypted `Artefacts`; absent for an erased customer. */
  readonly sealed?: string;
}
