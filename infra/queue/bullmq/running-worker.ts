import { RateLimitError, WaitingError, Worker, type Job as Record, type WorkerOptions } from 'bullmq';

export interface RunningWorkerOptions {
  readonly worker: WorkerOptions;
  readonly handler: (data: unknown) => Promise<void>;
  readonly slowAfterMs?: number | undefined;
  readonly slowMax: number;
  /** Returns the milliseconds to wait before the job starts, or 0. */
  readonly takeStart?: (() => Promise<number>) | undefined;
  /**
   * Maximum milliseconds to wait until Redis has removed the deduplication key. After that, the job starts
   * anyway.
   */
  readonly letGoMs: number;
  readonly onFailed: (data: unknown, error: unknown) => void;
  readonly onError: (error: Error) => void;
}

const LEAVE_MS = 500;

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

  /** Waits at most `timeoutMs` for running jobs. Ends even when Redis does not answer. */
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
    // Remove the deduplication key before the run, so that the job can be added again during the run.
    await within(this.options.letGoMs, record.removeDeduplicationKey());
    const run = this.run(record.data);
    this.running.add(run);
    void run.finally(() => this.running.delete(run));
    await this.whileCounted(run);
  }

  /** Waits until the job has ended or counts as slow (`slowAfterMs`). */
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
