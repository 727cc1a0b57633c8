import { monotonicMs } from '../../host/clock.js';
import { startTimer, type Timer } from '../../host/timers.js';
import type { Slot } from '../job-queue.js';

/** Maximum milliseconds that a caller waits for a slot. */
const WAIT_MAX_MS = 5_000;
const SECONDS_OF_LINE = 4;

interface Waiting {
  readonly resolve: (slot: Slot | undefined) => void;
  readonly timer: Timer;
}

/** Gives slots to callers in order. Refuses a caller that would wait longer than about four seconds. */
export class SlotQueue {
  private readonly waiting = new Set<Waiting>();
  private second = { at: 0, left: 0, leftBefore: 0 };

  get empty(): boolean {
    return this.waiting.size === 0;
  }

  /** Returns undefined when too many callers wait already, or after `WAIT_MAX_MS`. */
  join(): Promise<Slot | undefined> | undefined {
    if (this.waiting.size >= this.leftPerSecond() * SECONDS_OF_LINE) return undefined;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        resolve,
        timer: startTimer(() => this.end(waiting, undefined), WAIT_MAX_MS).unref(),
      };
      this.waiting.add(waiting);
    });
  }

  serve(slot: Slot): void {
    for (const first of this.waiting) return this.end(first, slot);
    slot.leave();
  }

  noteLeft(): void {
    this.leftPerSecond();
    this.second.left += 1;
  }

  close(): void {
    for (const waiting of this.waiting) this.end(waiting, undefined);
  }

  private leftPerSecond(): number {
    const at = Math.floor(monotonicMs() / 1_000);
    const { at: before, left } = this.second;
    if (at !== before) this.second = { at, left: 0, leftBefore: at === before + 1 ? left : 0 };
    return Math.max(this.second.left, this.second.leftBefore);
  }

  private end(waiting: Waiting, slot: Slot | undefined): void {
    waiting.timer.cancel();
    this.waiting.delete(waiting);
    waiting.resolve(slot);
  }
}
