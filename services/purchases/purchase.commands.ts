import type { HandedOver } from '../contracts/artefacts.js';
import type { QueryOutcome } from '../vendors/vendor-adapter.js';
import type { Elapsed } from './outcome/attempt-ages.js';
import type { PurchaseOpened } from './purchase.events.js';

/**
 * Time limits in milliseconds for attempts without an answer, for reviews, and for sending an order
 * to a second vendor.
 */
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
   * Reference of the first attempt. When present, `AttemptStarted` is stored too. Send the order only if the
   * result has `events`.
   */
  readonly vendorReference?: string;
}

/**
 * Only the process that stored `AttemptStarted` may send the order, so nothing may be sent when the result
 * has no `events`.
 */
export interface StartAttempt {
  readonly type: 'StartAttempt';
  readonly attempt: number;
  readonly vendor: number;
  readonly vendorReference: string;
}

/** Stores attempts that are missing in a restored log. */
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
  /** Unix ms at which the vendor was asked. Default: the time `now` of the command. */
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
  /** True when the purchase was not counted towards a limit. The decision must then change nothing. */
  readonly uncounted?: true;
}

/** Tokens or pins that the reviewer typed with the decision. */
export interface EnteredArtefacts {
  readonly kind: HandedOver;
  readonly count: number;
  readonly sealed?: string;
}
