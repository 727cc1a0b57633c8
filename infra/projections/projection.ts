import type { RecordedEvent, Wants } from '../event-store/event-store.js';
import type { Operation, Row, View } from '../read-store/view.js';

/** What an event looks like to a projection: `opened` is its sealed part in the clear, undefined when there is none or its key is gone. */
export interface ProjectedEvent {
  readonly event: RecordedEvent;
  readonly opened: Readonly<Record<string, unknown>> | undefined;
}

/** A pure function from an event to operations on the rows of one view: no clock, no randomness, no reading. */
export interface Projection<R extends Row = Row> {
  readonly view: View<R>;
  /** Which events it makes something of: others need not even be read. Without it, all of them. */
  readonly wants?: Wants;
  /** Types of events whose sealed part is wanted; only these are decrypted. */
  readonly opens?: readonly string[];
  readonly project: (projected: ProjectedEvent) => readonly Operation[];
  /** Who is to be told that something changed: the user and the list, or nothing. */
  readonly changes?: (event: RecordedEvent) => Change | undefined;
}

/** Told to browsers after the batch is committed. */
export interface Change {
  readonly userId: string;
  readonly list: string;
}
