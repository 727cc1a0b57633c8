import type { Logger } from 'pino';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { sleep } from '../../infra/host/timers.js';

/** Something in memory that other processes may make out of date. */
export interface FollowsLog {
  /** Told every event of the log, in order, from when the process began. */
  onRecorded(event: RecordedEvent): void;
}

export interface FollowedChanges {
  /** Everything up to here was told. */
  position(): number;
  stop(): Promise<void>;
}

const RETRY_MS = 200;

/** Tells what is in memory about everything that is stored from now on, whichever process stores it. */
export function followChanges(
  eventStore: Pick<EventStore, 'follow'>,
  after: number,
  listeners: readonly FollowsLog[],
  logger: Pick<Logger, 'warn' | 'error'>,
): FollowedChanges {
  const stopping = new AbortController();
  const { signal } = stopping;
  let position = after;
  const run = async (): Promise<void> => {
    while (!signal.aborted)
      try {
        for await (const events of eventStore.follow({ after: position, signal }))
          for (const event of events) {
            tellAll(event);
            position = event.position;
          }
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ part: 'changes', err: error }, 'following the log was interrupted; it goes on');
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
  };
  /** What one of them makes of one event is its own affair: the others, and the events after it, concern other people. */
  const tellAll = (event: RecordedEvent): void => {
    for (const listener of listeners)
      try {
        listener.onRecorded(event);
      } catch (error) {
        const { stream, type, position: at } = event;
        logger.error(
          { part: 'changes', err: error, stream, type, position: at },
          'an event was not taken in',
        );
      }
  };
  const running = run();
  return {
    position: () => position,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
