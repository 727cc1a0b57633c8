import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Problem } from '../contracts/fields/problems.js';
import type { StoredProduct, Service, TransactionStatus } from '../contracts/services.js';
import type { AccountFault, Blame } from '../vendors/vendor-adapter.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Events of the stream `purchase-<purchaseId>`. `AttemptQuestioned`: a vendor reported a change, or an
 * administrator wants a query. `AttemptConfirmed`: the answer changed nothing, but may bring tokens or pins
 * after a reviewer's decision.
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
  /** ISO 8601 time of `PurchaseAccepted`, on which references of attempts depend; absent in old events. */
  readonly acceptedAt?: string;
  /** Log position of `PurchaseAccepted`; absent in old events. */
  readonly acceptedPosition?: number;
  readonly reference: string;
  readonly service: Service;
  /** Product in its stored form. Read this field through `productOf`. */
  readonly product: StoredProduct;
  readonly amount: string;
  readonly price: string;
  readonly expectedCost: string;
  /** Vendor that gets the order first. */
  readonly vendor: number;
  readonly requestDigest: string;
  readonly firstAnswer: { readonly message: string; readonly reference: string };
  /** `{ recipient }` and other personal data, encrypted for the user. */
  readonly sealed: string;
}

export interface AttemptReport extends About {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly vendor: number;
  readonly vendorTransactionId?: string;
}

interface WithUnread extends AttemptReport {
  /** Encrypted `{ unread }`: text of the vendor that the adapter could not read. */
  readonly sealed?: string;
}

export interface AttemptStarted extends AttemptReport {
  readonly vendorReference: string;
}

interface AttemptEnd extends AttemptReport {
  /** True when this event makes an open review unnecessary. */
  readonly reviewed?: true;
}

export interface AttemptFailed extends AttemptEnd {
  readonly code: string;
  readonly blame: Blame;
  /** Part of our account that the vendor refused; absent in old events. */
  readonly fault?: AccountFault;
  readonly charged: false;
  /** Vendor of the next attempt; absent when the hold is to be released. */
  readonly nextVendor?: number;
}

export interface AttemptDelivered extends AttemptEnd {
  /** Vendor's charge, in kobo digits. */
  readonly cost: string;
  /** `Artefacts` (tokens, pins …), encrypted for the user. */
  readonly sealed?: string;
}

export interface AttemptConfirmed extends AttemptReport {
  /** Encrypted `Artefacts` that the customer did not have before this event. */
  readonly sealed?: string;
}

/**
 * Ends the purchase like `AttemptDelivered`. The customer pays for the `delivered` recipients, and the rest
 * of the hold is released.
 */
export interface PartiallyDelivered extends AttemptDelivered {
  /** Delivered recipients: at least 1 and fewer than `of`. */
  readonly delivered: number;
  readonly of: number;
}

export interface ReviewRequired extends About {
  /** Number of the attempt; 0 when no order was sent. */
  readonly attempt: number;
  readonly why: string;
  /** Order as shown to the reviewer; absent in old events. */
  readonly order?: ReviewedOrder;
}

export interface ReviewedOrder extends Pick<PurchaseOpened, 'reference' | 'service' | 'amount' | 'price'> {
  /** Vendor of the last attempt. When no order was sent, the vendor that was planned first. */
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
  /** Encrypted `Artefacts` that the administrator entered; absent when the administrator entered none. */
  readonly sealed?: string;
}

export interface VendorReversed extends AttemptReport {
  readonly code: string;
  readonly cost: string;
}

/** Delivery after a refund. The customer keeps the refund, so the cost is our loss. */
export interface LateSuccessDetected extends AttemptReport {
  readonly cost: string;
  readonly postings: readonly Posting[];
}

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

/** Customer's report about a purchase, in the stream `problem-<purchaseId>`. Moves no money. */
export type ProblemEvent = NewEvent<'ProblemReported', ProblemReported>;

interface ProblemReported extends About {
  readonly reference: string;
  /** Status that the customer saw. The customer can report each status once. */
  readonly about: TransactionStatus;
  readonly problem: Problem;
  /** Encrypted `{ words }`; absent when the customer wrote nothing. */
  readonly sealed?: string;
}

export const problemStream = (purchaseId: string): string => `problem-${purchaseId}`;

export const problemEvent = eventReader<ProblemEvent>({ ProblemReported: true });
