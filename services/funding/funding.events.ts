import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Posting } from '../ledger/postings.js';
import type { Unread } from '../vendors/payment-provider.js';

/** Stream `funding-<provider>-<transactionReference digest>`. */
export type FundingEvent =
  | NewEvent<'FundingReported', FundingReported>
  /**
   * Answer that confirms nothing certain. A person decides, unless a later answer is certain. For a listed row
   * that names no payment, `transactionReference` is `row-` and the digest of the row.
   */
  | NewEvent<'FundingUnread', FundingUnread>
  | NewEvent<'FundingVerified', FundingVerified>
  /** Actor: an administrator who stated the amount of an unread payment; otherwise the system. */
  | NewEvent<'FundingUnmatched', FundingVerified & { readonly postings: readonly Posting[] }>
  | NewEvent<'FundingRejected', FundingRejected>
  /** Decisions of administrators on `FundingUnmatched`. */
  | NewEvent<'UnmatchedAssigned', UnmatchedAssigned & { readonly postings: readonly Posting[] }>
  | NewEvent<'UnmatchedReturnClaimed', UnmatchedReturnClaimed>
  | NewEvent<
      'UnmatchedReturnLapsed',
      {
        readonly provider: string;
        readonly transactionReference: string;
        readonly commandId: string;
        /** Bank of the entry that another movement has used; absent in events of older versions. */
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
   * Kobo digits of the amount in the webhook or list; absent when not certain. Another amount than before
   * causes a query, and is never booked.
   */
  readonly said?: string;
}

/** Answer of the provider's status call, in kobo digits. Amounts in webhooks are never used. */
export interface FundingVerified {
  readonly provider: string;
  readonly transactionReference: string;
  readonly accountReference: string;
  readonly paid: string;
  readonly settled: string;
  /** Owner of `accountReference`; absent when there is none or the owner was forgotten. */
  readonly userId?: string;
  /** A `FundingUnread` came before; absent in events of older versions. */
  readonly wasUnread?: true;
}

export interface FundingUnread extends Unread {
  readonly provider: string;
  readonly transactionReference: string;
  /** Empty when the answer named no account. */
  readonly accountReference: string;
}

export interface FundingRejected {
  readonly provider: string;
  readonly transactionReference: string;
  /** Words of the administrator when `commandId` is there; otherwise a code. */
  readonly reason: string;
  /** Idempotency key of an administrator's decision that no payment arrived. */
  readonly commandId?: string;
  /** The answer was unread before, and is decided now. */
  readonly wasUnread?: true;
  /** Kobo digits of a payment that was made before the cut-over. */
  readonly paid?: string;
}

/**
 * Assignment of an unmatched payment to a customer, whose wallet is credited next. Amounts are kobo digits.
 */
export interface UnmatchedAssigned {
  readonly provider: string;
  readonly transactionReference: string;
  readonly paid: string;
  readonly settled: string;
  readonly userId: string;
  /** Idempotency key of the assignment. */
  readonly commandId: string;
  readonly reason: string;
  /** Deducted from the credit. */
  readonly charge: string;
  /** Second administrator, who agreed; absent when one administrator was enough. */
  readonly approvedBy?: string;
}

/** Start of a return to the payer. `UnmatchedReturned` books it. */
export interface UnmatchedReturnClaimed {
  readonly provider: string;
  readonly transactionReference: string;
  readonly commandId: string;
  readonly reason: string;
  /** Kobo digits. */
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Place of the proof. */
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

/** Dispute by the payer's bank about `amount`, which the provider took back. Amounts are kobo digits. */
export interface ChargebackClaimed extends OfChargeback {
  readonly amount: string;
  readonly fee: string;
  /** Freezes the customer's spending until an administrator ends the freeze. */
  readonly freeze?: true;
  readonly reason: string;
  /** Place of the proof. */
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
 * First event of the stream `dispute-<provider>-<digest>`. Because the stream then exists, the dispute cannot
 * be recorded twice.
 */
export type DisputeEvent = NewEvent<'DisputeNamed', DisputeNamed>;

export interface DisputeNamed {
  readonly provider: string;
  readonly dispute: string;
  readonly transactionReference: string;
  /** `commandId` of its `ChargebackClaimed`. */
  readonly commandId: string;
}

/** Stream `cut-over-<provider>`. The latest event is valid. */
export type CutOverEvent = NewEvent<'CutOverSet', CutOverSet>;

/** Payments made before a moment were credited by an older system: they are recorded and never booked. */
export interface CutOverSet {
  readonly provider: string;
  /** ISO 8601. */
  readonly before: string;
  /** The moment that was valid before; absent for the first. */
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
