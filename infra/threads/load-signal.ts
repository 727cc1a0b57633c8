import { nowMs } from '../host/clock.js';

/** Number of waiting callers at which the server counts as busy. */
const MANY = 16;
/** Milliseconds after the last busy moment for which the server still counts as busy. */
const LASTS_MS = 250;

export const createLoadSignal = (): SharedArrayBuffer => new SharedArrayBuffer(4);

/** Tells all threads that many callers wait for the serving thread, so that the other threads slow down. */
export class LoadSignal {
  /** Low 32 bits of the Unix ms at which many callers last waited. */
  private readonly seenAt: Int32Array;
  private waiting = 0;
  /** True while the work of other threads is more urgent than answers to callers. */
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
