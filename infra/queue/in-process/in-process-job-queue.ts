import type { Job, JobQueue, JobQueueOptions, Slot } from '../job-queue.js';
import { NamedQueue } from './named-queue.js';
import { StartRate } from './slots.js';

/** A lost job is harmless, because unfinished work is found in the log and added again. */
export function inProcessJobQueue(
  options: { readonly onFailed?: (data: unknown, error: unknown) => void } = {},
): JobQueue {
  const queues = new Map<string, NamedQueue>();
  const named = (name: string): NamedQueue => {
    let queue = queues.get(name);
    if (!queue) queues.set(name, (queue = new NamedQueue(options.onFailed ?? (() => undefined))));
    return queue;
  };
  const sharedRates = new Map<string, StartRate>();
  const rateOf = ({ startsPerSecondMax: max, startsOf }: JobQueueOptions): StartRate | undefined => {
    if (max === undefined) return undefined;
    const rate = (startsOf === undefined ? undefined : sharedRates.get(startsOf)) ?? new StartRate(max);
    if (startsOf !== undefined) sharedRates.set(startsOf, rate);
    return rate;
  };
  let closed = false;
  return {
    enqueue(name: string, job: Job, delayMs = 0): Promise<void> {
      if (!closed) named(name).add(job, delayMs);
      return Promise.resolve();
    },
    process(name: string, pace: JobQueueOptions, handler: (data: unknown) => Promise<void>): void {
      named(name).start(pace, rateOf(pace), handler);
    },
    slot(name: string): Promise<Slot | undefined> {
      return named(name).slot();
    },
    async close(timeoutMs: number): Promise<void> {
      closed = true;
      await Promise.all([...queues.values()].map((queue) => queue.close(timeoutMs)));
    },
  };
}
