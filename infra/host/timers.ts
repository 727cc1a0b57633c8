import { host, type Timer } from './host.js';
import { whenAborted } from './when-aborted.js';

export type { Timer } from './host.js';

export const startTimer = (callback: () => void, ms: number): Timer => host.startTimer(callback, ms);

export const startRepeating = (callback: () => void, ms: number): Timer => host.startRepeating(callback, ms);

export const onNextTurn = (callback: () => void): void => host.nextTurn(callback);

/** Waits until all other pending work has run. */
export const breathe = (): Promise<void> => new Promise((resolve) => host.nextTurn(resolve));

export interface SleepOptions {
  readonly signal?: AbortSignal | undefined;
  /** False lets the process end during the sleep. Default: true. */
  readonly ref?: boolean | undefined;
}

/** @throws AbortError when `signal` aborts first, like Node's own `sleep` functions */
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

/** Waits for the given time, or until `signal` aborts. */
export const pause = (
  ms: number,
  signal: AbortSignal,
  { ref = true }: { readonly ref?: boolean } = {},
): Promise<void> => sleep(ms, undefined, { signal, ref }).catch(() => undefined);

/**
 * Returns the result of `work`. Rejects with the error of `late` after `ms`, without stopping
 * `work`.
 */
export function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = startTimer(() => reject(late()), ms).unref();
    work.finally(() => timer.cancel()).then(resolve, reject);
  });
}

/**
 * Makes a signal that aborts with a `TimeoutError` after `ms`. The signal does not keep the process
 * alive.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  host
    .startTimer(() => controller.abort(new DOMException(`took longer than ${ms} ms`, 'TimeoutError')), ms)
    .unref();
  return controller.signal;
}

class AbortError extends Error {
  override readonly name = 'AbortError';
  readonly code = 'ABORT_ERR';
  constructor(signal: AbortSignal | undefined) {
    super('The operation was aborted', { cause: signal?.reason });
  }
}
