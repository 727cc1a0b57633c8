import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Problem } from '../contracts/fields/problems.js';
import type { StoredProduct, Service, TransactionStatus } from '../contracts/services.js';
import type { AccountFault, Blame } from '../vendors/vendor-adapter.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Events of stream `purchase-<purchaseId>`.
 * `AttemptQuestioned`: the vendor reported a change, or an administrator asked for a query. Stored because
 * the vendor does not report again.
 * `AttemptConfirmed`: the answer told nothing new, apart from artefacts missing after a reviewer's decision.
 */
export type PurchaseEvent =
  | NewEvent<'PurchaseOpened', PurchaseOpened>
  | NewEvent<'AttemptStarted', AttemptStarted>
  | NewEvent<'AttemptPending', WithUnread & { readonly code: string }>
  | NewEvent<'AttemptOutcomeUnknown', WithUnread & { readonly reason: string }>
  | NewEvent<'AttemptNotFound', AttemptReport & { readonly code: string }>
  | NewEvent<'AttemptFailed', AttemptFailed>
  | NewEvent<'AttemptDelivered', AttemptDelivered>
  | NewEvent<'PartiallyDelivered', PartiallyDelivered>
  | NewEvent<'ReviewRequired', ReviewRequired>
  | NewEvent<'ReviewResolved', ReviewResolved>
  | NewEvent<'VendorReversed', VendorReversed>
  | NewEvent<'LateSuccessDetected', LateSuccessDetected>
  | NewEvent<'AttemptQuestioned', AttemptReport>
  | NewEvent<'AttemptConfirmed', AttemptConfirmed>;

/** Event without id, time and actor. */
export type PurchaseEventDraft = PurchaseEvent extends infer Event
  ? Event extends PurchaseEvent
    ? { readonly type: Event['type']; readonly data: Event['data'] }
    : never
  : never;

export interface About {
  readonly userId: string;
  readonly purchaseId: string;
}

export interface PurchaseOpened extends About {
  /** Time of `PurchaseAccepted`, ISO 8601; absent in old events. References of attempts depend on it. */
  readonly acceptedAt?: string;
  /** Position of `PurchaseAccepted`; absent in old events. Tells it from purchases of before a restore. */
  readonly acceptedPosition?: number;
  readonly reference: string;
  readonly service: Service;
  /** Read through `productOf`. */
  readonly product: StoredProduct;
  readonly amount: string;
  readonly price: string;
  readonly expectedCost: string;
  /** First vendor to try. */
  readonly vendor: number;
  readonly requestDigest: string;
  readonly firstAnswer: { readonly message: string; readonly reference: string };
  /** `{ recipient }` and other personal data, encrypted for the user. */
  readonly sealed: string;
}

export interface AttemptReport extends About {
  /** Counts from 1. */
  readonly attempt: number;
  readonly vendor: number;
  readonly vendorTransactionId?: string;
}

interface WithUnread extends AttemptReport {
  /** `{ unread }`: text that the vendor handed over and the adapter could not read, encrypted for the user. */
  readonly sealed?: string;
}

export interface AttemptStarted extends AttemptReport {
  readonly vendorReference: string;
}

interface AttemptEnd extends AttemptReport {
  /** An open review became unnecessary. */
  readonly reviewed?: true;
}

export interface AttemptFailed extends AttemptEnd {
  readonly code: string;
  readonly blame: Blame;
  /** Part of our account that the vendor refused; absent in old events. */
  readonly fault?: AccountFault;
  readonly charged: false;
  /** Absent when the hold is to be released. */
  readonly nextVendor?: number;
}

export interface AttemptDelivered extends AttemptEnd {
  /** Kobo digits charged by the vendor. */
  readonly cost: string;
  /** `Artefacts` (tokens, pins …), encrypted for the user. */
  readonly sealed?: string;
}

export interface AttemptConfirmed extends AttemptReport {
  /** `Artefacts` that the customer did not have before this event. */
  readonly sealed?: string;
}

/** Terminal like a delivery: `delivered` pieces are charged, the rest is released. */
export interface PartiallyDelivered extends AttemptDelivered {
  /** Delivered recipients: at least 1 and fewer than `of`. */
  readonly delivered: number;
  readonly of: number;
}

export interface ReviewRequired extends About {
  /** 0 when nothing was sent yet. */
  readonly attempt: number;
  readonly why: string;
  /** Shown to the reviewer; absent in old events. */
  readonly order?: ReviewedOrder;
}

export interface ReviewedOrder extends Pick<PurchaseOpened, 'reference' | 'service' | 'amount' | 'price'> {
  /** Vendor of the last attempt. Without an attempt, the vendor due to get the order first. */
  readonly vendor: number;
  /** ISO 8601. */
  readonly openedAt: string;
  /** Absent in old events. */
  readonly product?: StoredProduct;
}

export interface ReviewResolved extends About {
  readonly attempt: number;
  readonly vendor: number;
  readonly decision: 'delivered' | 'refund';
  readonly reason: string;
  readonly cost: string;
  /** `Artefacts` that the administrator entered, encrypted for the user. Absent without any. */
  readonly sealed?: string;
}

export interface VendorReversed extends AttemptReport {
  readonly code: string;
  readonly cost: string;
}

/** Delivery after a refund: our loss, as the customer is not debited again. */
export interface LateSuccessDetected extends AttemptReport {
  readonly cost: string;
  readonly postings: readonly Posting[];
}

/** Narrows a stored event by its type; undefined for an unknown type. */
export const purchaseEvent = eventReader<PurchaseEvent>({
  PurchaseOpened: true,
  AttemptStarted: true,
  AttemptPending: true,
  AttemptOutcomeUnknown: true,
  AttemptNotFound: true,
  AttemptFailed: true,
  AttemptDelivered: true,
  PartiallyDelivered: true,
  ReviewRequired: true,
  ReviewResolved: true,
  VendorReversed: true,
  LateSuccessDetected: true,
  AttemptQuestioned: true,
  AttemptConfirmed: true,
});

/** Customer's report in stream `problem-<purchaseId>`; moves no money. */
export type ProblemEvent = NewEvent<'ProblemReported', ProblemReported>;

interface ProblemReported extends About {
  readonly reference: string;
  /** Status that the customer saw; each status is reported once. */
  readonly about: TransactionStatus;
  readonly problem: Problem;
  /** `{ words }`, encrypted for the customer; absent without text. */
  readonly sealed?: string;
}

export const problemStream = (purchaseId: string): string => `problem-${purchaseId}`;

export const problemEvent = eventReader<ProblemEvent>({ ProblemReported: true });
