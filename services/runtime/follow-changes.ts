import type { Logger } from 'pino';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';
import { sleep } from '../../infra/host/timers.js';

export interface FollowsLog {
  onRecorded(event: RecordedEvent): void;
}

export interface FollowedChanges {
  position(): number;
  stop(): Promise<void>;
}

const RETRY_MS = 200;

/** Passes each new event to all `listeners`, including events that another process appended. */
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
  /** Catch the error of each listener, so that the remaining listeners still get the event. */
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
