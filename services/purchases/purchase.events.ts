import type { NewEvent } from '../../infra/event-store/event-store.js';
import type { Service } from '../contracts/services.js';
import type { Blame } from '../vendors/vendor-adapter.js';
import type { Posting } from '../wallet/postings.js';

/**
 * Facts of one conversation with vendors, in stream `purchase-<purchaseId>`. Each carries userId and purchaseId.
 * `AttemptQuestioned`: the vendor says that something became of a settled attempt. Stored, because it is not told us
 * again once we have said that we heard. `AttemptConfirmed`: asked about it, the vendor said what we knew.
 */
export type PurchaseEvent =
  | NewEvent<'PurchaseOpened', PurchaseOpened>
  | NewEvent<'AttemptStarted', AttemptStarted>
  | NewEvent<'AttemptPending', AttemptReport & { readonly code: string }>
  | NewEvent<'AttemptOutcomeUnknown', AttemptReport & { readonly reason: string }>
  | NewEvent<'AttemptNotFound', AttemptReport & { readonly code: string }>
  | NewEvent<'AttemptFailed', AttemptFailed>
  | NewEvent<'AttemptDelivered', AttemptDelivered>
  | NewEvent<'ReviewRequired', About & { readonly attempt: number; readonly why: string }>
  | NewEvent<'ReviewResolved', ReviewResolved>
  | NewEvent<'VendorReversed', VendorReversed>
  | NewEvent<'LateSuccessDetected', LateSuccessDetected>
  | NewEvent<'AttemptQuestioned', AttemptReport>
  | NewEvent<'AttemptConfirmed', AttemptReport>;

/** What a decision stores; ids, times and actor are added by who appends. */
export type PurchaseEventDraft = PurchaseEvent extends infer Event
  ? Event extends PurchaseEvent
    ? { readonly type: Event['type']; readonly data: Event['data'] }
    : never
  : never;

export const purchaseStream = (purchaseId: string): string => `purchase-${purchaseId}`;

export interface About {
  readonly userId: string;
  readonly purchaseId: string;
}

export interface PurchaseOpened extends About {
  readonly reference: string;
  readonly service: Service;
  readonly product: { readonly network?: number };
  readonly amount: string;
  readonly price: string;
  readonly expectedCost: string;
  /** First vendor to try. */
  readonly vendor: number;
  readonly requestDigest: string;
  readonly firstAnswer: { readonly message: string; readonly reference: string };
  /** `{ recipient }`, encrypted for the user. */
  readonly sealed: string;
}

export interface AttemptReport extends About {
  /** 1 for the first. */
  readonly attempt: number;
  readonly vendor: number;
  readonly vendorTransactionId?: string;
}

export interface AttemptStarted extends AttemptReport {
  /** Our reference at the vendor. */
  readonly vendorReference: string;
}

export interface AttemptFailed extends AttemptReport {
  readonly code: string;
  readonly blame: Blame;
  readonly charged: false;
  /** The vendor to try next; absent when the purchase has failed and its hold is to be released. */
  readonly nextVendor?: number;
}

export interface AttemptDelivered extends AttemptReport {
  /** What the vendor charged, kobo digits. */
  readonly cost: string;
  /** Tokens and pins, encrypted for the user. */
  readonly sealed?: string;
}

export interface ReviewResolved extends About {
  readonly attempt: number;
  readonly vendor: number;
  readonly decision: 'delivered' | 'refund';
  readonly reason: string;
  readonly cost: string;
}

/** The vendor took a delivery back: money returns to the customer. */
export interface VendorReversed extends AttemptReport {
  readonly code: string;
  readonly cost: string;
}

/** The vendor delivered after the hold was released: booked as our loss, the customer is not debited again. */
export interface LateSuccessDetected extends AttemptReport {
  readonly cost: string;
  readonly postings: readonly Posting[];
}
