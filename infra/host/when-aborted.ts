const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Runs `call` when `signal` aborts. Returns a function that prevents this. All calls share one listener,
 * because Node warns of a leak above ten listeners. `signal` must not have aborted yet.
 */
export function whenAborted(signal: AbortSignal, call: () => void): () => void {
  const calls = waiting.get(signal) ?? listen(signal);
  // A set holds the same function only once.
  const own = (): void => call();
  calls.add(own);
  return () => {
    if (calls.delete(own) && calls.size === 0 && waiting.get(signal) === calls) ignore(signal);
  };
}

function listen(signal: AbortSignal): Set<() => void> {
  const calls = new Set<() => void>();
  waiting.set(signal, calls);
  signal.addEventListener('abort', onAbort);
  return calls;
}

function ignore(signal: AbortSignal): void {
  waiting.delete(signal);
  signal.removeEventListener('abort', onAbort);
}

function onAbort(this: AbortSignal): void {
  const calls = [...(waiting.get(this) ?? [])];
  ignore(this);
  for (const call of calls) call();
}
