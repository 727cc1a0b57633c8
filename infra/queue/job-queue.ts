/** Reminder that something may need work. `data` contains only ids, because the work itself is in the log. */
export interface Job {
  /** Key of letters, digits and `-`. Two jobs with the same key are the same job. */
  readonly dedupeKey: string;
  readonly data: object;
}

export const JOB_QUEUE = Symbol('JOB_QUEUE');

export interface JobQueueOptions {
  /** Maximum running jobs per queue and process. */
  readonly concurrency: number;
  /** Milliseconds after which a job counts as slow and frees its place for others. */
  readonly slowAfterMs?: number;
  /** Maximum running jobs, slow ones included; default `concurrency`. */
  readonly concurrencyMax?: number;
  /** Maximum starts per second over all processes; default unlimited. */
  readonly startsPerSecondMax?: number;
  readonly startsOf?: string;
}

/** Permission for work outside of a job. The work counts as a running job until `leave`. */
export interface Slot {
  leave(): void;
}

/**
 * Queue that may run a job twice or never. Open work is enqueued again from the log, at each start and by a
 * sweep.
 */
export interface JobQueue {
  /**
   * Adds a job. Of two waiting jobs with the same key, only the earlier stays. Never fails or waits long, so
   * a job may be dropped.
   */
  enqueue(queue: string, job: Job, delayMs?: number): Promise<void>;
  /**
   * `data` may come from an older version. If the handler throws, the job is lost until a sweep enqueues it
   * again.
   */
  process(queue: string, options: JobQueueOptions, handler: (data: unknown) => Promise<void>): void;
  /** Waits for a slot that no waiting job needs. Returns undefined when the wait would be long. */
  slot?(queue: string): Promise<Slot | undefined>;
  /** Waits at most `timeoutMs` for running handlers. */
  close(timeoutMs: number): Promise<void>;
}
