/** Who waits for which signal. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Resolves after a while, or when the signal aborts. However many wait for one signal, it has one listener of them, and
 * none when nobody waits: hundreds of repetitions may pause at once while a store is away.
 */
export function pause(
  ms: number,
  signal: AbortSignal,
  { ref = true }: { readonly ref?: boolean } = {},
): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const sleepers = waiting.get(signal) ?? listen(signal);
    const wake = (): void => {
      clearTimeout(timer);
      sleepers.delete(wake);
      if (sleepers.size === 0 && waiting.get(signal) === sleepers) ignore(signal);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    if (!ref) timer.unref();
    sleepers.add(wake);
  });
}

function listen(signal: AbortSignal): Set<() => void> {
  const sleepers = new Set<() => void>();
  waiting.set(signal, sleepers);
  signal.addEventListener('abort', onAbort);
  return sleepers;
}

function ignore(signal: AbortSignal): void {
  waiting.delete(signal);
  signal.removeEventListener('abort', onAbort);
}

function onAbort(this: AbortSignal): void {
  for (const wake of [...(waiting.get(this) ?? [])]) wake();
}

/** What the work answers, or `late` when it has not ended after so many milliseconds. The work goes on all the same. */
export function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    timer.unref();
    work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
