import { sleep, startTimer } from '../host/timers.js';

/** Resolves after a while, or when the signal aborts. */
export const pause = (
  ms: number,
  signal: AbortSignal,
  { ref = true }: { readonly ref?: boolean } = {},
): Promise<void> => sleep(ms, undefined, { signal, ref }).catch(() => undefined);

/** What the work answers, or `late` when it has not ended after so many milliseconds. The work goes on all the same. */
export function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = startTimer(() => reject(late()), ms).unref();
    work.finally(() => timer.cancel()).then(resolve, reject);
  });
}
