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

/** Asking the system costs more than encrypting with the nonce it is asked for: few bytes come from many that were asked for at once. */
function bytes(size: number): Buffer {
  if (size > SMALL) return randomBytes(size);
  if (taken + size > pool.length) {
    pool = randomBytes(POOL_BYTES);
    taken = 0;
  }
  taken += size;
  return pool.subarray(taken - size, taken);
}

// Each is looked up when it is called, so that a test may put a false clock or false timers in Node's place.
const node: Host = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  startTimer: (callback, ms) => new NodeTimer(setTimeout(callback, ms)),
  startRepeating: (callback, ms) => new NodeTimer(setInterval(callback, ms)),
  nextTurn: (callback) => void setImmediate(callback),
  randomBytes: bytes,
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
