import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a test waits for something to happen, in milliseconds: `TEST_PATIENCE_MS`, 30 s by default and longer in
 * `.ci/run`. The limit ends what hangs; what comes, comes sooner.
 */
export const PATIENCE_MS = Number(process.env['TEST_PATIENCE_MS'] ?? 30_000);

/** Waits until it is so, and fails loudly when it does not become so. @param wait for the next look: in virtual time its own */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = 'what was waited for',
  wait: (ms: number) => Promise<void> = sleep,
): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await holds()); await wait(5))
    if (performance.now() > end) throw new Error(`not within ${PATIENCE_MS} ms: ${what}`);
}
