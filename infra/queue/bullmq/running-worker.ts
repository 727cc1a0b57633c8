import { WaitingError, Worker, type Job as Record, type WorkerOptions } from 'bullmq';
import type { Job } from '../job-queue.js';

export interface RunningWorkerOptions {
  readonly worker: WorkerOptions;
  readonly handler: (job: Job) => Promise<void>;
  readonly onFailed: (job: Job, error: unknown) => void;
  readonly onError: (error: Error) => void;
}

/** How long letting go of a job may delay its start: without Redis it is started anyway. */
const LET_GO_MS = 500;
/** What remains to be told Redis after the last job, or after time is up. */
const LEAVE_MS = 500;

/** Takes jobs of one queue until closed. */
export class RunningWorker {
  private readonly worker: Worker<Job>;
  private readonly running = new Set<Promise<void>>();
  private closing = false;

  constructor(
    queue: string,
    private readonly options: RunningWorkerOptions,
  ) {
    const work = (record: Record<Job>, token?: string): Promise<void> => this.take(record, token);
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

  private async take(record: Record<Job>, token: string | undefined): Promise<void> {
    if (this.closing) {
      await record.moveToWait(token);
      throw new WaitingError();
    }
    // From now on the same job may be enqueued again: this run may already have looked.
    await within(LET_GO_MS, record.removeDeduplicationKey());
    const run = this.run(record.data);
    this.running.add(run);
    await run;
    this.running.delete(run);
  }

  private async run(job: Job): Promise<void> {
    try {
      await this.options.handler(job);
    } catch (error) {
      this.options.onFailed(job, error);
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
