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
   * Reference of the first attempt. With a reference, the same append stores `AttemptStarted`. Call the
   * vendor only when the result has `events`.
   */
  readonly vendorReference?: string;
}

/** Stores `AttemptStarted`, which gives the right to send. Do not send when the result has no `events`. */
export interface StartAttempt {
  readonly type: 'StartAttempt';
  readonly attempt: number;
  readonly vendor: number;
  readonly vendorReference: string;
}

/** Stores attempts that a restored log lacks. */
export interface AdoptAttempts {
  readonly type: 'AdoptAttempts';
  readonly after: number;
  readonly lost: readonly { readonly vendor: number; readonly vendorReference: string }[];
}

export interface RecordOutcome {
  readonly type: 'RecordOutcome';
  readonly source: 'dispatch' | 'query';
  readonly attempt: number;
  readonly outcome: QueryOutcome;
  /** Unix ms of the query, by default `now`. */
  readonly askedAt?: number;
  readonly question?: string;
  readonly elapsed?: Elapsed;
  readonly sealed?: string;
  readonly sealedUnread?: string;
  readonly otherVendor?: number;
  readonly policy: OutcomePolicy;
  readonly now: Date;
}

export interface QuestionAttempt {
  readonly type: 'QuestionAttempt';
  readonly attempt: number;
}

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
  readonly sealed?: string;
}
