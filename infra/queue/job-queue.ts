/** Reminder that some work may be unfinished. `data` contains only ids. The work itself is in the log. */
export interface Job {
  /** Key of letters, digits and `-`. Two jobs with the same key are the same job. */
  readonly dedupeKey: string;
  readonly data: object;
}

export const JOB_QUEUE = Symbol('JOB_QUEUE');

export interface JobQueueOptions {
  /** Maximum number of running jobs per queue and process. */
  readonly concurrency: number;
  /**
   * Milliseconds after which a job is treated as slow. A slow job frees its place for another job.
   */
  readonly slowAfterMs?: number;
  /** Maximum number of running jobs including slow jobs. Default: `concurrency`. */
  readonly concurrencyMax?: number;
  /** Maximum number of job starts per second, counted over all processes. Default: no limit. */
  readonly startsPerSecondMax?: number;
  readonly startsOf?: string;
}

/** Place of a running job, taken by work that is not a job. `leave` frees the place. */
export interface Slot {
  leave(): void;
}

/** Queue that may run a job twice or never. Unfinished work is found in the log and added again. */
export interface JobQueue {
  /**
   * Adds a job. When two waiting jobs have the same key, only the earlier one stays. Never fails or waits
   * long, so a job may be dropped.
   */
  enqueue(queue: string, job: Job, delayMs?: number): Promise<void>;
  /**
   * `data` may come from an older version. If the handler throws, the job is lost until a periodic search for
   * unfinished work adds it again.
   */
  process(queue: string, options: JobQueueOptions, handler: (data: unknown) => Promise<void>): void;
  /** Waits for a free slot, which waiting jobs get first. Returns undefined when the wait would be long. */
  slot?(queue: string): Promise<Slot | undefined>;
  /** Waits at most `timeoutMs` for running handlers. */
  close(timeoutMs: number): Promise<void>;
}
