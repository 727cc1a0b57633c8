import { monotonicMs } from '../../host/clock.js';
import type { JobQueueOptions } from '../job-queue.js';

export interface RunningSlot {
  readonly startedAt: number;
}

/** Allows `concurrencyMax` running jobs. At most `concurrency` of them may be younger than `slowAfterMs`. */
export class Slots {
  private readonly counted = new Set<RunningSlot>();
  private taken = 0;
  private readonly concurrency: number;
  private readonly max: number;
  private readonly slowAfterMs: number;

  constructor({ concurrency, concurrencyMax = concurrency, slowAfterMs = Infinity }: JobQueueOptions) {
    this.concurrency = concurrency;
    this.max = Math.max(concurrency, concurrencyMax);
    this.slowAfterMs = slowAfterMs;
  }

  get running(): number {
    return this.taken;
  }

  free(): boolean {
    if (this.taken >= this.max) return false;
    if (this.counted.size < this.concurrency) return true;
    const slowSince = monotonicMs() - this.slowAfterMs;
    for (const slot of this.counted) {
      if (slot.startedAt > slowSince) break;
      this.counted.delete(slot);
    }
    return this.counted.size < this.concurrency;
  }

  /** Milliseconds until the next job becomes slow and frees its place. */
  roomInMs(): number | undefined {
    if (this.taken >= this.max || this.slowAfterMs === Infinity) return undefined;
    for (const { startedAt } of this.counted)
      return Math.max(1, startedAt + this.slowAfterMs - monotonicMs());
    return undefined;
  }

  take(): RunningSlot {
    const slot = { startedAt: monotonicMs() };
    this.taken += 1;
    this.counted.add(slot);
    return slot;
  }

  leave(slot: RunningSlot): void {
    this.taken -= 1;
    this.counted.delete(slot);
  }
}

export class StartRate {
  private second = { endsAt: 0, starts: 0 };

  constructor(private readonly max: number) {}

  take(): number {
    const now = monotonicMs();
    if (now >= this.second.endsAt) this.second = { endsAt: now + 1_000, starts: 0 };
    if (this.second.starts >= this.max) return this.second.endsAt - now;
    this.second.starts += 1;
    return 0;
  }
}
