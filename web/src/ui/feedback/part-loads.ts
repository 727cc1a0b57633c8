export type PartLoads = 'none' | 'slow' | 'waiting';

const SLOW_MS = 200;

const loading = new Set<object>();
const waiting = new Set<object>();
const listeners = new Set<() => void>();
const wakers = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

export function beginLoad() {
  const load = {};
  // `lazy` calls `beginLoad` during rendering, when React forbids changes of state.
  const timer = setTimeout(() => {
    loading.add(load);
    tell();
  }, SLOW_MS);
  return {
    waits(yes: boolean): void {
      if (yes) waiting.add(load);
      else waiting.delete(load);
      tell();
    },
    ends(): void {
      clearTimeout(timer);
      loading.delete(load);
      waiting.delete(load);
      tell();
    },
  };
}

export const partLoads = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  now: (): PartLoads => (waiting.size > 0 ? 'waiting' : loading.size > 0 ? 'slow' : 'none'),
  forget: (): void => {
    loading.clear();
    waiting.clear();
    tell();
  },
  tryNow: (): void => wakers.forEach((wake) => wake()),
};

/** Waits until the event `online` fires, the person presses "Try now", or `pauseMs` is over. */
export function anotherChance(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, pauseMs);
    function done(): void {
      clearTimeout(timer);
      wakers.delete(done);
      window.removeEventListener('online', done);
      resolve();
    }
    wakers.add(done);
    window.addEventListener('online', done);
  });
}
