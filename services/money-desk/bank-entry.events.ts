import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';
import type { FloatUse } from '../ledger/posting-rules.js';
import type { Posting } from '../ledger/postings.js';

/**
 * One line of a statement of one of our banks, in stream `bank-entry-<digest of bank and reference>`: whoever creates the stream
 * has booked the line, and nobody books it again.
 */
export type BankEntryEvent =
  | NewEvent<'ManualFundingClaimed', ManualFundingClaimed>
  | NewEvent<'VendorFloatToppedUp', Booked & TopUp>
  | NewEvent<'PspSettled', Booked & Settlement>
  | NewEvent<'UnmatchedReturned', Booked & Return>;

/** Where the line stands in the statement, and the proof of it. */
interface BankLine {
  /** Kobo digits that left the bank or arrived there. */
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Where the proof is kept. */
  readonly evidence: string;
}

/** How a line came into the books. The actor of the event is who asked for it. */
interface Booked {
  readonly commandId: string;
  readonly reason: string;
  /** Id of the second administrator who agreed; absent where one was enough. */
  readonly approvedBy?: string;
  readonly postings: readonly Posting[];
}

/** Our bank sent money to a vendor, who delivers from it. */
export interface TopUp extends BankLine {
  readonly vendor: number;
  readonly pays: FloatUse;
}

/** A payment provider sent what it had collected for us. */
export interface Settlement extends BankLine {
  readonly provider: string;
  /** What it kept for settling, kobo digits; it owes us so much less too. */
  readonly fee: string;
}

/** Our bank sent back what had arrived for nobody we know. */
export interface Return extends BankLine {
  readonly provider: string;
  /** Of the payment, at its provider. */
  readonly transactionReference: string;
}

/** Whose payment the line is. The wallet that is credited books it. */
export interface ManualFundingClaimed extends BankLine {
  /** Names the credit: the same again is the same credit. */
  readonly commandId: string;
  readonly userId: string;
  readonly reason: string;
  /** Id of the second administrator who agreed; absent where one was enough. */
  readonly approvedBy?: string;
  /** `{ depositor }`, encrypted for the customer. */
  readonly sealed?: string;
}

/** The event of a bank entry with the shape its type says; undefined for a type that this version does not know. */
export const bankEntryEvent = eventReader<BankEntryEvent>({
  ManualFundingClaimed: true,
  VendorFloatToppedUp: true,
  PspSettled: true,
  UnmatchedReturned: true,
});
