import { host, type Timer } from './host.js';
import { whenAborted } from './when-aborted.js';

export type { Timer } from './host.js';

/** Calls once, after so many milliseconds. */
export const startTimer = (callback: () => void, ms: number): Timer => host.startTimer(callback, ms);

/** Calls every so many milliseconds. */
export const startRepeating = (callback: () => void, ms: number): Timer => host.startRepeating(callback, ms);

/** Calls once, after whatever input has arrived is handled. */
export const onNextTurn = (callback: () => void): void => host.nextTurn(callback);

/** Lets everything else that is due have its turn. */
export const breathe = (): Promise<void> => new Promise((resolve) => host.nextTurn(resolve));

export interface SleepOptions {
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the process stays for it: it does unless told. */
  readonly ref?: boolean | undefined;
}

/** Resolves with the value after so many milliseconds. @throws AbortError when the signal aborts first, as Node's own does */
export function sleep(ms: number): Promise<void>;
export function sleep<T>(ms: number, value: T, options?: SleepOptions): Promise<T>;
export function sleep<T>(ms: number, value?: T, { signal, ref = true }: SleepOptions = {}): Promise<T> {
  if (signal?.aborted === true) return Promise.reject(new AbortError(signal));
  return new Promise<T>((resolve, reject) => {
    const timer = host.startTimer(() => {
      stopWaiting?.();
      resolve(value as T);
    }, ms);
    if (!ref) timer.unref();
    const stopWaiting =
      signal &&
      whenAborted(signal, () => {
        timer.cancel();
        reject(new AbortError(signal));
      });
  });
}

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

/** A signal that aborts after so many milliseconds with a TimeoutError, and keeps no process alive. */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  host
    .startTimer(() => controller.abort(new DOMException(`took longer than ${ms} ms`, 'TimeoutError')), ms)
    .unref();
  return controller.signal;
}

/** What Node's own sleep throws when it is ended early. */
class AbortError extends Error {
  override readonly name = 'AbortError';
  readonly code = 'ABORT_ERR';
  constructor(signal: AbortSignal | undefined) {
    super('The operation was aborted', { cause: signal?.reason });
  }
}
