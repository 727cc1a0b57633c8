import { nowMs } from '../host/clock.js';

/** Waiting customers that count as a rush. */
const MANY = 16;
/** Duration of a rush after it was last seen: longer than the pause between two bursts. */
const LASTS_MS = 250;

/** Memory to share with throttled threads. */
export const createLoadSignal = (): SharedArrayBuffer => new SharedArrayBuffer(4);

/** Signals that many customers wait for answers. The serving thread counts, and threads that can wait slow down. */
export class LoadSignal {
  /** Last seen, in ms that wrap around. */
  private readonly seenAt: Int32Array;
  private waiting = 0;

  constructor(shared: SharedArrayBuffer = createLoadSignal()) {
    this.seenAt = new Int32Array(shared);
  }

  get on(): boolean {
    const seenAt = Atomics.load(this.seenAt, 0);
    return seenAt !== 0 && ((nowMs() - seenAt) | 0) < LASTS_MS;
  }

  /** A customer waits until `end`. */
  begin(): void {
    this.waiting += 1;
    if (this.waiting >= MANY) Atomics.store(this.seenAt, 0, nowMs() | 1);
  }

  end(): void {
    this.waiting -= 1;
  }
}
