import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore, RecordedEvent } from '../../infra/event-store/event-store.js';

/** Something in memory that other processes may make out of date. */
export interface FollowsLog {
  /** Told every event of the log, in order, from when the process began. */
  saw(event: RecordedEvent): void;
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
  onFault: (error: unknown) => void,
): FollowedChanges {
  const stopping = new AbortController();
  const { signal } = stopping;
  let position = after;
  const run = async (): Promise<void> => {
    while (!signal.aborted)
      try {
        for await (const events of eventStore.follow({ after: position, signal }))
          for (const event of events) {
            for (const listener of listeners) listener.saw(event);
            position = event.position;
          }
      } catch (error) {
        if (signal.aborted) return;
        onFault(error);
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
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
