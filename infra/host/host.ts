import { randomBytes, randomUUID } from 'node:crypto';

/** A callback that is due: once, or again and again. */
export interface Timer {
  /** The process may end although it is due. Answers itself. */
  unref(): Timer;
  cancel(): void;
}

/** What a process takes from the machine it runs on and cannot compute: the time, waking up later, and chance. */
export interface Host {
  /** Milliseconds since 1970, by a clock that may be put right meanwhile. */
  nowMs(): number;
  /** Milliseconds since some moment, by a clock that only goes forward. */
  monotonicMs(): number;
  /** Calls once, after so many milliseconds. */
  startTimer(callback: () => void, ms: number): Timer;
  /** Calls every so many milliseconds. */
  startRepeating(callback: () => void, ms: number): Timer;
  /** Calls once, after whatever input has arrived is handled. */
  nextTurn(callback: () => void): void;
  randomBytes(size: number): Buffer;
  randomUuid(): string;
}

const timer = (handle: NodeJS.Timeout): Timer => {
  const it: Timer = {
    unref() {
      handle.unref();
      return it;
    },
    cancel: () => clearTimeout(handle),
  };
  return it;
};

const node: Host = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  startTimer: (callback, ms) => timer(setTimeout(callback, ms)),
  startRepeating: (callback, ms) => timer(setInterval(callback, ms)),
  nextTurn: (callback) => void setImmediate(callback),
  randomBytes: (size) => randomBytes(size),
  randomUuid: () => randomUUID(),
};

/** The machine this process runs on; a simulation puts another in its place, so that one seed decides all of it. */
export let host: Host = node;

/** Runs on another host from now on. Answers what goes back to the one before. */
export function replaceHost(other: Host): () => void {
  const before = host;
  host = other;
  return () => {
    host = before;
  };
}
