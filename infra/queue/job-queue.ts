/** A reminder that something wants attention. `data` is plain JSON with ids only: never personal data, never the truth. */
export interface Job {
  /** Jobs with the same key are the same job. Letters, digits and `-`. */
  readonly dedupeKey: string;
  readonly data: object;
}

/** The job queue of a process. */
export const JOB_QUEUE = Symbol('JOB_QUEUE');

export interface JobQueueOptions {
  /** Jobs of one queue running at once in this process. */
  readonly concurrency: number;
  /** A job that has run this long, milliseconds, counts no more, so that a few that hang do not keep others waiting. */
  readonly slowAfterMs?: number;
  /** Jobs of one queue running at once in this process, the slow ones included; default `concurrency`. */
  readonly concurrencyMax?: number;
  /** Jobs of one queue that all processes together may start within a second; default as many as come. */
  readonly startsPerSecondMax?: number;
  /** Queues that name the same here share `startsPerSecondMax`. */
  readonly startsOf?: string;
}

/** Counts as a running job until it is left, which it has to be whatever becomes of the work. */
export interface Slot {
  leave(): void;
}

/**
 * Delivers jobs to a handler, at least once, maybe twice, and may lose all of them: whatever is open is enqueued again
 * from the log on start and on a timer. All adapters pass `job-queue.contract.ts`.
 */
export interface JobQueue {
  /**
   * Runs the job after the delay. The same job (by its key) waiting already is replaced by the earlier of
   * both. Never fails, and never waits long: what cannot be kept is dropped.
   */
  enqueue(queue: string, job: Job, delayMs?: number): Promise<void>;
  /** The handler is given the data as it was stored, perhaps by an earlier version. One that throws loses its job; the sweep brings it back. */
  process(queue: string, options: JobQueueOptions, handler: (data: unknown) => Promise<void>): void;
  /**
   * A slot to work in, as a job of the queue has one, once no job waits for it; undefined when that would take long. Absent
   * where jobs run in other processes too.
   */
  slot?(queue: string): Promise<Slot | undefined>;
  /** Stops taking jobs, waits for running handlers at most `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}
