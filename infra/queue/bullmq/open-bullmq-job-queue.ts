import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { openRedis } from '../../redis/open-redis.js';
import type { Job, JobQueue, JobQueueOptions } from '../job-queue.js';
import { addJob } from './job-record.js';
import { RunningWorker } from './running-worker.js';

export interface OpenBullmqOptions {
  readonly redisUrl: string;
  /** What the keys of this installation begin with; default `ledger`. */
  readonly prefix?: string;
  readonly onFailed?: (job: Job, error: unknown) => void;
  /** Told when Redis is lost, and now and then what it refuses. */
  readonly onFault?: (message: string) => void;
  /** Age at which a job whose process has died runs again; default 15 s. */
  readonly lockMs?: number;
}

export interface BullmqJobQueue extends JobQueue {
  /** False while jobs can be neither kept nor taken. */
  connected(): boolean;
  /** Jobs that were not kept because Redis did not take them; the sweep brings them back. */
  dropped(): number;
}

const LOCK_MS = 15_000;
const COMMAND_MS = 1_000;
/** A Redis that hangs costs one caller a second, not each; a worker looks again as often. */
const PAUSE_MS = 1_000;
const TELL_EVERY_MS = 10_000;
/** A job may lose its process so often before it is dropped, for the sweep to bring back. */
const STALLED_MAX = 3;
/** BullMQ tells what happens to jobs in a stream that nobody here reads. */
const EVENTS_MAX = 100;

/**
 * Jobs in Redis, shared by all workers. They are reminders: one that Redis does not take is dropped at once, so that nobody
 * waits for it; one whose process died is run again. @throws RedisUnsuitable
 */
export async function openBullmqJobQueue(options: OpenBullmqOptions): Promise<BullmqJobQueue> {
  const { redisUrl: url, onFault = () => undefined, lockMs = LOCK_MS, onFailed = () => undefined } = options;
  const prefix = `${options.prefix ?? 'ledger'}:jobs`;
  const redis = await openRedis({ url, name: 'jobs', commandMs: COMMAND_MS, onFault });
  const queues = new Map<string, Queue<Job>>();
  const workers = new Map<string, RunningWorker>();
  let dropped = 0;
  let toldAt = -Infinity;
  let droppingUntil = -Infinity;
  let closed = false;
  /** One for all workers; each adds one of its own that blocks. */
  let patient: Redis | undefined;

  const tell = (error: Error): void => {
    if (closed || performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    onFault(`jobs: ${error.message} (${dropped} dropped so far)`);
  };
  const queueOf = (name: string): Queue<Job> => {
    let queue = queues.get(name);
    if (!queue) {
      const streams = { events: { maxLen: EVENTS_MAX } };
      queue = new Queue<Job>(name, { connection: redis.client, prefix, streams, skipWaitingForReady: true });
      queue.on('error', tell);
      queues.set(name, queue);
    }
    return queue;
  };

  return {
    connected: redis.connected,
    dropped: () => dropped,
    async enqueue(name: string, job: Job, delayMs = 0): Promise<void> {
      if (closed) return;
      try {
        if (!redis.connected() || performance.now() < droppingUntil) throw new Error('Redis is away');
        await addJob(queueOf(name), job, delayMs);
      } catch (error) {
        dropped += 1;
        if (redis.connected() && performance.now() >= droppingUntil)
          droppingUntil = performance.now() + PAUSE_MS;
        tell(error as Error);
      }
    },
    process(name: string, { concurrency, startsPerSecondMax }: JobQueueOptions, handler): void {
      if (workers.has(name)) throw new Error('this queue has a handler already');
      const worker = {
        ...{ connection: (patient ??= redis.patient('jobs-worker')), prefix, concurrency },
        ...{ lockDuration: lockMs, stalledInterval: lockMs / 3, maxStalledCount: STALLED_MAX },
        ...{ runRetryDelay: PAUSE_MS },
        ...(startsPerSecondMax === undefined
          ? {}
          : { limiter: { max: startsPerSecondMax, duration: 1_000 } }),
      };
      workers.set(name, new RunningWorker(name, { worker, handler, onFailed, onError: tell }));
    },
    async close(timeoutMs: number): Promise<void> {
      closed = true;
      await Promise.all([...workers.values()].map((worker) => worker.close(timeoutMs)));
      await redis.close();
    },
  };
}
