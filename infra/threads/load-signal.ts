import { nowMs } from '../host/clock.js';

/** Number of waiting customers that counts as a rush. */
const MANY = 16;
/** Time in ms that a rush lasts, longer than the pause between two bursts. */
const LASTS_MS = 250;

export const createLoadSignal = (): SharedArrayBuffer => new SharedArrayBuffer(4);

/** The serving thread counts waiting callers; other threads slow down during a rush. */
export class LoadSignal {
  /** Time when a rush was last seen, in ms that wrap around. */
  private readonly seenAt: Int32Array;
  private waiting = 0;

  constructor(shared: SharedArrayBuffer = createLoadSignal()) {
    this.seenAt = new Int32Array(shared);
  }

  get on(): boolean {
    const seenAt = Atomics.load(this.seenAt, 0);
    return seenAt !== 0 && Math.abs((nowMs() - seenAt) | 0) < LASTS_MS;
  }

  /** The caller must call `end` with the answer. */
  begin(): void {
    this.waiting += 1;
    if (this.waiting >= MANY) Atomics.store(this.seenAt, 0, nowMs() | 1);
  }

  end(): void {
    this.waiting -= 1;
  }
}
