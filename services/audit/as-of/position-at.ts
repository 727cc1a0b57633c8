import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import { lagosDateOf } from '../../contracts/fields/lagos-day.js';

/**
 * Moment in the past: the time `atMs` (Unix ms), or the moment at which the event at `position` had
 * just been stored.
 */
export type Moment = { readonly position: number } | { readonly atMs: number };

export interface DaySpan {
  /** yyyy-MM-dd */
  readonly day: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
}

export interface DaySpans {
  readonly position: number;
  readonly days: readonly DaySpan[];
}

export interface FoundPosition {
  readonly position: number;
  readonly read: number;
}

/** Error when more than `readMax` events would have to be read. */
export class TooMuchToRead extends Error {
  override readonly name = 'TooMuchToRead';
}

export interface PositionReading {
  readonly pause?: (() => Promise<void>) | undefined;
  readonly readMax?: number | undefined;
}

const PAGE = 1_000;

/**
 * Returns the log position of the last event up to `moment`.
 * @throws TooMuchToRead
 */
export async function positionAt(
  log: Pick<EventStore, 'readAll' | 'lastPosition'>,
  moment: Moment,
  known: DaySpans = { position: 0, days: [] },
  { pause = breathe, readMax = Infinity }: PositionReading = {},
): Promise<FoundPosition> {
  const end = await log.lastPosition();
  if ('position' in moment) return { position: Math.min(moment.position, end), read: 0 };
  const { atMs } = moment;
  const [today, next] = [lagosDateOf(atMs), lagosDateOf(atMs + 1)];
  const over = known.days.filter(({ day }) => day < today || (day === today && next !== today));
  const divided = known.days.find(({ day }) => day === today && next === today);
  const whole = Math.max(0, ...over.map(({ lastPosition }) => lastPosition));
  const isBy = ({ at }: RecordedEvent): boolean => Date.parse(at) <= atMs;
  let read = 0;

  const lastBy = async (from: number, to: number): Promise<number | undefined> => {
    for (let high = to; high > from;) {
      const low = Math.max(from, high - PAGE);
      let found: RecordedEvent | undefined;
      for (let after = low; after < high;) {
        const page = await log.readAll(after, high - after);
        const newest = page.at(-1);
        if (!newest) throw new Error(`the log ends at ${after}, not at ${high}: run \`ledger -- verify\``);
        read += page.length;
        if (read > readMax) throw new TooMuchToRead();
        found = page.findLast(isBy) ?? found;
        after = newest.position;
        await pause();
      }
      if (found) return found.position;
      high = low;
    }
    return undefined;
  };

  const inTail = await lastBy(Math.min(known.position, end), end);
  if (inTail !== undefined) return { position: inTail, read };
  const inDay =
    divided &&
    (await lastBy(Math.max(whole, divided.firstPosition - 1), Math.min(divided.lastPosition, end)));
  return { position: await alsoBy(log, inDay ?? Math.min(whole, end), isBy), read };
}

async function alsoBy(
  log: Pick<EventStore, 'readAll'>,
  from: number,
  isBy: (event: RecordedEvent) => boolean,
): Promise<number> {
  for (let position = from; ;) {
    const page = await log.readAll(position, PAGE);
    const later = page.findIndex((event) => !isBy(event));
    if (later >= 0) return position + later;
    if (page.length === 0) return position;
    position += page.length;
  }
}
