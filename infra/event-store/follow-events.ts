import { breathe } from '../host/timers.js';
import type { CommitSignal } from './commit-signal.js';
import type { FollowOptions, RecordedEvent, Wants } from './event-store.js';

const BATCH_MAX = 512;

export interface Walk {
  readonly events: readonly RecordedEvent[];
  readonly count: number;
}

export const walkOver = (page: readonly RecordedEvent[], wants: Wants | undefined): Walk => ({
  events: wants
    ? page.filter(({ type, stream }, index) => index === page.length - 1 || wants(type, stream))
    : page,
  count: page.length,
});

/** Yields the events after position `after`. At the end of the log, waits for commits. */
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
    if (count === batchMax) await breathe();
  }
}
