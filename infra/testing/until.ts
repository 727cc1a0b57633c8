import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How long a test waits for something to happen, in milliseconds: `TEST_PATIENCE_MS`, 30 s by default and longer in
 * `.ci/run`. The limit ends what hangs; what comes, comes sooner.
 */
export const PATIENCE_MS = Number(process.env['TEST_PATIENCE_MS'] ?? 30_000);

/** Between two looks, in milliseconds. What is looked at often for long takes its time from what is waited for. */
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

/** The pause after this one: half as long again. @param longest in milliseconds */
export const longerPause = (pause: number, longest = LONGEST_PAUSE_MS): number =>
  Math.min(1.5 * pause, Math.max(pause, longest));

/** Waits until it is so, and fails loudly when it does not become so. @param wait for the next look: in virtual time its own */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = 'what was waited for',
  wait: (ms: number) => Promise<void> = sleep,
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (let pause = SHORTEST_PAUSE_MS; !(await holds()); pause = longerPause(pause)) {
    if (performance.now() > end) throw new Error(`not within ${PATIENCE_MS} ms: ${what}`);
    await wait(pause);
  }
}
