import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { FloatUse } from '../ledger/posting-rules.js';
import type { Posting } from '../ledger/postings.js';

/**
 * Bank statement line, in stream `bank-entry-<digest of bank and reference>`. Creating the stream books the
 * line, so each line is booked once.
 */
export type BankEntryEvent =
  | NewEvent<'ManualFundingClaimed', ManualFundingClaimed>
  | NewEvent<'VendorFloatToppedUp', Booked & TopUp>
  | NewEvent<'PspSettled', Booked & Settlement>
  | NewEvent<'UnmatchedReturned', Booked & Return>;

interface BankLine {
  /** Kobo digits, outgoing or incoming. */
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Location of the proof. */
  readonly evidence: string;
}

/** The actor requested it. */
interface Booked {
  readonly commandId: string;
  readonly reason: string;
  /** Second administrator, if needed. */
  readonly approvedBy?: string;
  readonly postings: readonly Posting[];
}

export interface TopUp extends BankLine {
  readonly vendor: number;
  readonly pays: FloatUse;
}

/** Provider paid out collections. */
export interface Settlement extends BankLine {
  readonly provider: string;
  /** Settlement fee in kobo digits. The account `psp_receivable` falls by `amount` and by this fee. */
  readonly fee: string;
}

export interface Return extends BankLine {
  readonly provider: string;
  readonly transactionReference: string;
}

/** Line that is credited to the customer `userId`. The wallet's own event has the `postings`. */
export interface ManualFundingClaimed extends BankLine {
  /** Idempotency key. */
  readonly commandId: string;
  readonly userId: string;
  readonly reason: string;
  /** Second administrator, if needed. */
  readonly approvedBy?: string;
  /** `{ depositor }`, encrypted with the customer's key. */
  readonly sealed?: string;
}

/** `undefined` for an event type this version does not know. */
export const bankEntryEvent = eventReader<BankEntryEvent>({
  ManualFundingClaimed: true,
  VendorFloatToppedUp: true,
  PspSettled: true,
  UnmatchedReturned: true,
});
