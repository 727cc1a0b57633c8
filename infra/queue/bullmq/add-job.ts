import { randomUUID } from 'node:crypto';
import type { JobsOptions, Queue } from 'bullmq';
import type { Job } from '../job-queue.js';

/** Name of every job, which BullMQ requires and no code reads. */
const NAME = 'job';

/**
 * Deletes a job after its run, even after a failed run. A periodic search adds unfinished work to the queue
 * again.
 */
const EPHEMERAL: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** Adds a job. Of two waiting jobs with the same `dedupeKey`, keeps the job that is due earlier. */
export async function addJob(queue: Queue<object>, { dedupeKey, data }: Job, delayMs: number): Promise<void> {
  const add = async (replace: boolean): Promise<string | undefined> => {
    const jobId = randomUUID();
    const deduplication = { id: dedupeKey, ...(replace ? { replace } : {}) };
    const added = await queue.add(NAME, data, { ...EPHEMERAL, delay: delayMs, jobId, deduplication });
    return added.id === jobId ? undefined : added.id;
  };
  const waitingId = await add(delayMs <= 0);
  if (waitingId === undefined || delayMs <= 0) return;
  const waiting = await queue.getJob(waitingId);
  if (waiting && waiting.delay > 0 && waiting.timestamp + waiting.delay > Date.now() + delayMs)
    await add(true);
}
