import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';

/**
 * One line of a statement of one of our banks, in stream `bank-entry-<digest of bank and reference>`: whoever creates the stream
 * has booked the line, and nobody books it again.
 */
export type BankEntryEvent = NewEvent<'ManualFundingClaimed', ManualFundingClaimed>;

/** Whose payment the line is. The wallet that is credited books it. */
export interface ManualFundingClaimed {
  /** Names the credit: the same again is the same credit. */
  readonly commandId: string;
  readonly userId: string;
  /** Kobo digits. */
  readonly amount: string;
  readonly bank: string;
  readonly reference: string;
  /** Where the proof is kept. */
  readonly evidence: string;
  readonly reason: string;
  /** Id of the second administrator who agreed; absent where one was enough. */
  readonly approvedBy?: string;
  /** `{ depositor }`, encrypted for the customer. */
  readonly sealed?: string;
}

/** The event of a bank entry with the shape its type says; undefined for a type that this version does not know. */
export const bankEntryEvent = eventReader<BankEntryEvent>({ ManualFundingClaimed: true });
