import { readHashes, type EventStore, type RecordedEvent } from '../../../infra/event-store/event-store.js';

/**
 * Maximum milliseconds by which the time of an event may be wrong. Clocks of processes differ, and
 * events may be appended late.
 */
export const SKEW_MS = 120_000;
const PAGE = 1_024;
const HASH_BYTES = 32;

/**
 * Searches the log when `position` is 0, because `readStream` may return events with position 0.
 * @throws Error when the event is not in the log
 */
export async function positionOf(
  store: Pick<EventStore, 'readAll' | 'readHashes' | 'lastPosition'>,
  { position, at, hash }: Pick<RecordedEvent, 'position' | 'at' | 'hash'>,
): Promise<number> {
  if (position > 0) return position;
  const wanted = Buffer.from(hash, 'hex');
  const end = await store.lastPosition();
  const start = await lastBefore(store, Date.parse(at) - SKEW_MS, end);
  for (const [from, to] of [
    [start, end],
    [0, start],
  ] as const)
    for (let after = from; after < to;) {
      const { hashes } = await readHashes(store, after, PAGE);
      for (let index = 0; index * HASH_BYTES < hashes.length; index += 1)
        if (wanted.equals(hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)))
          return after + index + 1;
      if (hashes.length === 0) break;
      after += hashes.length / HASH_BYTES;
    }
  throw new Error(`the event ${hash} is not in the log`);
}

/**
 * Finds the last event before `timeMs` by binary search. The search assumes that the times of
 * events grow with their positions.
 */
async function lastBefore(store: Pick<EventStore, 'readAll'>, timeMs: number, end: number): Promise<number> {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const [event] = await store.readAll(middle - 1, 1);
    if (event && Date.parse(event.at) < timeMs) low = middle;
    else high = middle - 1;
  }
  return low;
}
