import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 60_000;

/** Tries, with growing pauses, until it works or the signal says to stop. Never throws. */
export async function repeatUntilDone(
  work: () => Promise<void>,
  { what, logger, signal }: { what: string; logger: Logger; signal: AbortSignal },
): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LAST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      logger.warn({ err: error, what, pauseMs: pause }, 'failed; it is tried again');
    }
    await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
