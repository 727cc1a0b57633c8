import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import { lagosDateOf } from '../../contracts/fields/lagos-day.js';
import { bookOf, type Posting } from '../../ledger/postings.js';
import { TrialBalance } from '../trial-balance.js';
import { type DaySpan, type Moment, positionAt, type PositionReading, TooMuchToRead } from './position-at.js';

export interface DayTotals extends DaySpan {
  /**
   * Kobo by which each account changed on the day. Debits are positive. Accounts of one kind are added up over
   * all customers (`bookOf`).
   */
  readonly moved: ReadonlyMap<string, bigint>;
}

export interface KeptDays {
  readonly position: number;
  readonly days: readonly DayTotals[];
}

export interface TrialBalanceAsOf {
  readonly position: number;
  /** Balance of each account in kobo. Debits are positive. */
  readonly trial: TrialBalance;
  readonly read: number;
}

type Log = Pick<EventStore, 'readAll' | 'lastPosition'>;
const PAGE = 1_000;

export interface AsOfReading extends PositionReading {
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
}

type Share = 'all' | 'part' | 'none';

function shareOf({ firstPosition, lastPosition }: DayTotals, position: number): Share {
  if (lastPosition <= position) return 'all';
  return firstPosition > position ? 'none' : 'part';
}

/**
 * Computes the trial balance at a moment from the stored totals of whole days and from the events after these
 * days.
 * @throws TooMuchToRead
 */
export async function trialBalanceAsOf(
  log: Log,
  moment: Moment,
  kept: KeptDays = { position: 0, days: [] },
  { onProgress, pause = breathe, readMax = Infinity }: AsOfReading = {},
): Promise<TrialBalanceAsOf> {
  const found = await positionAt(log, moment, kept, { pause, readMax });
  const end = found.position;
  const trial = new TrialBalance();
  const parts = new Set<string>();
  let [first, last] = [Infinity, 0];
  for (const day of kept.days) {
    const share = shareOf(day, end);
    if (share === 'all') for (const [account, moved] of day.moved) trial.add(account, String(moved));
    if (share !== 'part') continue;
    parts.add(day.day);
    first = Math.min(first, day.firstPosition);
    last = Math.max(last, day.lastPosition);
  }
  const add = (event: RecordedEvent): void => {
    const { postings = [] } = event.data as { readonly postings?: readonly Posting[] };
    for (const { account, amount } of postings) trial.add(bookOf(account), amount);
  };
  const before = parts.size > 0 ? Math.max(0, Math.min(last, kept.position, end) - first + 1) : 0;
  let { read } = found;
  if (read + before + Math.max(0, end - kept.position) > readMax) throw new TooMuchToRead();
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
