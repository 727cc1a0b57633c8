import { randomUUID } from 'node:crypto';
import type { JobsOptions, Queue } from 'bullmq';
import type { Job } from '../job-queue.js';

/** BullMQ wants a name for every job; nothing depends on it. */
const NAME = 'job';

/** Kept only while it waits or runs: what is over is in the log. It runs once; the sweep brings back what got lost. */
const EPHEMERAL: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/**
 * Adds the job to the queue. The same job waiting already is replaced by the earlier of both, in one step in Redis; should
 * two processes do so side by side, the job runs once more than needed, or as late as the sweep finds it.
 */
export async function addJob(queue: Queue<object>, { dedupeKey, data }: Job, delayMs: number): Promise<void> {
  const add = async (replace: boolean): Promise<string | undefined> => {
    const jobId = randomUUID();
    const deduplication = { id: dedupeKey, ...(replace ? { replace } : {}) };
    const added = await queue.add(NAME, data, { ...EPHEMERAL, delay: delayMs, jobId, deduplication });
    return added.id === jobId ? undefined : added.id;
  };
  // Nothing is earlier than at once.
  const waitingId = await add(delayMs <= 0);
  if (waitingId === undefined || delayMs <= 0) return;
  const waiting = await queue.getJob(waitingId);
  if (waiting && waiting.delay > 0 && waiting.timestamp + waiting.delay > Date.now() + delayMs)
    await add(true);
}
