import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { EventStore, FollowOptions, RecordedEvent } from '../event-store/event-store.js';
import { nowMs } from '../host/clock.js';
import { sleep } from '../host/timers.js';
import type { LoadSignal } from './load-signal.js';

/** How a follower of the log behaves in a rush. */
export interface Throttle {
  /** Events it still takes at a time … */
  readonly batchSize: number;
  /** … with this pause in between: it goes slower, it never stops. */
  readonly restMs: number;
  /** Further behind than this it is throttled no more. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 20_000;

/**
 * Follows the log as the store does, but slower while customers wait for answers: what follows the log works for
 * somebody who has an answer already.
 */
export function throttledFollow(
  store: Pick<EventStore, 'follow'>,
  loadSignal: Pick<LoadSignal, 'on'>,
  { batchSize, restMs, patienceMs = PATIENCE_MS }: Throttle,
): (options: FollowOptions) => AsyncIterable<readonly RecordedEvent[]> {
  return async function* follow(options) {
    for await (const events of store.follow(options))
      for (let from = 0, to = 0; from < events.length; from = to) {
        const first = events[from]!;
        const stands = loadSignal.on && nowMs() - Date.parse(first.at) < patienceMs;
        to = stands ? Math.min(from + batchSize, events.length) : events.length;
        yield from === 0 && to === events.length ? events : events.slice(from, to);
        if (stands) await sleep(restMs, undefined, { signal: options.signal }).catch(() => undefined);
        if (options.signal.aborted) return;
      }
  };
}

const NICENESS = 5;

/** Lets the threads that serve people go first. On Linux a thread has a priority of its own; elsewhere nothing happens. */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
  } catch {
    // A courtesy: without it everything still works.
  }
}
