/** What is happening to the parts of the program that are on their way to this browser. */
export type PartLoads = 'none' | 'slow' | 'waiting';

/** A part that comes sooner is not worth a word. */
const SLOW_MS = 200;

const loading = new Set<object>();
const waiting = new Set<object>();
const listeners = new Set<() => void>();
const wakers = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

/** Follows one load from its start to its end; the notice at the top of the page reads it. */
export function beginLoad() {
  const load = {};
  // Never at once: a part is asked for while a page is drawn, and drawing must not change what is drawn.
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
  /** The person has gone elsewhere: what is still on its way is not awaited any more. */
  forget: (): void => {
    loading.clear();
    waiting.clear();
    tell();
  },
  tryNow: (): void => wakers.forEach((wake) => wake()),
};

/** Resolves when the browser is back online, when somebody presses "Try now", or after `pauseMs`, whichever comes first. */
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
