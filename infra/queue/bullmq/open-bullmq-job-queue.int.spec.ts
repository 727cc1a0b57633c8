import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startRedisServer, type RedisServer } from '../../testing/redis-server.js';
import {
  describeWithOwnRedis,
  describeWithRedis,
  openRedisUnderTest,
  type RedisUnderTest,
} from '../../testing/redis-under-test.js';
import { describeJobQueue, idOf, reminder } from '../testing/job-queue.contract.js';
import { openBullmqJobQueue, type BullmqJobQueue, type OpenBullmqOptions } from './open-bullmq-job-queue.js';
import { PATIENCE_MS, until } from '../../testing/until.js';

/** Timeouts long enough for slow machines. */
const PATIENT = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS, lockMs: PATIENCE_MS };

describeWithRedis('on Redis', () => {
  const opened: RedisUnderTest[] = [];
  const under = async (): Promise<RedisUnderTest> => {
    const redis = await openRedisUnderTest();
    opened.push(redis);
    return redis;
  };
  afterEach(async () => {
    for (const redis of opened.splice(0)) await redis.end();
  });

  describeJobQueue('BullMQ', async () => {
    const { url, prefix } = await under();
    const queue = await openBullmqJobQueue({ ...PATIENT, redisUrl: url, prefix });
    return { sender: queue, receiver: queue };
  });

  describeJobQueue('BullMQ between two processes', async () => {
    const { url, prefix } = await under();
    const [sender, receiver] = await Promise.all([
      openBullmqJobQueue({ ...PATIENT, redisUrl: url, prefix }),
      openBullmqJobQueue({ ...PATIENT, redisUrl: url, prefix }),
    ]);
    return { sender, receiver };
  });
});

