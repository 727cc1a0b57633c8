import { readlinkSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { EventStore, FollowOptions, RecordedEvent } from '../event-store/event-store.js';
import { nowMs } from '../host/clock.js';
import { sleep } from '../host/timers.js';
import type { LoadSignal } from './load-signal.js';

export interface Throttle {
  readonly batchSize: number;
  readonly restMs: number;
  readonly patienceMs?: number;
}

const PATIENCE_MS = 20_000;

/**
 * Follows the log. While `loadSignal` is on, yields small batches with pauses, except for events older than
 * `patienceMs`.
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

/** Sets the thread's name for `top -H` and `npm run bench`. Only Linux has a name for each thread. */
export function nameThread(name: string): void {
  try {
    writeFileSync('/proc/thread-self/comm', name);
  } catch {
    // Ignore a failure. The thread works without its name.
  }
}

/**
 * Lowers the priority of this thread, so that threads that answer callers run first. Only Linux has a
 * priority for each thread.
 */
export const lowerThreadPriority = (): void => setNiceness(5);

/** Raises this thread's priority, if the user of the process may do so. */
export const raiseThreadPriority = (): void => setNiceness(-10);

function setNiceness(niceness: number): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness);
  } catch {
    // Ignore a failure. The thread works with its priority unchanged.
  }
}
