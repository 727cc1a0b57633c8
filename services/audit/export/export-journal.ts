import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import { dayOf, type JournalFormat, journalWriter } from './journal-formats.js';

/**
 * First or last event of an export, as a log position or a Lagos day (yyyy-MM-dd). The export includes that
 * event or day.
 */
export type Bound = { readonly position: number } | { readonly day: string };

export interface ExportOptions {
  readonly format: JournalFormat;
  readonly from?: Bound | undefined;
  readonly to?: Bound | undefined;
  readonly onProgress?: (position: number, of: number) => void;
}

const PAGE = 1_000;

/**
 * When `from` or `to` is a day, checks every event's time, because the log may not be in order of time.
 * @throws JournalDamaged
 */
export async function* exportJournal(
  eventStore: Pick<EventStore, 'readAll' | 'lastPosition'>,
  { format, from, to, onProgress }: ExportOptions,
): AsyncGenerator<string> {
  const { head, entry } = journalWriter(format);
  if (head !== '') yield head;
  const newest = await eventStore.lastPosition();
  const end = to && 'position' in to ? Math.min(newest, to.position) : newest;
  const isWanted = daysBetween(from, to);
  let position = from && 'position' in from ? Math.max(0, from.position - 1) : 0;
  while (position < end) {
    const page = await eventStore.readAll(position, Math.min(PAGE, end - position));
    const last = page.at(-1);
    if (!last)
      throw new Error(`the log ends at ${position}, the store says ${end}: run \`ledger -- verify\``);
    const text = page.filter(isWanted).map(entry).join('');
    position = last.position;
    if (text !== '') yield text;
    onProgress?.(position, end);
    await breathe();
  }
}

function daysBetween(from?: Bound, to?: Bound): (event: RecordedEvent) => boolean {
  const first = from && 'day' in from ? from.day : undefined;
  const last = to && 'day' in to ? to.day : undefined;
  if (first === undefined && last === undefined) return () => true;
  return (event) => {
    const day = dayOf(event);
    return (first === undefined || day >= first) && (last === undefined || day <= last);
  };
}
