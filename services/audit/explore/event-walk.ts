import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { WALKED_MAX } from '../../contracts/admin/audit.contract.js';
import type { Turns } from './turns.js';

/**
 * Number of events per read. A read of this size takes milliseconds, so purchases hardly wait for
 * it.
 */
const CHUNK = 200;

export interface WalkAsked {
  readonly stream?: string | undefined;
  readonly order: 'newest' | 'oldest';
  readonly from?: number | undefined;
  /** Exclusive end of `newest`. */
  readonly until?: number | undefined;
  readonly last?: number | undefined;
  readonly limit: number;
  readonly matches: (event: RecordedEvent) => boolean;
}

export interface Walked {
  readonly events: readonly RecordedEvent[];
  readonly reached: number | undefined;
  readonly done: boolean;
  readonly walked: number;
}

type Log = Pick<EventStore, 'readAll' | 'readStream' | 'lastPosition'>;

/**
 * Finds the matching events after `from`, in the given `order`. `from` is a revision of `stream`. Without
 * `stream`, `from` is a log position. Stops after `limit` matches or `WALKED_MAX` events.
 */
export async function walkEvents(log: Log, asked: WalkAsked, turns: Pick<Turns, 'pause'>): Promise<Walked> {
  const { stream, order, limit, matches, until = stream === undefined ? 0 : -1 } = asked;
  const placeOf = (event: RecordedEvent): number => (stream === undefined ? event.position : event.revision);
  const chunkAfter =
    stream === undefined ? await ofLog(log, order, asked.last) : ofStream(log, stream, order);
  const found: RecordedEvent[] = [];
  let reached = asked.from;
  let walked = 0;
  for (;;) {
    const size = Math.min(CHUNK, WALKED_MAX - walked, Math.max(limit - found.length, walked > 0 ? CHUNK : 1));
    const chunk = await chunkAfter(reached, size);
    let ended = false;
    for (const event of chunk) {
      ended = order === 'newest' && placeOf(event) <= until;
      if (ended) break;
      reached = placeOf(event);
      walked += 1;
      if (matches(event)) found.push(event);
      if (found.length === limit) break;
    }
    const atStart = order === 'newest' && reached !== undefined && reached <= until + 1;
    const done = ended || atStart || (chunk.length < size && found.length < limit);
    if (done || found.length === limit || walked >= WALKED_MAX)
      return { events: found, reached: walked > 0 ? reached : undefined, done, walked };
    await turns.pause();
  }
}

/**
 * Function that reads up to `size` events after `place`, which is a revision of the stream or a log position.
 * Fewer than `size` events end the walk.
 */
type ChunkAfter = (place: number | undefined, size: number) => Promise<readonly RecordedEvent[]>;

const ofStream =
  (log: Log, stream: string, order: WalkAsked['order']): ChunkAfter =>
  async (place, size) => {
    if (order === 'oldest')
      return log.readStream(stream, { from: place === undefined ? 0 : place + 1, limit: size });
    if (place === 0) return [];
    const from = place === undefined ? {} : { from: place - 1 };
    return log.readStream(stream, { ...from, direction: 'backwards', limit: size });
  };

async function ofLog(log: Log, order: WalkAsked['order'], last = Infinity): Promise<ChunkAfter> {
  const end = Math.min(await log.lastPosition(), last);
  if (order === 'oldest')
    return async (place = 0, size) => {
      const left = Math.max(0, end - place);
      return left === 0 ? [] : log.readAll(place, Math.min(size, left));
    };
  return async (place = end + 1, size) => {
    const newest = Math.min(place - 1, end);
    const before = Math.max(0, newest - size);
    return newest <= 0 ? [] : (await log.readAll(before, newest - before)).reverse();
  };
}
