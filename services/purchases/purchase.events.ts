import type { AccountCosts } from '../products/product.js';
import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Problem } from '../contracts/fields/problems.js';
import type { StoredProduct, Service, TransactionStatus } from '../contracts/services.js';
import type { AccountFault, Blame } from '../vendors/vendor-adapter.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Events of one purchase, in the stream `purchase-<purchaseId>`. `AttemptQuestioned` is stored when the
 * vendor reports a change, or an administrator requests a query. `AttemptConfirmed` is an answer that changes
 * nothing, but may contain tokens or pins after a reviewer's decision.
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
  /**
   * ISO 8601 time of `PurchaseAccepted`. The references of all attempts depend on this time. Absent in old
   * events.
   */
  readonly acceptedAt?: string;
  /** Log position of `PurchaseAccepted`. Absent in old events. */
  readonly acceptedPosition?: number;
  readonly reference: string;
  readonly service: Service;
  /** Product in the form in which it is stored. Read this field through `productOf`. */
  readonly product: StoredProduct;
  readonly amount: string;
  readonly price: string;
  readonly expectedCost: string;
  /** Expected costs at other vendors. Absent where all have `expectedCost`. */
  readonly otherCosts?: AccountCosts;
  /** Code of the vendor that gets the order first. */
  readonly vendor: number;
  readonly requestDigest: string;
  readonly firstAnswer: { readonly message: string; readonly reference: string };
  /** Personal data such as `{ recipient }`, encrypted for the user. */
  readonly sealed: string;
}

export interface AttemptReport extends About {
  /** Number of the attempt. The first attempt has the number 1. */
  readonly attempt: number;
  readonly vendor: number;
  readonly vendorTransactionId?: string;
}

interface WithUnread extends AttemptReport {
  /** Text of the vendor that the adapter could not read, encrypted as `{ unread }`. */
  readonly sealed?: string;
}

export interface AttemptStarted extends AttemptReport {
  readonly vendorReference: string;
}

interface AttemptEnd extends AttemptReport {
  /** True when this event closes an open review. */
  readonly reviewed?: true;
}

export interface AttemptFailed extends AttemptEnd {
  readonly code: string;
  readonly blame: Blame;
  /** Fault of our account at the vendor. Absent when something else caused the failure, and in old events. */
  readonly fault?: AccountFault;
  readonly charged: false;
  /** Code of the vendor that gets the order next. Absent when the held money is to be released. */
  readonly nextVendor?: number;
}

export interface AttemptDelivered extends AttemptEnd {
  /** Amount that the vendor charges us, in kobo as a decimal string. */
  readonly cost: string;
  /** Tokens, pins and similar results (`Artefacts`), encrypted for the user. */
  readonly sealed?: string;
}

export interface AttemptConfirmed extends AttemptReport {
  /**
   * Tokens, pins and similar results (`Artefacts`) that arrived after a reviewer's decision. Encrypted for the
   * user.
   */
  readonly sealed?: string;
}

/**
 * Ends the purchase like `AttemptDelivered`, but only some recipients got their delivery. The
 * customer pays for the `delivered` recipients. The rest of the held money is released.
 */
export interface PartiallyDelivered extends AttemptDelivered {
  /** Number of recipients that got their delivery. At least 1, and less than `of`. */
  readonly delivered: number;
  readonly of: number;
}

export interface ReviewRequired extends About {
  /** Number of the attempt. 0 when no order has been sent. */
  readonly attempt: number;
  readonly why: string;
  /** Order in the form in which the reviewer sees it. Absent in old events. */
  readonly order?: ReviewedOrder;
}

export interface ReviewedOrder extends Pick<PurchaseOpened, 'reference' | 'service' | 'amount' | 'price'> {
  /**
   * Code of the vendor of the last attempt. When no order has been sent, the code of the vendor
   * that would get the order first.
   */
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
  /**
   * Tokens or pins (`Artefacts`) that the administrator entered, encrypted for the user. Absent
   * when the administrator entered none.
   */
  readonly sealed?: string;
}

export interface VendorReversed extends AttemptReport {
  readonly code: string;
  readonly cost: string;
}

/**
 * The vendor delivered after the refund. The customer keeps the refund, so the cost of the delivery
 * is our loss.
 */
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

/**
 * A customer reported a problem with a purchase. The event is in the stream `problem-<purchaseId>`,
 * and moves no money.
 */
export type ProblemEvent = NewEvent<'ProblemReported', ProblemReported>;

interface ProblemReported extends About {
  readonly reference: string;
  /**
   * Status of the purchase, as the customer saw it. The customer can send only one report for each status.
   */
  readonly about: TransactionStatus;
  readonly problem: Problem;
  /**
   * Text that the customer wrote, encrypted as `{ words }`. Absent when the customer wrote nothing.
   */
  readonly sealed?: string;
}

export const problemStream = (purchaseId: string): string => `problem-${purchaseId}`;

export const problemEvent = eventReader<ProblemEvent>({ ProblemReported: true });
