import type { Job, JobQueueOptions } from '../queue/job-queue.js';
import { Slots, StartRate } from '../queue/in-process/slots.js';
import type { Network } from './network.js';
import type { Runner, Scheduled } from './scheduler.js';
import { SimulatedProcess } from './simulated-process.js';

export interface JobFaults {
  readonly duplicated: number;
  readonly lost: number;
  /** Probability that a job is delivered late, by up to `HELD_MAX_MS`. */
  readonly held: number;
}

export const NO_JOB_FAULTS: JobFaults = { duplicated: 0, lost: 0, held: 0 };

export class Consumer {
  readonly slots: Slots;
  readonly running = new Set<Promise<void>>();
  closed = false;

  constructor(
    readonly process: Runner | undefined,
    readonly pace: JobQueueOptions,
    readonly handler: (data: unknown) => Promise<void>,
  ) {
    this.slots = new Slots(pace);
  }

  get answers(): boolean {
    const { process } = this;
    if (!(process instanceof SimulatedProcess)) return process?.dead !== true;
    const { now } = process.scheduler;
    return !process.dead && process.pausedUntil <= now && process.cutOffUntil <= now;
  }
}

interface Waiting {
  readonly data: string;
  readonly dueAt: number;
  readonly timer: Scheduled;
}

interface Ready {
  readonly key: string;
  readonly data: string;
  readonly deliveries: number;
}

interface QueueState {
  readonly waiting: Map<string, Waiting>;
  readonly ready: Ready[];
  readonly consumers: Consumer[];
  retry: Scheduled | undefined;
}

/** Milliseconds after which the job of a process that does not answer moves to another process. */
const LOCK_MS = 30_000;
/** Maximum number of deliveries of a job. A job is delivered again when its process does not answer. */
const DELIVERIES_MAX = 4;
const HELD_MAX_MS = 120_000;

/** Stores each job once until it is due, and then delivers it to one `Consumer`. */
export class JobBroker {
  readonly #queues = new Map<string, QueueState>();
  readonly #rates = new Map<string, StartRate>();

  constructor(
    readonly network: Network,
    public faults: JobFaults = NO_JOB_FAULTS,
    private readonly onFault: (fault: keyof JobFaults | 'taken away') => void = () => undefined,
  ) {}

  add(queue: string, { dedupeKey, data }: Job, delayMs: number): void {
    const { scheduler } = this.network;
    if (this.#goesWrong('lost')) return;
    const state = this.#stateOf(queue);
    const held = this.#goesWrong('held') ? scheduler.random.fraction() * HELD_MAX_MS : 0;
    const dueAt = scheduler.now + delayMs + held;
    const known = state.waiting.get(dedupeKey);
    if (known && known.dueAt <= dueAt) return;
    if (state.ready.some(({ key }) => key === dedupeKey)) return;
    known?.timer.cancel();
    const text = JSON.stringify(data);
    const timer = scheduler.in(dueAt - scheduler.now, undefined, `due ${queue}`, () => {
      state.waiting.delete(dedupeKey);
      for (let left = this.#goesWrong('duplicated') ? 2 : 1; left > 0; left -= 1)
        state.ready.push({ key: dedupeKey, data: text, deliveries: 0 });
      this.#handOver(queue);
    });
    state.waiting.set(dedupeKey, { data: text, dueAt, timer });
  }

  attach(queue: string, consumer: Consumer): void {
    this.#stateOf(queue).consumers.push(consumer);
    this.#handOver(queue);
  }

  get size(): number {
    let size = 0;
    for (const { waiting, ready } of this.#queues.values()) size += waiting.size + ready.length;
    return size;
  }

  #handOver(queue: string): void {
    const { scheduler } = this.network;
    const state = this.#stateOf(queue);
    while (state.ready.length > 0) {
      const able = state.consumers.filter(
        (consumer) => !consumer.closed && consumer.answers && consumer.slots.free(),
      );
      if (able.length === 0) return this.#later(queue, state);
      const consumer = scheduler.random.pick(able);
      const wait = this.#rateOf(queue, consumer)?.take() ?? 0;
      if (wait > 0) return this.#later(queue, state, wait);
      this.#deliver(queue, consumer, state.ready.shift()!);
    }
  }

  #deliver(queue: string, consumer: Consumer, job: Ready): void {
    const { scheduler } = this.network;
    const slot = consumer.slots.take();
    let over = false;
    const end = (): void => {
      if (over) return;
      over = true;
      consumer.slots.leave(slot);
      this.#handOver(queue);
    };
    scheduler.in(this.network.way(), consumer.process, `job ${queue}`, () => {
      const run = Promise.resolve()
        .then(() => consumer.handler(JSON.parse(job.data)))
        .catch(() => undefined)
        .finally(() => {
          consumer.running.delete(run);
          scheduler.in(0, undefined, `done ${queue}`, end);
        });
      consumer.running.add(run);
    });
    const watch = (): void =>
      void scheduler.in(LOCK_MS, undefined, `lock ${queue}`, () => {
        if (over) return;
        if (consumer.answers) return watch();
        this.onFault('taken away');
        end();
        if (job.deliveries + 1 < DELIVERIES_MAX) {
          this.#stateOf(queue).ready.push({ ...job, deliveries: job.deliveries + 1 });
          this.#handOver(queue);
        }
      });
    watch();
  }

  #later(queue: string, state: QueueState, waitMs?: number): void {
    const rooms = state.consumers.map((consumer) => consumer.slots.roomInMs() ?? LOCK_MS);
    state.retry?.cancel();
    state.retry = this.network.scheduler.in(
      waitMs ?? Math.min(1_000, ...rooms),
      undefined,
      `look ${queue}`,
      () => {
        state.retry = undefined;
        if (state.consumers.some(({ closed, process }) => !closed && process?.dead !== true))
          this.#handOver(queue);
      },
    );
  }

  #rateOf(queue: string, { pace }: Consumer): StartRate | undefined {
    if (pace.startsPerSecondMax === undefined) return undefined;
    const name = pace.startsOf ?? queue;
    const rate = this.#rates.get(name) ?? new StartRate(pace.startsPerSecondMax);
    this.#rates.set(name, rate);
    return rate;
  }

  #goesWrong(fault: keyof JobFaults): boolean {
    if (!this.network.scheduler.random.chance(this.faults[fault])) return false;
    this.onFault(fault);
    return true;
  }

  #stateOf(queue: string): QueueState {
    const known = this.#queues.get(queue);
    if (known) return known;
    const state: QueueState = { waiting: new Map(), ready: [], consumers: [], retry: undefined };
    this.#queues.set(queue, state);
    return state;
  }
}
