/** A reminder to look at something. `data` is JSON with ids only: never personal data, never the truth. */
export interface Job {
  /** Jobs with the same key are the same job. Letters, digits and `-`. */
  readonly dedupeKey: string;
  readonly data: object;
}

export const JOB_QUEUE = Symbol('JOB_QUEUE');

export interface JobQueueOptions {
  /** Running jobs per queue and process. */
  readonly concurrency: number;
  /** Run time in ms after which a job stops counting, so that hanging jobs do not block others. */
  readonly slowAfterMs?: number;
  /** Limit including slow jobs; default `concurrency`. */
  readonly concurrencyMax?: number;
  /** Job starts per second over all processes; default unlimited. */
  readonly startsPerSecondMax?: number;
  /** Queues of this name share `startsPerSecondMax`. */
  readonly startsOf?: string;
}

/**
 * Slot for work outside a job. The slot counts as a running job until `leave`, so always call
 * `leave`.
 */
export interface Slot {
  leave(): void;
}

/**
 * May deliver a job twice or never: open work is enqueued again from the log, on start and by a timer.
 * Every adapter passes `job-queue.contract.ts`.
 */
export interface JobQueue {
  /**
   * Keeps only the earlier of two waiting jobs with the same key. Never fails and never waits long.
   * Drops a job that cannot be stored.
   */
  enqueue(queue: string, job: Job, delayMs?: number): Promise<void>;
  /** `data` may come from an earlier version. A job whose handler throws is lost; the sweep restores it. */
  process(queue: string, options: JobQueueOptions, handler: (data: unknown) => Promise<void>): void;
  /**
   * Waits for a free slot that no waiting job needs. Resolves to undefined when the wait would be
   * long. This method is absent where other processes also run jobs.
   */
  slot?(queue: string): Promise<Slot | undefined>;
  /** Waits for running handlers, at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}
