import { inProcessJobQueue } from '../../../infra/queue/in-process/in-process-job-queue.js';
import type { JobQueue } from '../../../infra/queue/job-queue.js';

/**
 * Queue without waits: a job runs at once, and the clock skips its delay. Claims stay valid on a slow
 * machine.
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
