import { monotonicMs } from '../../host/clock.js';
import { startTimer, type Timer } from '../../host/timers.js';
import type { Job, JobQueueOptions, Slot } from '../job-queue.js';
import { SlotQueue } from './slot-queue.js';
import { type RunningSlot, Slots } from './slots.js';
import type { StartRate } from './slots.js';

/** Maximum delay of a Node timer. A later job needs several timers, which `wakeAt` starts one after another. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface Waiting {
  readonly job: Job;
  readonly dueAt: number;
  timer: Timer | undefined;
}

export class NamedQueue {
  private readonly waiting = new Map<string, Waiting>();
  private ready: Waiting[] = [];
  private next = 0;
  private slots = new Slots({ concurrency: 0 });
  private rate: StartRate | undefined;
  private nextSecond: Timer | undefined;
  private nextRoom: Timer | undefined;
  private handler: ((data: unknown) => Promise<void>) | undefined;
  private readonly line = new SlotQueue();
  private draining = false;
  private closed = false;
  private idle: (() => void) | undefined;

  constructor(private readonly onFailed: (data: unknown, error: unknown) => void) {}

  start(pace: JobQueueOptions, rate: StartRate | undefined, handler: (data: unknown) => Promise<void>): void {
    if (this.handler) throw new Error('this queue has a handler already');
    this.slots = new Slots(pace);
    this.rate = rate;
    this.handler = handler;
    this.drainSoon();
  }

  add(job: Job, delayMs: number): void {
    if (this.closed) return;
    const key = job.dedupeKey;
    const dueAt = delayMs > 0 ? monotonicMs() + delayMs : 0;
    const earlier = this.waiting.get(key);
    if (earlier && earlier.dueAt <= dueAt) return;
    earlier?.timer?.cancel();
    const entry: Waiting = { job, dueAt, timer: undefined };
    this.waiting.set(key, entry);
    if (delayMs > 0) this.wakeAt(key, entry);
    else this.makeReady(entry);
  }

  async slot(): Promise<Slot | undefined> {
    if (this.closed || !this.handler) return undefined;
    if (this.line.empty && this.mayServe()) return this.take();
    const joined = this.line.join();
    this.awaitRoom();
    return joined;
  }

  async close(timeoutMs: number): Promise<void> {
    this.closed = true;
    this.nextSecond?.cancel();
    this.nextRoom?.cancel();
    this.line.close();
    for (const { timer } of this.waiting.values()) timer?.cancel();
    this.waiting.clear();
    this.ready = [];
    this.next = 0;
    if (this.slots.running === 0) return;
    await new Promise<void>((resolve) => {
      const timer = startTimer(resolve, timeoutMs);
      this.idle = () => {
        timer.cancel();
        resolve();
      };
    });
  }

  private wakeAt(key: string, entry: Waiting): void {
    const wait = Math.min(Math.max(entry.dueAt - monotonicMs(), 1), TIMER_MAX_MS);
    entry.timer = startTimer(() => {
      if (this.waiting.get(key) !== entry) return;
      entry.timer = undefined;
      if (entry.dueAt > monotonicMs() + 1) this.wakeAt(key, entry);
      else this.makeReady(entry);
    }, wait);
    entry.timer.unref();
  }

  private makeReady(entry: Waiting): void {
    this.ready.push(entry);
    this.drainSoon();
  }

  /** Starts due jobs asynchronously. A handler never runs inside a call of `enqueue`. */
  private drainSoon(): void {
    if (this.draining || !this.handler) return;
    this.draining = true;
    queueMicrotask(() => {
      this.draining = false;
      this.drain();
    });
  }

  private drain(): void {
    while (!this.closed && this.next < this.ready.length && this.slots.free()) {
      const entry = this.ready[this.next]!;
      this.next += 1;
      const { dedupeKey: key, data } = entry.job;
      if (this.waiting.get(key) !== entry) continue;
      if (!this.mayStart()) {
        this.next -= 1;
        break;
      }
      this.waiting.delete(key);
      void this.run(data, this.slots.take());
    }
    if (this.next === this.ready.length || this.next > 1_024) {
      this.ready = this.ready.slice(this.next);
      this.next = 0;
    }
    while (!this.line.empty && this.mayServe()) this.line.serve(this.take());
    this.awaitRoom();
  }

  private awaitRoom(): void {
    if (this.closed || this.nextRoom || (this.next >= this.ready.length && this.line.empty)) return;
    const inMs = this.slots.free() ? undefined : this.slots.roomInMs();
    if (inMs === undefined) return;
    this.nextRoom = startTimer(() => {
      this.nextRoom = undefined;
      this.drain();
    }, inMs).unref();
  }

  private mayServe(): boolean {
    if (this.closed || this.next < this.ready.length || !this.slots.free()) return false;
    return this.mayStart();
  }

  private take(): Slot {
    const slot = this.slots.take();
    return { leave: () => this.leave(slot) };
  }

  /** Counts one start of a job. At the limit, returns false, and starts the waiting jobs in the next second. */
  private mayStart(): boolean {
    const waitMs = this.rate?.take() ?? 0;
    if (waitMs === 0) return true;
    this.nextSecond ??= startTimer(() => {
      this.nextSecond = undefined;
      this.drainSoon();
    }, waitMs).unref();
    return false;
  }

  private async run(data: unknown, slot: RunningSlot): Promise<void> {
    try {
      await this.handler!(data);
    } catch (error) {
      this.onFailed(data, error);
    }
    this.leave(slot);
  }

  private leave(slot: RunningSlot): void {
    this.slots.leave(slot);
    this.line.noteLeft();
    if (this.closed && this.slots.running === 0) this.idle?.();
    this.drainSoon();
  }
}
