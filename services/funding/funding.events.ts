import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { Posting } from '../ledger/postings.js';

/** Facts of one incoming payment, in stream `funding-<provider>-<transactionReference digest>`. */
export type FundingEvent =
  | NewEvent<'FundingReported', FundingReported>
  | NewEvent<'FundingVerified', FundingVerified>
  | NewEvent<'FundingUnmatched', FundingVerified & { readonly postings: readonly Posting[] }>
  | NewEvent<
      'FundingRejected',
      { readonly provider: string; readonly transactionReference: string; readonly reason: string }
    >
  /** What administrators decide of a payment that belongs to nobody: they are the actors. */
  | NewEvent<'UnmatchedAssigned', UnmatchedAssigned & { readonly postings: readonly Posting[] }>
  | NewEvent<'UnmatchedReturnClaimed', UnmatchedReturnClaimed>
  | NewEvent<
      'UnmatchedReturnLapsed',
      {
        readonly provider: string;
        readonly transactionReference: string;
        readonly commandId: string;
        /** The line that was something else's; absent where an older version said so. */
        readonly bank?: string;
        readonly reference?: string;
        readonly why: string;
      }
    >
  /** What administrators record of a dispute about a payment: they are the actors. The wallet that was credited books it. */
  | NewEvent<'ChargebackClaimed', ChargebackClaimed>
  | NewEvent<'ChargebackLapsed', OfChargeback & { readonly why: string }>
  | NewEvent<'ChargebackWinClaimed', ChargebackWinClaimed>;

export interface FundingReported {
  readonly provider: string;
  readonly transactionReference: string;
  /** How we heard of it. */
  readonly by: 'webhook' | 'sweep' | 'administrator';
}

/** What the provider's own status call said; the webhook's numbers are never used. Kobo digits. */
export interface FundingVerified {
  readonly provider: string;
  readonly transactionReference: string;
  readonly accountReference: string;
  readonly paid: string;
  readonly settled: string;
  /** Absent when the account reference belongs to nobody, or to somebody who was forgotten. */
  readonly userId?: string;
}

/** What was owed to nobody known is owed as a payment of the customer, whose wallet is credited next. Kobo digits. */
export interface UnmatchedAssigned {
  readonly provider: string;
  readonly transactionReference: string;
  readonly paid: string;
  readonly settled: string;
  readonly userId: string;
  /** Names the assignment: the same again is the same one. */
  readonly commandId: string;
  readonly reason: string;
  /** Our charge, of which the customer is credited less. */
  readonly charge: string;
  /** Id of the second administrator who agreed; absent where one was enough. */
  readonly approvedBy?: string;
}

/** It goes back to whoever paid. The line of the bank that sent it books it. */
export interface UnmatchedReturnClaimed {
  readonly provider: string;
  readonly transactionReference: string;
  readonly commandId: string;
  readonly reason: string;
  /** Kobo digits. */
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Where the proof is kept. */
  readonly evidence: string;
  readonly approvedBy?: string;
}

interface OfChargeback {
  readonly provider: string;
  readonly transactionReference: string;
  /** Whose wallet the payment was credited to. */
  readonly userId: string;
  /** The dispute, as the provider names it. */
  readonly dispute: string;
  /** Names what was asked for: the same again is the same one. */
  readonly commandId: string;
}

/** The bank of whoever paid disputes so much of it, and the provider took it back. Kobo digits. */
export interface ChargebackClaimed extends OfChargeback {
  readonly amount: string;
  /** What the provider charges us for it. */
  readonly fee: string;
  /** The customer can spend nothing until an administrator says so; absent otherwise. */
  readonly freeze?: true;
  readonly reason: string;
  /** Where the proof is kept. */
  readonly evidence: string;
  readonly approvedBy?: string;
}

/** The dispute was decided for us. */
export interface ChargebackWinClaimed extends OfChargeback {
  readonly reason: string;
  readonly evidence: string;
  readonly approvedBy?: string;
}

/** The event of an incoming payment, with the shape its type says; undefined for a type that this version does not know. */
export const fundingEvent = eventReader<FundingEvent>({
  FundingReported: true,
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
 * What a payment provider calls a dispute, in stream `dispute-<provider>-<digest>`: whoever creates the stream has recorded it, and
 * nobody records it again, of this payment or another.
 */
export type DisputeEvent = NewEvent<'DisputeNamed', DisputeNamed>;

export interface DisputeNamed {
  readonly provider: string;
  readonly dispute: string;
  /** The payment that is disputed. */
  readonly transactionReference: string;
  /** What it was recorded under. */
  readonly commandId: string;
}

/** The event of a dispute with the shape its type says; undefined for a type that this version does not know. */
export const disputeEvent = eventReader<DisputeEvent>({ DisputeNamed: true });
