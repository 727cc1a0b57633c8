import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Posting } from '../ledger/postings.js';
import type { Unread } from '../vendors/payment-provider.js';

/** Events of one payment, in the stream `funding-<provider>-<digest of transactionReference>`. */
export type FundingEvent =
  | NewEvent<'FundingReported', FundingReported>
  /**
   * The provider's answer leaves the payment uncertain. A person decides about the payment, unless a later
   * answer is certain. When a row of the provider's list has no reference, `transactionReference` is `row-`
   * plus the row's digest.
   */
  | NewEvent<'FundingUnread', FundingUnread>
  | NewEvent<'FundingVerified', FundingVerified>
  /**
   * The payment has no known owner. The actor is the system, or an administrator who stated the amount of an
   * unread payment.
   */
  | NewEvent<
      'FundingUnmatched',
      FundingVerified & {
        /** Earlier payment with the same bank session. Absent when there is none. */
        readonly sameTransferAs?: BankSessionNamed;
        /** Earlier manual credit that may be the same money. Absent when there is none. */
        readonly likely?: HandCredit;
        readonly postings: readonly Posting[];
      }
    >
  | NewEvent<'FundingRejected', FundingRejected>
  /** An administrator decided about a `FundingUnmatched` event. */
  | NewEvent<'UnmatchedAssigned', UnmatchedAssigned & { readonly postings: readonly Posting[] }>
  | NewEvent<'UnmatchedReturnClaimed', UnmatchedReturnClaimed>
  | NewEvent<
      'UnmatchedReturnLapsed',
      {
        readonly provider: string;
        readonly transactionReference: string;
        readonly commandId: string;
        /**
         * Bank of the statement line that an administrator named as proof of the return, although the line
         * belongs to another payment. Absent in events of older versions.
         */
        readonly bank?: string;
        readonly reference?: string;
        readonly why: string;
      }
    >
  | NewEvent<'ChargebackClaimed', ChargebackClaimed>
  | NewEvent<'ChargebackLapsed', OfChargeback & { readonly why: string }>
  | NewEvent<'ChargebackWinClaimed', ChargebackWinClaimed>;

export interface PaymentName {
  readonly provider: string;
  readonly transactionReference: string;
}

export interface HandCredit {
  readonly bank: string;
  readonly reference: string;
}

export interface FundingReported {
  readonly provider: string;
  readonly transactionReference: string;
  readonly by: 'webhook' | 'sweep' | 'administrator';
  /**
   * Amount, in kobo as a decimal string, that a webhook or a list stated. Absent when the amount is uncertain.
   * The amount is never booked. When it changes, the provider is asked again.
   */
  readonly said?: string;
}

/**
 * Payment as the provider's answer states it. Amounts are kobo as decimal strings, and never come from
 * webhooks.
 */
export interface FundingVerified {
  readonly provider: string;
  readonly transactionReference: string;
  readonly accountReference: string;
  readonly paid: string;
  readonly settled: string;
  /**
   * User id of the customer who has this `accountReference`. Absent when the customer is unknown or
   * erased.
   */
  readonly userId?: string;
  /** True after a `FundingUnread` event of the same payment. Absent in events of older versions. */
  readonly wasUnread?: true;
}

export interface FundingUnread extends Unread {
  readonly provider: string;
  readonly transactionReference: string;
  /**
   * Reference of the account to which the payer paid. Empty when the provider's answer contains
   * none.
   */
  readonly accountReference: string;
}

export interface FundingRejected {
  readonly provider: string;
  readonly transactionReference: string;
  /** Reason of the rejection: a code, or an administrator's words when `commandId` is present. */
  readonly reason: string;
  /**
   * Idempotency key of an administrator's decision that nothing was paid. Absent when the product
   * rejected the payment by itself.
   */
  readonly commandId?: string;
  /** True after a `FundingUnread` event of the same payment. */
  readonly wasUnread?: true;
  /**
   * Kobo, as a decimal string, of a payment from before the cut-over, which an older system credited. Absent
   * for other rejections.
   */
  readonly paid?: string;
}

/**
 * Assigns a payment to a customer. After this event, the wallet of the customer is credited. Amounts are kobo
 * as decimal strings.
 */
