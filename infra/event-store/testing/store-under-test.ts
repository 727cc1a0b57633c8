import type { EventStore, NewEvent, RecordedEvent, StreamHead } from '../event-store.js';

/** Store of one test. `reopen` opens the same data again after `close`. */
export interface StoreUnderTest {
  readonly store: EventStore;
  reopen(): Promise<EventStore>;
  dispose(): Promise<void>;
}

/** Limits of the tested store. */
export interface StoreBounds {
  /** Size of the largest append, bytes. */
  readonly appendMax?: number;
}

/** The store of the current test. */
export interface Tested {
  readonly store: EventStore;
}

/** Appends each event separately. */
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
/** Consecutive numbers from `first`. */
export const upTo = (count: number, first = 1): number[] =>
  Array.from({ length: count }, (_, n) => n + first);
