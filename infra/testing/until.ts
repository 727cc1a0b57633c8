import { setTimeout as sleep } from 'node:timers/promises';

/** Time in ms that a test waits for one thing; longer in `.ci/run`. Only hanging tests reach it. */
export const PATIENCE_MS = Number(process.env['TEST_PATIENCE_MS'] ?? 30_000);

/** Ms between checks; frequent ones would slow down the awaited work. */
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

/** Next pause: half as long again, up to `longest` ms. */
export const longerPause = (pause: number, longest = LONGEST_PAUSE_MS): number =>
  Math.min(1.5 * pause, Math.max(pause, longest));

/** Pauses for checks that read a whole ledger. */
export const rarely = (ms: number): Promise<void> => sleep(8 * ms);

/**
 * Waits until `holds` returns true; throws after `PATIENCE_MS`.
 * @param wait pauses between checks; tests in virtual time pass their own
 */
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
