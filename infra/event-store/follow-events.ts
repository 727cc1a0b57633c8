import { breathe } from '../host/timers.js';
import type { CommitSignal } from './commit-signal.js';
import type { FollowOptions, RecordedEvent, Wants } from './event-store.js';

const BATCH_MAX = 512;

/** What a walk over a piece of the log found: the events that are wanted, and the last one whatever it is. */
export interface Walk {
  readonly events: readonly RecordedEvent[];
  /** How many events were walked over. */
  readonly count: number;
}

/** A page that was read whole, without what nobody wants. */
export const walkOver = (page: readonly RecordedEvent[], wants: Wants | undefined): Walk => ({
  events: wants
    ? page.filter(({ type, stream }, index) => index === page.length - 1 || wants(type, stream))
    : page,
  count: page.length,
});

/**
 * Walks forwards from `after`, then waits for commits and walks on. `walk` throws when the store is closed, so the loop
 * ends by the signal or by an error, never silently.
 */
export async function* followEvents(
  walk: (after: number, limit: number) => Walk | Promise<Walk>,
  commits: CommitSignal,
  { after, signal, batchMax = BATCH_MAX }: FollowOptions,
): AsyncGenerator<readonly RecordedEvent[]> {
  let last = after;
  while (!signal.aborted) {
    const version = commits.version();
    const walked = walk(last, batchMax);
    const { events, count } = walked instanceof Promise ? await walked : walked;
    if (signal.aborted) return;
    const newest = events[events.length - 1];
    if (!newest) {
      await commits.changed(version, signal);
      continue;
    }
    if (newest.position !== last + count)
      throw new Error(`the event log has a gap: ${count} events after ${last} end at ${newest.position}`);
    last = newest.position;
    yield events;
    // Catching up reads without waiting: let the thread do something else between pages.
    if (count === batchMax) await breathe();
  }
}
