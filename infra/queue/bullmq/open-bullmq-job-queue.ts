import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { openRedis, type OpenRedisOptions } from '../../redis/open-redis.js';
import type { Job, JobQueue, JobQueueOptions } from '../job-queue.js';
import { addJob } from './add-job.js';
import { RunningWorker } from './running-worker.js';

export interface OpenBullmqOptions extends Pick<OpenRedisOptions, 'connectMs'> {
  readonly redisUrl: string;
  /** Prefix of all Redis keys. Default: `ledger`. */
  readonly prefix?: string;
  readonly onFailed?: (data: unknown, error: unknown) => void;
  /** Called when the connection to Redis is lost, and repeatedly while Redis refuses jobs. */
  readonly onFault?: (message: string) => void;
  /** Milliseconds after which a job of a dead process runs again. Default: 15 s. */
  readonly lockMs?: number;
  /** Milliseconds to wait until Redis accepts a job. After that time, the job is dropped. Default: 1 s. */
  readonly commandMs?: number;
}

export interface BullmqJobQueue extends JobQueue {
  /** False while Redis cannot store or deliver jobs. */
  connected(): boolean;
  /** Number of jobs that Redis did not accept. A periodic search adds their work to the queue again. */
  dropped(): number;
}

const LOCK_MS = 15_000;
const COMMAND_MS = 1_000;
/** Milliseconds after a failure of Redis for which new jobs are dropped at once. */
const PAUSE_MS = 1_000;
const TELL_EVERY_MS = 10_000;
/** A job is dropped after this many processes have died while running it. */
const STALLED_MAX = 3;
const EVENTS_MAX = 100;

/**
 * Job queue in Redis that all processes share. When Redis fails, `enqueue` drops the job at once. Jobs of a
 * dead process run again.
 * @throws RedisUnsuitable
 */
export async function openBullmqJobQueue(options: OpenBullmqOptions): Promise<BullmqJobQueue> {
  const { redisUrl: url, onFault = () => undefined, onFailed = () => undefined } = options;
  const { lockMs = LOCK_MS, commandMs = COMMAND_MS, connectMs } = options;
  const prefix = `${options.prefix ?? 'ledger'}:jobs`;
  const redis = await openRedis({
    url,
    name: 'jobs',
    commandMs,
    onFault,
    ...(connectMs === undefined ? {} : { connectMs }),
  });
  const queues = new Map<string, Queue<object>>();
  const workers = new Map<string, RunningWorker>();
  let dropped = 0;
  let toldAt = -Infinity;
  let droppingUntil = -Infinity;
  let closed = false;
  let patient: Redis | undefined;

  const tell = (error: Error): void => {
    if (closed || performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    onFault(`jobs: ${error.message} (${dropped} dropped so far)`);
  };
  const queueOf = (name: string): Queue<object> => {
    let queue = queues.get(name);
    if (!queue) {
      const streams = { events: { maxLen: EVENTS_MAX } };
      queue = new Queue<object>(name, {
        connection: redis.client,
        prefix,
        streams,
        skipWaitingForReady: true,
        // A failed check of Redis's version would disable the queue until the process restarts.
        skipVersionCheck: true,
      });
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
    process(name: string, pace: JobQueueOptions, handler): void {
      if (workers.has(name)) throw new Error('this queue has a handler already');
      const { concurrency, concurrencyMax = concurrency, startsPerSecondMax, startsOf, slowAfterMs } = pace;
      const shared = startsOf !== undefined && startsPerSecondMax !== undefined;
      const takeStart = shared
        ? (): Promise<number> =>
            takeSharedStart(redis.client, `${prefix}:starts:${startsOf}`, startsPerSecondMax)
        : undefined;
      const worker = {
        connection: (patient ??= redis.patient('jobs-worker')),
        prefix,
        concurrency,
        lockDuration: lockMs,
        stalledInterval: lockMs / 3,
        maxStalledCount: STALLED_MAX,
        runRetryDelay: PAUSE_MS,
        ...(startsPerSecondMax === undefined
          ? {}
          : { limiter: { max: startsPerSecondMax, duration: 1_000 } }),
      };
      const slow = { slowAfterMs, slowMax: Math.max(0, concurrencyMax - concurrency) };
      const letGoMs = commandMs / 2;
      const options = { worker, handler, ...slow, takeStart, letGoMs, onFailed, onError: tell };
      workers.set(name, new RunningWorker(name, options));
    },
    async close(timeoutMs: number): Promise<void> {
      closed = true;
      await Promise.all([...workers.values()].map((worker) => worker.close(timeoutMs)));
      await redis.close();
    },
  };
}

const SECOND_MS = 1_000;

/**
 * Counts one start of a job among the starts of all processes. Returns the milliseconds until the job may
 * start, or 0.
 */
async function takeSharedStart(client: Redis, key: string, max: number): Promise<number> {
  const answers = await client
    .multi()
    .set(key, 0, 'PX', SECOND_MS, 'NX')
    .incr(key)
    .pttl(key)
    .exec()
    .catch(() => null);
  const [starts, leftMs] = [Number(answers?.[1]?.[1] ?? 0), Number(answers?.[2]?.[1] ?? 0)];
  return starts > max ? Math.max(1, leftMs) : 0;
}
