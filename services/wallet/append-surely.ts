import { setTimeout as sleep } from 'node:timers/promises';
import { AppendOutcomeUnknown } from '../../infra/event-store/event-store.js';
import type { Appended, EventStore, NewEvent, StreamHead } from '../../infra/event-store/event-store.js';

/** Pauses between tries of an append whose outcome is not known. */
const RETRY_AFTER_MS = [20, 100, 500];

/** Appends; when nobody can say whether it was stored, asks again with the same ids and head. @throws as the store does */
export async function appendSurely(
  store: Pick<EventStore, 'append'>,
  stream: string,
  head: StreamHead,
  events: readonly NewEvent[],
): Promise<Appended> {
  for (const pauseMs of RETRY_AFTER_MS) {
    try {
      return await store.append(stream, head, events);
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown)) throw error;
      await sleep(pauseMs);
    }
  }
  return store.append(stream, head, events);
}
