import { nowMs } from '../host/clock.js';

/** Number of waiting callers that makes the server busy. */
const MANY = 16;
/** Milliseconds after the last busy moment during which the server still counts as busy. */
const LASTS_MS = 250;

export const createLoadSignal = (): SharedArrayBuffer => new SharedArrayBuffer(4);

/**
 * Signal that the server is busy. The serving thread counts waiting callers, and other threads slow down
 * while many callers wait.
 */
export class LoadSignal {
  /** Time when the server was last busy. The time is in ms and wraps around. */
  private readonly seenAt: Int32Array;
  private waiting = 0;
  /** True while other threads must not slow down, because their work is more urgent than answers to callers. */
  ignored = false;

  constructor(shared: SharedArrayBuffer = createLoadSignal()) {
    this.seenAt = new Int32Array(shared);
  }

  get on(): boolean {
    const seenAt = Atomics.load(this.seenAt, 0);
    return seenAt !== 0 && Math.abs((nowMs() - seenAt) | 0) < LASTS_MS;
  }

  begin(): void {
    this.waiting += 1;
    if (this.waiting >= MANY && !this.ignored) Atomics.store(this.seenAt, 0, nowMs() | 1);
  }

  end(): void {
    this.waiting -= 1;
  }
}
