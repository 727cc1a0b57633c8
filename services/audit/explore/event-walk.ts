import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { WALKED_MAX } from '../../contracts/admin/audit.contract.js';
import type { Turns } from './turns.js';

/** Read at once: a few milliseconds, since whoever buys waits meanwhile. */
const CHUNK = 200;

export interface WalkAsked {
  /** Only this stream: places are revisions of it then, and positions of the log otherwise. */
  readonly stream?: string | undefined;
  readonly order: 'newest' | 'oldest';
  /** The walk begins after it, in its order; absent for the end it begins at. */
  readonly from?: number | undefined;
  /** Newest first: the walk ends before it. */
  readonly until?: number | undefined;
  /** Oldest first through the whole log: the walk ends with it. */
  readonly last?: number | undefined;
  readonly limit: number;
  readonly matches: (event: RecordedEvent) => boolean;
}

export interface Walked {
  readonly events: readonly RecordedEvent[];
  /** Place of the last event that was looked at; undefined when there was none. */
  readonly reached: number | undefined;
  /** Nothing follows in this order. */
  readonly done: boolean;
  readonly walked: number;
}

type Log = Pick<EventStore, 'readAll' | 'readStream' | 'lastPosition'>;

/** Events that match, from one place on, as many as are wanted or as are found among so many as one answer may look at. */
export async function walkEvents(log: Log, asked: WalkAsked, turns: Pick<Turns, 'pause'>): Promise<Walked> {
  const { stream, order, limit, matches, until = stream === undefined ? 0 : -1 } = asked;
  const placeOf = (event: RecordedEvent): number => (stream === undefined ? event.position : event.revision);
  const chunkAfter =
    stream === undefined ? await ofLog(log, order, asked.last) : ofStream(log, stream, order);
  const found: RecordedEvent[] = [];
  let reached = asked.from;
  let walked = 0;
  for (;;) {
    // Where nothing is left out, no more is read than what is wanted.
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

/** What follows a place, at most `size`; fewer only at the end. */
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

/** As far as the log goes now, and no further than `last`. */
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
