import { eventReader, type NewEvent } from '../../infra/event-store/event-store.js';

/**
 * What one administrator moves alone on one Lagos day, in stream `moved-alone-<administrator>-<yyyy-MM-dd>`: it is counted before
 * anything moves, so that many small movements, at once and in any number of processes, are never more than one large one may be.
 */
export type AllowanceEvent = NewEvent<'MovedAlone', MovedAlone>;

export interface MovedAlone {
  /** Names the movement. */
  readonly commandId: string;
  /** Stream of what moves: a wallet, a payment or a line of a bank. Absent where an older version counted. */
  readonly subject?: string;
  /** Kobo digits, counted towards the limit of the day. */
  readonly amount: string;
}

export const allowanceStream = (administratorId: string, day: string): string =>
  `moved-alone-${administratorId}-${day}`;

/** The event with the shape its type says; undefined for a type that this version does not know. */
export const allowanceEvent = eventReader<AllowanceEvent>({ MovedAlone: true });
