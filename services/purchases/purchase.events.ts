import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Problem } from '../contracts/fields/problems.js';
import type { StoredProduct, Service, TransactionStatus } from '../contracts/services.js';
import type { Blame } from '../vendors/vendor-adapter.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Facts of one conversation with vendors, in stream `purchase-<purchaseId>`. Each carries userId and purchaseId.
 * `AttemptQuestioned`: the vendor says that something became of a settled attempt. Stored, because it is not told us
 * again once we have said that we heard. By an administrator: they had the vendor asked. `AttemptConfirmed`: asked about
 * it, the vendor said what we knew; with what it handed over where a person had decided that it delivered.
 */
export type PurchaseEvent =
  | NewEvent<'PurchaseOpened', PurchaseOpened>
  | NewEvent<'AttemptStarted', AttemptStarted>
  | NewEvent<'AttemptPending', AttemptReport & { readonly code: string }>
  | NewEvent<'AttemptOutcomeUnknown', AttemptReport & { readonly reason: string }>
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

/** What a decision stores; ids, times and actor are added by who appends. */
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
  /** `{ recipient }` and whatever else of the order is personal, encrypted for the user. */
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

/** What ends a purchase without anybody's decision. */
interface AttemptEnd extends AttemptReport {
  /** A person had been asked to decide, and need not any more. */
  readonly reviewed?: true;
}

export interface AttemptFailed extends AttemptEnd {
  readonly code: string;
  readonly blame: Blame;
  readonly charged: false;
  /** The vendor to try next; absent when the purchase has failed and its hold is to be released. */
  readonly nextVendor?: number;
}

export interface AttemptDelivered extends AttemptEnd {
  /** What the vendor charged, kobo digits. */
  readonly cost: string;
  /** `Artefacts` (tokens, pins …), encrypted for the user. */
  readonly sealed?: string;
}

export interface AttemptConfirmed extends AttemptReport {
  /** As that of a delivery; absent where nothing is handed over, or was before. */
  readonly sealed?: string;
}

/** Some pieces arrived and no more will: terminal as a delivery is. Those are charged, the rest is given back. */
export interface PartiallyDelivered extends AttemptDelivered {
  /** At least 1 and less than `of`. */
  readonly delivered: number;
  readonly of: number;
}

export interface ReviewRequired extends About {
  /** 0 when nothing was sent yet. */
  readonly attempt: number;
  readonly why: string;
  /** What the person who decides is shown of the purchase; absent in what older versions stored. */
  readonly order?: ReviewedOrder;
}

export interface ReviewedOrder extends Pick<PurchaseOpened, 'reference' | 'service' | 'amount' | 'price'> {
  /** Who was asked last, or would have been asked first. */
  readonly vendor: number;
  /** ISO 8601. */
  readonly openedAt: string;
  /** What was ordered; absent in what older versions stored. */
  readonly product?: StoredProduct;
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

/** The event of a purchase, with the shape its type says; undefined for a type that this version does not know. */
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

/** What a customer says is wrong with a purchase, in stream `problem-<purchaseId>`: it moves nothing and decides nothing. */
export type ProblemEvent = NewEvent<'ProblemReported', ProblemReported>;

interface ProblemReported extends About {
  readonly reference: string;
  /** As which the customer saw the purchase: each is reported once. */
  readonly about: TransactionStatus;
  readonly problem: Problem;
  /** `{ words }`, the customer's own, encrypted for them; absent when they wrote none. */
  readonly sealed?: string;
}

export const problemStream = (purchaseId: string): string => `problem-${purchaseId}`;

/** The event with the shape its type says; undefined for a type that this version does not know. */
export const problemEvent = eventReader<ProblemEvent>({ ProblemReported: true });
