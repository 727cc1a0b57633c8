import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { FloatUse } from '../ledger/posting-rules.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Events of the stream `bank-entry-<digest of bank and reference>`. A stream can begin only once, so each
 * line of a bank statement is booked only once.
 */
export type BankEntryEvent =
  | NewEvent<'ManualFundingClaimed', ManualFundingClaimed>
  | NewEvent<'VendorFloatToppedUp', Booked & TopUp>
  | NewEvent<'PspSettled', Booked & Settlement>
  | NewEvent<'UnmatchedReturned', Booked & Return>;

interface BankLine {
  /** Kobo as a decimal string. Positive even for money that left. */
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Document that proves the bank statement line. */
  readonly evidence: string;
}

interface Booked {
  readonly commandId: string;
  readonly reason: string;
  /** User id of the second administrator. Absent when one administrator was enough. */
  readonly approvedBy?: string;
  readonly postings: readonly Posting[];
}

export interface TopUp extends BankLine {
  readonly vendor: number;
  readonly pays: FloatUse;
}

/** Transfer of collected payments from a payment provider to our bank. */
export interface Settlement extends BankLine {
  readonly provider: string;
  /**
   * Provider's fee in kobo, as a decimal string. `amount` plus `fee` is subtracted from the account
   * `psp_receivable`.
   */
  readonly fee: string;
}

export interface Return extends BankLine {
  readonly provider: string;
  readonly transactionReference: string;
}

/** Bank statement line that was credited to the customer `userId`. The postings are in the wallet's event. */
export interface ManualFundingClaimed extends BankLine {
  /** Idempotency key. */
  readonly commandId: string;
  readonly userId: string;
  readonly reason: string;
  /** User id of the second administrator. Absent when one administrator was enough. */
  readonly approvedBy?: string;
  /** `{ depositor }`, encrypted for the customer. */
  readonly sealed?: string;
}

export const bankEntryEvent = eventReader<BankEntryEvent>({
  ManualFundingClaimed: true,
  VendorFloatToppedUp: true,
  PspSettled: true,
  UnmatchedReturned: true,
});
