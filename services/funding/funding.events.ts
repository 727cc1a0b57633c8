import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Posting } from '../ledger/postings.js';
import type { Unread } from '../vendors/payment-provider.js';

/** Events of the stream `funding-<provider>-<digest of transactionReference>`. */
export type FundingEvent =
  | NewEvent<'FundingReported', FundingReported>
  /**
   * Provider's answer that confirms nothing certain. A person decides about the payment, unless a later
   * answer is certain. For a listed row without a reference, `transactionReference` is `row-` and the row's
   * digest.
   */
  | NewEvent<'FundingUnread', FundingUnread>
  | NewEvent<'FundingVerified', FundingVerified>
  /**
   * Payment without a known owner. The actor is the system, or the administrator who stated the amount of an
   * unread payment.
   */
  | NewEvent<
      'FundingUnmatched',
      FundingVerified & {
        /** Payment that named the same bank session before. Absent when there is no such payment. */
        readonly sameTransferAs?: BankSessionNamed;
        readonly postings: readonly Posting[];
      }
    >
  | NewEvent<'FundingRejected', FundingRejected>
  /** Decision of an administrator about a `FundingUnmatched` event. */
  | NewEvent<'UnmatchedAssigned', UnmatchedAssigned & { readonly postings: readonly Posting[] }>
  | NewEvent<'UnmatchedReturnClaimed', UnmatchedReturnClaimed>
  | NewEvent<
      'UnmatchedReturnLapsed',
      {
        readonly provider: string;
        readonly transactionReference: string;
        readonly commandId: string;
        /** Bank whose statement line was already used for another payment. Absent in old events. */
        readonly bank?: string;
        readonly reference?: string;
        readonly why: string;
      }
    >
  | NewEvent<'ChargebackClaimed', ChargebackClaimed>
  | NewEvent<'ChargebackLapsed', OfChargeback & { readonly why: string }>
  | NewEvent<'ChargebackWinClaimed', ChargebackWinClaimed>;

export interface FundingReported {
  readonly provider: string;
  readonly transactionReference: string;
  readonly by: 'webhook' | 'sweep' | 'administrator';
  /**
   * Kobo digits that a webhook or list named. Absent when uncertain. This amount is never booked. A new
   * amount only makes us ask the provider.
   */
  readonly said?: string;
}

/** Payment as the provider's status call confirmed it, in kobo digits. Amounts of webhooks are never used. */
export interface FundingVerified {
  readonly provider: string;
  readonly transactionReference: string;
  readonly accountReference: string;
  readonly paid: string;
  readonly settled: string;
  /** Customer with this `accountReference`. Absent when the customer is unknown or erased. */
  readonly userId?: string;
  /** True when a `FundingUnread` event came before. Absent in old events. */
  readonly wasUnread?: true;
}

export interface FundingUnread extends Unread {
  readonly provider: string;
  readonly transactionReference: string;
  /** Empty when the provider's answer names no account. */
  readonly accountReference: string;
}

export interface FundingRejected {
  readonly provider: string;
  readonly transactionReference: string;
  /** Reason of the rejection as a code. With a `commandId`, the reason is in the administrator's words. */
  readonly reason: string;
  /** Idempotency key of an administrator's decision that nothing was paid. */
  readonly commandId?: string;
  /** True when a `FundingUnread` event came before. */
  readonly wasUnread?: true;
  /** Kobo digits of a payment that was made before the cut-over. */
  readonly paid?: string;
}

/** Assigns a payment to a customer. The customer's wallet is credited next. Amounts are kobo digits. */
export interface UnmatchedAssigned {
  readonly provider: string;
  readonly transactionReference: string;
  readonly paid: string;
  readonly settled: string;
  readonly userId: string;
  readonly commandId: string;
  readonly reason: string;
  /** Kobo deducted from the credit. */
  readonly charge: string;
  /** User id of the second administrator. Absent when one administrator was enough. */
  readonly approvedBy?: string;
}

/** Starts returning a payment to its sender. `UnmatchedReturned` books the return. */
export interface UnmatchedReturnClaimed {
  readonly provider: string;
  readonly transactionReference: string;
  readonly commandId: string;
  readonly reason: string;
  /** Kobo digits. */
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Name or number of the document that proves the return. */
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

/** The payer's bank disputes `amount` (kobo digits), and the provider took this amount back. */
export interface ChargebackClaimed extends OfChargeback {
  readonly amount: string;
  readonly fee: string;
  /** True when the customer's purchases are refused until an administrator allows them again. */
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

/** Only event of the stream `dispute-<provider>-<digest>`. The dispute therefore cannot be recorded twice. */
export type DisputeEvent = NewEvent<'DisputeNamed', DisputeNamed>;

export interface DisputeNamed {
  readonly provider: string;
  readonly dispute: string;
  readonly transactionReference: string;
  /** `commandId` of the `ChargebackClaimed` of this dispute. */
  readonly commandId: string;
}

/**
 * First event of the stream `bank-session-<digest>`. The digest comes from the session id of a bank transfer.
 * A second provider, or a manual credit, cannot book the same transfer.
 */
export type BankSessionEvent = NewEvent<'BankSessionNamed', BankSessionNamed>;

export interface BankSessionNamed {
  /** Provider of the payment. `hand` for a manual credit. */
  readonly provider: string;
  /** Reference of the payment. For a manual credit, the stream of its bank line. */
  readonly transactionReference: string;
}

export const bankSessionEvent = eventReader<BankSessionEvent>({ BankSessionNamed: true });

/** Event of the stream `cut-over-<provider>`. The latest event is valid. */
export type CutOverEvent = NewEvent<'CutOverSet', CutOverSet>;

/**
 * An older system credited the payments that were made before this moment. We record such payments and never
 * book them.
 */
export interface CutOverSet {
  readonly provider: string;
  /** ISO 8601. */
  readonly before: string;
  /** Moment of the previous cut-over. Absent for the first cut-over. */
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
