import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.js';

/** Milliseconds of silence after which a stopping process gives up waiting for the store. */
const SILENCE_MAX_MS = 2_500;
const ASK_EVERY_MS = 500;

export interface EndWithProcess {
  readonly store: { giveUp(): void };
  readonly connection: Pick<Connection, 'readStream' | 'lastAnswer'>;
  readonly heartbeat: string;
  readonly signal: AbortSignal;
  readonly closing: AbortController;
}

/** Lets a stopping process finish its running calls to the store. */
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
