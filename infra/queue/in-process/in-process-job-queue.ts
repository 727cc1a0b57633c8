import type { Job, JobQueue, JobQueueOptions, Place } from '../job-queue.js';
import { NamedQueue } from './named-queue.js';

/**
 * Jobs in the memory of this process: gone when it ends, which loses nothing, because whatever is open is enqueued again
 * from the log.
 */
export function inProcessJobQueue(
  options: { readonly onFailed?: (job: Job, error: unknown) => void } = {},
): JobQueue {
  const queues = new Map<string, NamedQueue>();
  const named = (name: string): NamedQueue => {
    let queue = queues.get(name);
    if (!queue) queues.set(name, (queue = new NamedQueue(options.onFailed ?? (() => undefined))));
    return queue;
  };
  let closed = false;
  return {
    enqueue(name: string, job: Job, delayMs = 0): Promise<void> {
      if (!closed) named(name).add(job, delayMs);
      return Promise.resolve();
    },
    process(name: string, limits: JobQueueOptions, handler: (job: Job) => Promise<void>): void {
      named(name).start(limits, handler);
    },
    place(name: string): Promise<Place | undefined> {
      return named(name).place();
    },
    async close(timeoutMs: number): Promise<void> {
      closed = true;
      await Promise.all([...queues.values()].map((queue) => queue.close(timeoutMs)));
    },
  };
}
