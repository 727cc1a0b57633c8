import { setTimeout as sleep } from 'node:timers/promises';

/** How long a test waits for something to happen. It only ends what hangs: on no machine does what comes take this long. */
export const PATIENCE_MS = 600_000;

/** Waits until it is so, and fails loudly when it does not become so. @param wait for the next look: in virtual time its own */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = 'what was waited for',
  wait: (ms: number) => Promise<void> = sleep,
): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await holds()); await wait(5))
    if (performance.now() > end) throw new Error(`not within ${PATIENCE_MS} ms: ${what}`);
}
