import { randomBytes, randomUUID } from 'node:crypto';

export interface Timer {
  /** Lets the process end before the timer fires. Returns the same timer. */
  unref(): Timer;
  cancel(): void;
}

/**
 * Time, timers and randomness of the machine. A simulation replaces these, so that one seed determines the
 * whole run.
 */
export interface Host {
  /** Unix time in ms. Someone may set this clock forward or back. */
  nowMs(): number;
  monotonicMs(): number;
  startTimer(callback: () => void, ms: number): Timer;
  startRepeating(callback: () => void, ms: number): Timer;
  /** Calls `callback` in the next turn of the event loop. */
  nextTurn(callback: () => void): void;
  randomBytes(size: number): Buffer;
  randomUuid(): string;
}

class NodeTimer implements Timer {
  constructor(private readonly handle: NodeJS.Timeout) {}

  unref(): this {
    this.handle.unref();
    return this;
  }

  cancel(): void {
    clearTimeout(this.handle);
  }
}

const SMALL = 16;
const POOL_BYTES = SMALL * 1024;
let pool = Buffer.alloc(0);
let taken = 0;

/** Answers small requests for random bytes from a pool, because each system call is slow. */
function bytes(size: number): Buffer {
  if (size > SMALL) return randomBytes(size);
  if (taken + size > pool.length) {
    pool = randomBytes(POOL_BYTES);
    taken = 0;
  }
  taken += size;
  return pool.subarray(taken - size, taken);
}

// Look up Node's functions at each call, so that tests can replace the clock and the timers.
const node: Host = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  startTimer: (callback, ms) => new NodeTimer(setTimeout(callback, ms)),
  startRepeating: (callback, ms) => new NodeTimer(setInterval(callback, ms)),
  nextTurn: (callback) => void setImmediate(callback),
  randomBytes: bytes,
  randomUuid: () => randomUUID(),
};

export let host: Host = node;

export function replaceHost(other: Host): () => void {
  const before = host;
  host = other;
  return () => {
    host = before;
  };
}
