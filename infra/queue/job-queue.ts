/** A reminder that a purchase wants attention. Ids only: never personal data, never the truth. */
export interface Job {
  readonly kind: 'dispatch' | 'requery';
  readonly purchaseId: string;
  /** Ask about this attempt even when the purchase is settled: somebody says that its outcome has changed. */
  readonly attempt?: number;
}

/** The job queue of a process. */
export const JOB_QUEUE = Symbol('JOB_QUEUE');

export interface JobQueueOptions {
  /** Jobs of one queue running at once in this process. */
  readonly concurrency: number;
  /** Jobs of one queue that all processes together may start within a second; default as many as come. */
  readonly startsPerSecondMax?: number;
}

/** Counts as a running job until it is left, which it has to be whatever becomes of the work. */
export interface Place {
  leave(): void;
}

/**
 * Delivers jobs to a handler, at least once, maybe twice, and may lose all of them: whatever is open is enqueued again
 * from the log on start and on a timer. One queue per vendor. Both adapters pass `job-queue.contract.ts`.
 */
export interface JobQueue {
  /**
   * Runs the job after the delay. The same job (kind, purchase and attempt) waiting already is replaced by the earlier of
   * both. Never fails, and never waits long: what cannot be kept is dropped.
   */
  enqueue(queue: string, job: Job, delayMs?: number): Promise<void>;
  /** A handler that throws loses its job; the sweep brings it back. */
  process(queue: string, options: JobQueueOptions, handler: (job: Job) => Promise<void>): void;
  /**
   * A place to work in, as a job of the queue has one, once no job waits for it; undefined when that would take long. Absent
   * where jobs run in other processes too.
   */
  place?(queue: string): Promise<Place | undefined>;
  /** Stops taking jobs, waits for running handlers at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}
