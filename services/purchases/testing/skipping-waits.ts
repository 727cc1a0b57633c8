import { inProcessJobQueue } from '../../../infra/queue/in-process/in-process-job-queue.js';
import type { JobQueue } from '../../../infra/queue/job-queue.js';

/**
 * A queue for a test that waits for no time: a job is run at once, and the clock of whoever asked for a delay is put forward
 * by that delay. So a claim may be good for as long as a crowded machine needs to send it.
 */
export function skippingWaits(): { readonly jobs: JobQueue; now(): Date } {
  const queue = inProcessJobQueue();
  let skippedMs = 0;
  return {
    jobs: {
      ...queue,
      enqueue(name, job, delayMs = 0) {
        skippedMs += delayMs;
        return queue.enqueue(name, job);
      },
    },
    now: () => new Date(Date.now() + skippedMs),
  };
}
