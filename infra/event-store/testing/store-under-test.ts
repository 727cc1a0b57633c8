import type { EventStore, NewEvent, RecordedEvent, StreamHead } from '../event-store.js';

/** A store of its own for one test, and the way to open the same data again after it was closed. */
export interface StoreUnderTest {
  readonly store: EventStore;
  reopen(): Promise<EventStore>;
  dispose(): Promise<void>;
}

/** What a store is allowed not to take. */
export interface StoreBounds {
  /** Bytes of the largest append. */
  readonly appendMax?: number;
}

/** The store of the test that runs. */
export interface Tested {
  readonly store: EventStore;
}

/** Appends one event after the other, each in an append of its own. */
export async function appendEach(
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
): Promise<StreamHead> {
  let head = await store.head(stream);
  for (const event of events) head = (await store.append(stream, head, [event])).head;
  return head;
}

export const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);
export const positions = (events: readonly RecordedEvent[]): number[] =>
  events.map(({ position }) => position);
/** So many numbers in a row. */
export const upTo = (count: number, first = 1): number[] =>
  Array.from({ length: count }, (_, n) => n + first);
