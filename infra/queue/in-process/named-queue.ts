import type { Job, JobQueueOptions, Place } from '../job-queue.js';
import { PlaceLine } from './place-line.js';

/** Node's timers take at most this; a later job is put off again when its timer ends. */
const TIMER_MAX_MS = 2 ** 31 - 1;

interface Waiting {
  readonly job: Job;
  readonly dueAt: number;
  timer: NodeJS.Timeout | undefined;
}

/** One queue: jobs that wait for their time, jobs that wait for a free place, and jobs that run. */
export class NamedQueue {
  private readonly waiting = new Map<string, Waiting>();
  /** In the order they became due. An entry replaced meanwhile is skipped. */
  private ready: Waiting[] = [];
  private next = 0;
  private running = 0;
  private concurrency = 0;
  private startsPerSecondMax = Infinity;
  /** The second that began with the first start after the one before. */
  private second = { endsAt: 0, starts: 0 };
  private nextSecond: NodeJS.Timeout | undefined;
  private handler: ((job: Job) => Promise<void>) | undefined;
  private readonly line = new PlaceLine();
  private draining = false;
  private closed = false;
  private idle: (() => void) | undefined;

  constructor(private readonly onFailed: (job: Job, error: unknown) => void) {}

  start(limits: JobQueueOptions, handler: (job: Job) => Promise<void>): void {
    if (this.handler) throw new Error('this queue has a handler already');
    this.concurrency = limits.concurrency;
    this.startsPerSecondMax = limits.startsPerSecondMax ?? Infinity;
    this.handler = handler;
    this.drainSoon();
  }

  /** The same job waiting already keeps the earlier of both times. */
  add(job: Job, delayMs: number): void {
    if (this.closed) return;
    const key = `${job.kind}:${job.purchaseId}:${job.attempt ?? ''}`;
    const dueAt = delayMs > 0 ? performance.now() + delayMs : 0;
    const earlier = this.waiting.get(key);
    if (earlier && earlier.dueAt <= dueAt) return;
    clearTimeout(earlier?.timer);
    const entry: Waiting = { job, dueAt, timer: undefined };
    this.waiting.set(key, entry);
    if (delayMs > 0) this.wakeAt(key, entry);
    else this.makeReady(entry);
  }

  /** A place to work in as a job does, once one is free and no job waits for it; undefined when that would take long. */
  async place(): Promise<Place | undefined> {
    if (this.closed || !this.handler) return undefined;
    return this.line.empty && this.mayServe() ? this.take() : this.line.join();
  }

  /** Takes no more jobs and waits for those that run, at most `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.closed = true;
    clearTimeout(this.nextSecond);
    this.line.close();
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
    this.waiting.clear();
    this.ready = [];
    this.next = 0;
    if (this.running === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.idle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private wakeAt(key: string, entry: Waiting): void {
    const wait = Math.min(Math.max(entry.dueAt - performance.now(), 1), TIMER_MAX_MS);
    entry.timer = setTimeout(() => {
      if (this.waiting.get(key) !== entry) return;
      entry.timer = undefined;
      if (entry.dueAt > performance.now() + 1) this.wakeAt(key, entry);
      else this.makeReady(entry);
    }, wait);
    entry.timer.unref();
  }

  private makeReady(entry: Waiting): void {
    this.ready.push(entry);
    this.drainSoon();
  }

  /** Never inside the call that enqueued: a handler starts with a stack of its own. */
  private drainSoon(): void {
    if (this.draining || !this.handler) return;
    this.draining = true;
    queueMicrotask(() => {
      this.draining = false;
      this.drain();
    });
  }

  private drain(): void {
    while (!this.closed && this.running < this.concurrency && this.next < this.ready.length) {
      const entry = this.ready[this.next]!;
      this.next += 1;
      const { kind, purchaseId, attempt } = entry.job;
      const key = `${kind}:${purchaseId}:${attempt ?? ''}`;
      if (this.waiting.get(key) !== entry) continue;
      if (!this.mayStart()) {
        this.next -= 1;
        break;
      }
      this.waiting.delete(key);
      this.running += 1;
      void this.run(entry.job);
    }
    if (this.next === this.ready.length || this.next > 1_024) {
      this.ready = this.ready.slice(this.next);
      this.next = 0;
    }
    while (!this.line.empty && this.mayServe()) this.line.serve(this.take());
  }

  /** Whether a place is free that no job wants. */
  private mayServe(): boolean {
    if (this.closed || this.running >= this.concurrency || this.next < this.ready.length) return false;
    return this.mayStart();
  }

  private take(): Place {
    this.running += 1;
    return { leave: () => this.leave() };
  }

  /** Counts a start, or comes back when the second is over. */
  private mayStart(): boolean {
    if (this.startsPerSecondMax === Infinity) return true;
    const now = performance.now();
    if (now >= this.second.endsAt) this.second = { endsAt: now + 1_000, starts: 0 };
    if (this.second.starts < this.startsPerSecondMax) {
      this.second.starts += 1;
      return true;
    }
    this.nextSecond ??= setTimeout(() => {
      this.nextSecond = undefined;
      this.drainSoon();
    }, this.second.endsAt - now).unref();
    return false;
  }

  private async run(job: Job): Promise<void> {
    try {
      await this.handler!(job);
    } catch (error) {
      this.onFailed(job, error);
    }
    this.leave();
  }

  private leave(): void {
    this.running -= 1;
    this.line.noteLeft();
    if (this.closed && this.running === 0) this.idle?.();
    this.drainSoon();
  }
}
