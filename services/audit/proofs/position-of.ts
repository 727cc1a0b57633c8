import { readHashes, type EventStore, type RecordedEvent } from '../../../infra/event-store/event-store.js';

/**
 * Tolerance for clock differences and slow appends. Events with a larger time difference are stored
 * in order.
 */
export const SKEW_MS = 120_000;
const PAGE = 1_024;
const HASH_BYTES = 32;

/**
 * Position of an event whose store returned 0. Searches for `hash` from `SKEW_MS` before `at`.
 * @throws Error when the event is not in the log
 */
export async function positionOf(
  store: Pick<EventStore, 'readAll' | 'readHashes' | 'lastPosition'>,
  { position, at, hash }: Pick<RecordedEvent, 'position' | 'at' | 'hash'>,
): Promise<number> {
  if (position > 0) return position;
  const wanted = Buffer.from(hash, 'hex');
  const end = await store.lastPosition();
  let after = await lastBefore(store, Date.parse(at) - SKEW_MS, end);
  while (after < end) {
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
 * Positions between which a moment lies. Events up to `first` are not later than the moment, and events after
 * `last` are later.
 */
export async function placesAround(
  store: Pick<EventStore, 'readAll' | 'lastPosition'>,
  moment: { readonly position: number } | { readonly atMs: number },
): Promise<{ readonly first: number; readonly last: number }> {
  if ('position' in moment) return { first: moment.position, last: moment.position };
  const end = await store.lastPosition();
  const [first, last] = await Promise.all(
    [-SKEW_MS, SKEW_MS].map((skew) => lastBefore(store, moment.atMs + skew, end)),
  );
  return { first: first!, last: last! };
}

/** Last position before a time, by binary search as if events were stored in the order of their times. */
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
