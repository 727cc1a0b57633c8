import type { MessagePort } from 'node:worker_threads';
import type { Job, JobQueue } from '../job-queue.js';

interface Forwarded {
  readonly queue: string;
  readonly job: Job;
  readonly delayMs: number;
}

export function serveJobs(queue: Pick<JobQueue, 'enqueue'>, port: MessagePort): void {
  port.on('message', ({ queue: name, job, delayMs }: Forwarded) => void queue.enqueue(name, job, delayMs));
  port.unref();
}

/**
 * Job queue whose jobs run in the thread at the other end of `port`. When that thread dies, its jobs are
 * lost.
 */
export function forwardingJobQueue(port: MessagePort): JobQueue {
  return {
    enqueue(queue: string, job: Job, delayMs = 0): Promise<void> {
      port.postMessage({ queue, job, delayMs } satisfies Forwarded);
      return Promise.resolve();
    },
    process(): void {
      throw new Error('jobs run in the thread that owns the queue');
    },
    close(): Promise<void> {
      port.close();
      return Promise.resolve();
    },
  };
}