export interface UnmatchedAssigned {
  readonly provider: string;
  readonly transactionReference: string;
  readonly paid: string;
  readonly settled: string;
  readonly userId: string;
  readonly commandId: string;
  readonly reason: string;
  /** Charge that we keep from the payment, in kobo as a decimal string. */
  readonly charge: string;
  /**
   * User id of the second administrator. Absent when the decision needed only one administrator.
   */
  readonly approvedBy?: string;
}

/**
 * Starts the return of a payment to its sender. The later event `UnmatchedReturned` books the
 * return.
 */
export interface UnmatchedReturnClaimed {
  readonly provider: string;
  readonly transactionReference: string;
  readonly commandId: string;
  readonly reason: string;
  /** Kobo as a decimal string. */
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Name or number of the document that proves the return of the payment. */
  readonly evidence: string;
  readonly approvedBy?: string;
}

interface OfChargeback {
  readonly provider: string;
  readonly transactionReference: string;
  readonly userId: string;
  readonly dispute: string;
  /** Idempotency key. */
  readonly commandId: string;
}

/**
 * The bank of the payer disputes `amount` (kobo as a decimal string), and the provider took this amount from
 * us.
 */
export interface ChargebackClaimed extends OfChargeback {
  readonly amount: string;
  readonly fee: string;
  /**
   * True when purchases of the customer are refused after this event, until an administrator allows
   * them again.
   */
  readonly freeze?: true;
  readonly reason: string;
  /** Name or number of the document that proves the dispute. */
  readonly evidence: string;
  readonly approvedBy?: string;
}

export interface ChargebackWinClaimed extends OfChargeback {
  readonly reason: string;
  readonly evidence: string;
  readonly approvedBy?: string;
}

export const fundingEvent = eventReader<FundingEvent>({
  FundingReported: true,
  FundingUnread: true,
  FundingVerified: true,
  FundingUnmatched: true,
  FundingRejected: true,
  UnmatchedAssigned: true,
  UnmatchedReturnClaimed: true,
  UnmatchedReturnLapsed: true,
  ChargebackClaimed: true,
  ChargebackLapsed: true,
  ChargebackWinClaimed: true,
});

/**
 * Only event of the stream `dispute-<provider>-<digest>`, so that a dispute cannot be recorded
 * twice.
 */
export type DisputeEvent = NewEvent<'DisputeNamed', DisputeNamed>;

export interface DisputeNamed {
  readonly provider: string;
  readonly dispute: string;
  readonly transactionReference: string;
  /** `commandId` of the `ChargebackClaimed` event of this dispute. */
  readonly commandId: string;
}

/**
 * First event of the stream `bank-session-<digest>`. The digest is made from the session id of a
 * bank transfer. After this event, no second provider and no manual credit can book the same
 * transfer.
 */
export type BankSessionEvent = NewEvent<'BankSessionNamed', BankSessionNamed>;

/** Value of `provider` for a manual credit by an administrator. */
export const BY_HAND = 'hand';

export interface BankSessionNamed {
  /** Code of the payment provider. `hand` for a manual credit by an administrator. */
  readonly provider: string;
  /** Reference of the payment. For a manual credit, the stream name of its bank statement line. */
  readonly transactionReference: string;
}

export const bankSessionEvent = eventReader<BankSessionEvent>({ BankSessionNamed: true });

/** Event of the stream `cut-over-<provider>`. Only the latest event of the stream is valid. */
export type CutOverEvent = NewEvent<'CutOverSet', CutOverSet>;

/**
 * Moment before which an older system credited the payments of a provider. Payments from before
 * this moment are recorded, but never booked.
 */
export interface CutOverSet {
  readonly provider: string;
  /** ISO 8601. */
  readonly before: string;
  /** Earlier moment that this event replaces. Absent in the first event of the stream. */
  readonly was?: string;
}

export const cutOverEvent = eventReader<CutOverEvent>({ CutOverSet: true });

export const disputeEvent = eventReader<DisputeEvent>({ DisputeNamed: true });
export type FundingFact = FundingEvent extends infer Event
  ? Event extends FundingEvent
    ? Pick<Event, 'type' | 'data'>
    : never
  : never;

export interface SettledAs {
  readonly commandId: string;
  readonly reason: string;
  readonly approvedBy?: string;
}
