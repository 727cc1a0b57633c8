import { randomUUID } from 'node:crypto';
import type { JobsOptions, Queue } from 'bullmq';
import type { Job } from '../job-queue.js';

/** Required by BullMQ, otherwise unused. */
const NAME = 'job';

/** Options of a job that is kept only until it has run. The sweep restores lost jobs. */
const EPHEMERAL: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/**
 * Replaces a waiting job with the same `dedupeKey` when the new job is due earlier. Two concurrent
 * callers may cause a second run, or a delay until the next sweep.
 */
export async function addJob(queue: Queue<object>, { dedupeKey, data }: Job, delayMs: number): Promise<void> {
  const add = async (replace: boolean): Promise<string | undefined> => {
    const jobId = randomUUID();
    const deduplication = { id: dedupeKey, ...(replace ? { replace } : {}) };
    const added = await queue.add(NAME, data, { ...EPHEMERAL, delay: delayMs, jobId, deduplication });
    return added.id === jobId ? undefined : added.id;
  };
  // An immediate job replaces a waiting one, because no waiting job can be earlier.
  const waitingId = await add(delayMs <= 0);
  if (waitingId === undefined || delayMs <= 0) return;
  const waiting = await queue.getJob(waitingId);
  if (waiting && waiting.delay > 0 && waiting.timestamp + waiting.delay > Date.now() + delayMs)
    await add(true);
}
