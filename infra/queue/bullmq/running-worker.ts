import { RateLimitError, WaitingError, Worker, type Job as Record, type WorkerOptions } from 'bullmq';

export interface RunningWorkerOptions {
  readonly worker: WorkerOptions;
  readonly handler: (data: unknown) => Promise<void>;
  /** A job that runs longer stops counting, while there are no more than `slowMax` of them. */
  readonly slowAfterMs?: number | undefined;
  readonly slowMax: number;
  /** Counts a start and answers 0, or answers how many milliseconds to wait for the next. */
  readonly takeStart?: (() => Promise<number>) | undefined;
  /** How long letting go of a job may delay its start: without Redis it is started anyway. */
  readonly letGoMs: number;
  readonly onFailed: (data: unknown, error: unknown) => void;
  readonly onError: (error: Error) => void;
}

/** What remains to be told Redis after the last job, or after time is up. */
const LEAVE_MS = 500;

/** Takes jobs of one queue until closed. */
export class RunningWorker {
  private readonly worker: Worker<object>;
  private readonly running = new Set<Promise<void>>();
  private slow = 0;
  private closing = false;

  constructor(
    queue: string,
    private readonly options: RunningWorkerOptions,
  ) {
    const work = (record: Record<object>, token?: string): Promise<void> => this.take(record, token);
    this.worker = new Worker(queue, work, options.worker);
    this.worker.on('error', options.onError);
  }

  /** Takes no more jobs, waits for those that run, at most `timeoutMs`, and leaves without Redis if it must. */
  async close(timeoutMs: number): Promise<void> {
    this.closing = true;
    const until = performance.now() + timeoutMs;
    await within(timeoutMs, this.worker.pause(true));
    await within(until - performance.now(), Promise.all(this.running));
    const left = await within(LEAVE_MS, this.worker.close(this.running.size > 0));
    if (!left) await within(LEAVE_MS, this.worker.disconnect());
  }

  private async take(record: Record<object>, token: string | undefined): Promise<void> {
    if (this.closing) {
      await record.moveToWait(token);
      throw new WaitingError();
    }
    const waitMs = (await this.options.takeStart?.()) ?? 0;
    if (waitMs > 0) {
      await this.worker.rateLimit(waitMs);
      throw new RateLimitError();
    }
    // From now on the same job may be enqueued again: this run may already have looked.
    await within(this.options.letGoMs, record.removeDeduplicationKey());
    const run = this.run(record.data);
    this.running.add(run);
    void run.finally(() => this.running.delete(run));
    await this.whileCounted(run);
  }

  /**
   * Resolves when the job is done, or slow. A slow one goes on, but for Redis it is over and another may run: should this
   * process die now, the sweep brings back what the job was about.
   */
  private async whileCounted(run: Promise<void>): Promise<void> {
    const { slowAfterMs, slowMax } = this.options;
    if (slowAfterMs === undefined) return run;
    while (!(await within(slowAfterMs, run))) {
      if (this.slow >= slowMax) continue;
      this.slow += 1;
      void run.finally(() => (this.slow -= 1));
      return;
    }
  }

  private async run(data: unknown): Promise<void> {
    try {
      await this.options.handler(data);
    } catch (error) {
      this.options.onFailed(data, error);
    }
  }
}

/** Waits for the work to end well or badly, but not longer than told. Answers whether it did. */
async function within(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, timeoutMs));
  });
  const ended = work.then(
    () => true,
    () => true,
  );
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}
