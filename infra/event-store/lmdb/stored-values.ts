import type { RecordedEvent } from '../event-store.js';
import { HEADER_BYTES_MAX, headerOf, openEvent } from '../seal-events.js';
import { type EventsTable, HASH_BYTES } from './log-layout.js';

/** An event as far as it can be seen without parsing it. */
export interface Glimpse {
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
}

/** The event of a value of the log. */
export const opened = (value: Buffer, position: number): RecordedEvent =>
  openEvent(value.toString('utf8', HASH_BYTES), position, hashIn(value));

/** What is seen of it at once, which takes a quarter of the time; a name that needed escaping takes all of it. */
export const glimpsed = (value: Buffer): Glimpse =>
  headerOf(value.toString('latin1', HASH_BYTES, HASH_BYTES + HEADER_BYTES_MAX)) ?? opened(value, 0);

export const hashIn = (value: Buffer): string => value.toString('hex', 0, HASH_BYTES);

export function eventAt(events: EventsTable, position: number): RecordedEvent | undefined {
  const value = events.getBinaryFast(position);
  return value && opened(value, position);
}
