import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import { lagosDateOf } from '../../contracts/fields/lagos-day.js';
import { bookOf, type Posting } from '../../ledger/postings.js';
import { TrialBalance } from '../trial-balance.js';

/** Ledger after the event at `position`, or after all events stored until `atMs` (Unix ms). */
export type Moment = { readonly position: number } | { readonly atMs: number };

export interface DayTotals {
  /** yyyy-MM-dd */
  readonly day: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
  /** Kobo by account, debit positive. Customers' accounts are totalled, see `bookOf`. */
  readonly moved: ReadonlyMap<string, bigint>;
}

/** Totals of days that `dayTotalsProjection` has stored, up to its checkpoint `position`. */
export interface KeptDays {
  readonly position: number;
  readonly days: readonly DayTotals[];
}

export interface TrialBalanceAsOf {
  readonly position: number;
  /** Kobo, debit positive. Customers' accounts are totalled, see `bookOf`. */
  readonly trial: TrialBalance;
  readonly read: number;
}

type Log = Pick<EventStore, 'readAll' | 'lastPosition'>;
const PAGE = 1_000;

export interface AsOfReading {
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
  readonly pause?: (() => Promise<void>) | undefined;
  readonly readMax?: number | undefined;
}

/** Error when an answer would need more than `readMax` events. */
export class TooMuchToRead extends Error {
  override readonly name = 'TooMuchToRead';
}

export function happenedBy(moment: Moment): (event: Pick<RecordedEvent, 'position' | 'at'>) => boolean {
  return 'position' in moment
    ? ({ position }) => position <= moment.position
    : ({ at }) => Date.parse(at) <= moment.atMs;
}

type Share = 'all' | 'part' | 'none';

function shareOf({ day, firstPosition, lastPosition }: DayTotals, moment: Moment): Share {
  if ('position' in moment) {
    if (lastPosition <= moment.position) return 'all';
    return firstPosition > moment.position ? 'none' : 'part';
  }
  const [today, next] = [lagosDateOf(moment.atMs), lagosDateOf(moment.atMs + 1)];
  if (day < today || (day === today && next !== today)) return 'all';
  return day === today ? 'part' : 'none';
}

/**
 * Trial balance at any moment. Adds up earlier days from `kept` and reads only the remaining
 * events. Without `kept`, reads all events.
 * @throws TooMuchToRead
 */
export async function trialBalanceAsOf(
  log: Log,
  moment: Moment,
  kept: KeptDays = { position: 0, days: [] },
  { onProgress, pause = breathe, readMax = Infinity }: AsOfReading = {},
): Promise<TrialBalanceAsOf> {
  const newest = await log.lastPosition();
  const end = 'position' in moment ? Math.min(moment.position, newest) : newest;
  const trial = new TrialBalance();
  const parts = new Set<string>();
  let [first, last] = [Infinity, 0];
  for (const day of kept.days) {
    const share = shareOf(day, moment);
    if (share === 'all') for (const [account, moved] of day.moved) trial.add(account, String(moved));
    if (share !== 'part') continue;
    parts.add(day.day);
    first = Math.min(first, day.firstPosition);
    last = Math.max(last, day.lastPosition);
  }
  const happened = happenedBy(moment);
  const add = (event: RecordedEvent): void => {
    if (!happened(event)) return;
    const { postings = [] } = event.data as { readonly postings?: readonly Posting[] };
    for (const { account, amount } of postings) trial.add(bookOf(account), amount);
  };
  const before = parts.size > 0 ? Math.max(0, Math.min(last, kept.position, end) - first + 1) : 0;
  if (before + Math.max(0, end - kept.position) > readMax) throw new TooMuchToRead();
  let read = 0;
  const readTo = async (from: number, to: number, each: (event: RecordedEvent) => void): Promise<void> => {
    for (let position = from; position < to;) {
      const page = await log.readAll(position, Math.min(PAGE, to - position));
      const newestRead = page.at(-1);
      if (!newestRead) throw new Error(`the log ends at ${position}, not at ${to}: run \`ledger -- verify\``);
      page.forEach(each);
      read += page.length;
      position = newestRead.position;
      onProgress?.(position, end);
      await pause();
    }
  };
  if (parts.size > 0)
    await readTo(first - 1, Math.min(last, kept.position, end), (event) => {
      if (parts.has(lagosDateOf(Date.parse(event.at)))) add(event);
    });
  await readTo(Math.min(kept.position, end), end, add);
  return { position: end, trial, read };
}
