import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.js';

/** Whoever stops a process waits ten seconds for all of it, of which a store that is away may take a part. */
const SILENCE_MAX_MS = 2_500;
const ASK_EVERY_MS = 500;

export interface EndWithProcess {
  readonly store: { giveUp(): void };
  readonly connection: Pick<Connection, 'readStream' | 'lastAnswer'>;
  /** A stream that may be read at any time. */
  readonly heartbeat: string;
  readonly signal: AbortSignal;
  /** Aborted when the store is closed, after which there is nothing to watch. */
  readonly closing: AbortController;
}

/**
 * When the process is told to end, the server is asked now and then whether it is there. As long as it answers, whatever
 * is under way may finish; when it is silent it is given up, so that nobody who stops waits for it.
 */
export function endWithProcess({ store, connection, heartbeat, signal, closing }: EndWithProcess): void {
  const watch = async (): Promise<void> => {
    const endedAt = performance.now();
    while (!closing.signal.aborted) {
      if (performance.now() - Math.max(endedAt, connection.lastAnswer) > SILENCE_MAX_MS) {
        store.giveUp();
        return;
      }
      connection
        .readStream(heartbeat, { from: 'end', count: 1, backwards: true, look: true })
        .catch(() => []);
      await sleep(ASK_EVERY_MS, undefined, { ref: false });
    }
  };
  const begin = (): void => void watch();
  signal.addEventListener('abort', begin, { once: true });
  closing.signal.addEventListener('abort', () => signal.removeEventListener('abort', begin), { once: true });
}
