import { eventReader, type NewEvent } from '../../../infra/event-store/event-store.js';

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
