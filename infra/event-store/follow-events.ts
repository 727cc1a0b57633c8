import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CommitSignal } from './commit-signal.js';
import type { FollowOptions, RecordedEvent } from './event-store.js';

const BATCH_MAX = 512;

/**
 * Pages forwards from `after`, then waits for commits and pages on. `readPage` throws when the store is closed, so the
 * loop ends by the signal or by an error, never silently.
 */
export async function* followEvents(
  readPage: (after: number, limit: number) => RecordedEvent[] | Promise<RecordedEvent[]>,
  commits: CommitSignal,
  { after, signal, batchMax = BATCH_MAX }: FollowOptions,
): AsyncGenerator<readonly RecordedEvent[]> {
  let last = after;
  while (!signal.aborted) {
    const version = commits.version();
    const page = readPage(last, batchMax);
    const events = page instanceof Promise ? await page : page;
    const [first] = events;
    if (!first) {
      await commits.changed(version, signal);
      continue;
    }
    if (first.position !== last + 1)
      throw new Error(`the event log has a gap: position ${last} is followed by ${first.position}`);
    last = first.position + events.length - 1;
    yield events;
    // Catching up reads without waiting: let the thread do something else between pages.
    if (events.length === batchMax) await nextTurn();
  }
}