describeWithOwnRedis('BullMQ', () => {
  let server: RedisServer;
  const queues: BullmqJobQueue[] = [];
  const faults: string[] = [];
  const open = async (more: Partial<OpenBullmqOptions> = {}): Promise<BullmqJobQueue> => {
    const queue = await openBullmqJobQueue({
      redisUrl: server.url,
      onFault: (message) => faults.push(message),
      ...PATIENT,
      ...more,
    });
    queues.push(queue);
    return queue;
  };
  beforeEach(async () => {
    faults.length = 0;
    server = await startRedisServer();
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.close(100)));
    await server.remove();
  });

  it('keeps its jobs when Redis is killed and restarted', async () => {
    const queue = await open();
    const seen: string[] = [];
    queue.process('queue-1', { concurrency: 2 }, async (data) => void seen.push(idOf(data)));
    await queue.enqueue('queue-1', reminder('before'));
    await until(() => seen.includes('before'));
    await queue.enqueue('queue-1', reminder('waiting'), 1_500);
    await server.kill();
    await until(() => !queue.connected());
    // `enqueue` returns within the same event-loop turn.
    const dropped = queue.enqueue('queue-1', reminder('dropped')).then(() => 'dropped');
    expect(await Promise.race([dropped, nextTurn('waits')])).toBe('dropped');
    expect(queue.dropped()).toBe(1);
    await sleep(300);
    await server.start();
    await until(() => queue.connected());
    await until(async () => {
      await queue.enqueue('queue-1', reminder('after'));
      return seen.includes('after') && seen.includes('waiting');
    });
    expect(seen).not.toContain('dropped');
    expect(faults.length).toBeGreaterThan(0);
  });

  it('enqueues without delay while Redis hangs', async () => {
    const queue = await open({ commandMs: 1_000 });
    await queue.enqueue('queue-1', reminder('a'));
    const before = queue.dropped();
    server.freeze();
    const JOBS = 1_000;
    for (let index = 0; index < JOBS; index += 1) await queue.enqueue('queue-1', reminder(`p${index}`));
    // The jobs were dropped at once. Calls that each wait a second would exceed the test's time limit.
    expect(queue.dropped() - before).toBe(JOBS);
    server.thaw();
  });

  it('accepts jobs once Redis answers, even if the first one came while it hung', async () => {
    const queue = await open({ commandMs: 1_000 });
    server.freeze();
    await queue.enqueue('queue-1', reminder('first'));
    expect(queue.dropped()).toBe(1);
    server.thaw();
    const seen: string[] = [];
    queue.process('queue-1', { concurrency: 1 }, async (data) => void seen.push(idOf(data)));
    await until(async () => {
      await queue.enqueue('queue-1', reminder('later'));
      return seen.includes('later');
    });
  });

  it('recovers from a flush of Redis with running and waiting jobs', async () => {
    const queue = await open();
    const gate = new AbortController();
    const seen: string[] = [];
    queue.process('queue-1', { concurrency: 1 }, async (data) => {
      const id = idOf(data);
      seen.push(id);
      if (id === 'slow') await once(gate.signal, 'abort');
    });
    await queue.enqueue('queue-1', reminder('slow'));
    await queue.enqueue('queue-1', reminder('lost'));
    await until(() => seen.includes('slow'));
    await server.flush();
    gate.abort();
    for (const id of ['lost', 'new']) await queue.enqueue('queue-1', reminder(id));
    await until(() => seen.includes('lost') && seen.includes('new'));
  });

  it('runs a job again when its process stops renewing the lock', async () => {
    const [dead, living] = [await open({ lockMs: 600 }), await open({ lockMs: 600 })];
    let begun = 0;
    dead.process('queue-1', { concurrency: 1 }, async () => {
      begun += 1;
      await dead.close(0);
      await sleep(2_000);
    });
    await dead.enqueue('queue-1', reminder('a'));
    await until(() => begun === 1);
    const seen: string[] = [];
    living.process('queue-1', { concurrency: 1 }, async (data) => void seen.push(idOf(data)));
    await until(() => seen.length > 0);
    expect(new Set(seen)).toEqual(new Set(['a']));
  });

  it('shares the jobs of one vendor between workers, each done once', async () => {
    const [one, other] = [await open(), await open()];
    const seen: string[] = [];
    const by = new Set<string>();
    for (const [name, queue] of [
      ['one', one],
      ['other', other],
    ] as const)
      queue.process('queue-1', { concurrency: 1 }, async (data) => {
        const id = idOf(data);
        by.add(name);
        // Neither worker takes a second job before the other has started its first.
        await until(() => by.size === 2, 'both have begun');
        seen.push(id);
      });
    for (let index = 0; index < 40; index += 1) await one.enqueue('queue-1', reminder(`p${index}`));
    await until(() => seen.length >= 40);
    await sleep(100);
    expect([seen.length, new Set(seen).size, by.size]).toEqual([40, 40, 2]);
  });

  it('limits the starts of all workers together', async () => {
    const started: number[] = [];
    const from = performance.now();
    for (const queue of [await open(), await open()])
      queue.process('queue-1', { concurrency: 10, startsPerSecondMax: 4 }, async () => {
        started.push(performance.now());
      });
    for (let index = 0; index < 10; index += 1) await queues[0]!.enqueue('queue-1', reminder(`p${index}`));
    await until(() => started.length === 10);
    // Nine starts need at least two further windows of a second.
    expect(started[8]! - from).toBeGreaterThan(1_000);
  });

  it('stores only ids, and nothing of finished jobs', async () => {
    const queue = await open();
    const redis = new Redis(server.url, { disconnectTimeout: 100 });
    await queue.enqueue('queue-1', { dedupeKey: 'p1', data: { id: 'p1', more: 2 } }, 3_600_000);
    const [key] = (await redis.keys('ledger:jobs:queue-1:*-*-*')).filter((name) => !name.includes(':de:'));
    expect(JSON.parse((await redis.hget(key!, 'data')) ?? '')).toEqual({ id: 'p1', more: 2 });
    let done = 0;
    queue.process('queue-1', { concurrency: 4 }, async () => void (done += 1));
    await queue.enqueue('queue-1', { dedupeKey: 'p1', data: { id: 'p1', more: 2 } });
    for (let index = 0; index < 20; index += 1) await queue.enqueue('queue-1', reminder(`p${index}`));
    await until(() => done === 21);
    const kept = async (): Promise<string[]> =>
      (await redis.keys('*')).filter((name) => !/:(meta|id|events|marker|stalled-check)$/.test(name));
    await until(async () => (await kept()).length === 0).catch(() => undefined);
    expect(await kept()).toEqual([]);
    await redis.quit();
  });

  it('closes in time while Redis is down', async () => {
    const queue = await open();
    let begun = 0;
    queue.process('queue-1', { concurrency: 1 }, () => {
      begun += 1;
      return new Promise<never>(() => undefined);
    });
    await queue.enqueue('queue-1', reminder('a'));
    await until(() => begun === 1);
    await server.kill();
    const closed = queue.close(300).then(() => 'closed');
    expect(await Promise.race([closed, sleep(PATIENCE_MS, 'late', { ref: false })])).toBe('closed');
  });
});
