import { nowMs } from '../host/clock.js';

/** So many customers waiting at once are a rush. */
const MANY = 16;
/** How long a rush lasts after it was last seen: longer than the pause between two bursts of one. */
const LASTS_MS = 250;

/** Memory to hand to the threads that stand back. */
export const createLoadSignal = (): SharedArrayBuffer => new SharedArrayBuffer(4);

/** Many customers wait for an answer at once: the thread that answers them counts, those that can wait stand back. */
export class LoadSignal {
  /** When it was last seen, in milliseconds that wrap around. */
  private readonly seenAt: Int32Array;
  private waiting = 0;

  constructor(shared: SharedArrayBuffer = createLoadSignal()) {
    this.seenAt = new Int32Array(shared);
  }

  get on(): boolean {
    const seenAt = Atomics.load(this.seenAt, 0);
    return seenAt !== 0 && ((nowMs() - seenAt) | 0) < LASTS_MS;
  }

  /** Somebody waits, until `end`. */
  begin(): void {
    this.waiting += 1;
    if (this.waiting >= MANY) Atomics.store(this.seenAt, 0, nowMs() | 1);
  }

  /** Whoever waited has an answer, or was refused. */
  end(): void {
    this.waiting -= 1;
  }
}
