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
import type { Job } from '../job-queue.js';
import { describeJobQueue } from '../testing/job-queue.contract.js';
import { openBullmqJobQueue, type BullmqJobQueue } from './open-bullmq-job-queue.js';

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 40_000; !(await condition()); await sleep(10))
    if (performance.now() > end) throw new Error('nothing happened in 40 s');
}

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
    const queue = await openBullmqJobQueue({ redisUrl: url, prefix });
    return { sender: queue, receiver: queue };
  });

  describeJobQueue('BullMQ between two processes', async () => {
    const { url, prefix } = await under();
    const [sender, receiver] = await Promise.all([
      openBullmqJobQueue({ redisUrl: url, prefix }),
      openBullmqJobQueue({ redisUrl: url, prefix }),
    ]);
    return { sender, receiver };
  });
});

describeWithOwnRedis('BullMQ', () => {
  let server: RedisServer;
  const queues: BullmqJobQueue[] = [];
  const faults: string[] = [];
  const open = async (lockMs?: number): Promise<BullmqJobQueue> => {
    const queue = await openBullmqJobQueue({
      redisUrl: server.url,
      onFault: (message) => faults.push(message),
      ...(lockMs === undefined ? {} : { lockMs }),
    });
    queues.push(queue);
    return queue;
  };
  const job = (purchaseId: string): Job => ({ kind: 'dispatch', purchaseId });
  beforeEach(async () => {
    faults.length = 0;
    server = await startRedisServer();
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.close(100)));
    await server.remove();
  });

  it('goes on after Redis was killed and started again, with the jobs that it had', async () => {
    const queue = await open();
    const seen: string[] = [];
    queue.process('vendor-1', { concurrency: 2 }, async ({ purchaseId }) => void seen.push(purchaseId));
    await queue.enqueue('vendor-1', job('before'));
    await until(() => seen.includes('before'));
    await queue.enqueue('vendor-1', job('waiting'), 1_500);
    await server.kill();
    await until(() => !queue.connected());
    // Nobody waits for it, not even until the next turn of the event loop.
    const dropped = queue.enqueue('vendor-1', job('dropped')).then(() => 'dropped');
    expect(await Promise.race([dropped, nextTurn('waits')])).toBe('dropped');
    expect(queue.dropped()).toBe(1);
    await sleep(300);
    await server.start();
    await until(() => queue.connected());
    await queue.enqueue('vendor-1', job('after'));
    await until(() => seen.includes('after') && seen.includes('waiting'));
    expect(seen).not.toContain('dropped');
    expect(faults.length).toBeGreaterThan(0);
  });

  it('keeps nobody waiting for a Redis that hangs', async () => {
    const queue = await open();
    await queue.enqueue('vendor-1', job('a'));
    server.freeze();
    const from = performance.now();
    for (let index = 0; index < 50; index += 1) await queue.enqueue('vendor-1', job(`p${index}`));
    // One a second waits, and fifty of them would for a minute.
    expect(performance.now() - from).toBeLessThan(25_000);
    expect(queue.dropped()).toBe(50);
    server.thaw();
  });

  it('goes on after everything was flushed, with jobs under way and jobs waiting', async () => {
    const queue = await open();
    const seen: string[] = [];
    queue.process('vendor-1', { concurrency: 1 }, async ({ purchaseId }) => {
      seen.push(purchaseId);
      if (purchaseId === 'slow') await sleep(400);
    });
    await queue.enqueue('vendor-1', job('slow'));
    await queue.enqueue('vendor-1', job('lost'));
    await until(() => seen.includes('slow'));
    await server.flush();
    await sleep(500);
    for (const id of ['lost', 'new']) await queue.enqueue('vendor-1', job(id));
    await until(() => seen.includes('lost') && seen.includes('new'));
  });

  it('runs a job again whose process stopped renewing its claim', async () => {
    const [dead, living] = [await open(600), await open(600)];
    let begun = 0;
    dead.process('vendor-1', { concurrency: 1 }, async () => {
      begun += 1;
      await dead.close(0);
      await sleep(2_000);
    });
    await dead.enqueue('vendor-1', job('a'));
    await until(() => begun === 1);
    const seen: string[] = [];
    living.process('vendor-1', { concurrency: 1 }, async ({ purchaseId }) => void seen.push(purchaseId));
    await until(() => seen.length === 1);
    expect(seen).toEqual(['a']);
  });

  it('shares the jobs of one vendor between workers, each done once', async () => {
    const [one, other] = [await open(), await open()];
    const seen: string[] = [];
    const by = new Set<string>();
    for (const [name, queue] of [
      ['one', one],
      ['other', other],
    ] as const)
      queue.process('vendor-1', { concurrency: 1 }, async ({ purchaseId }) => {
        await sleep(20);
        by.add(name);
        seen.push(purchaseId);
      });
    for (let index = 0; index < 40; index += 1) await one.enqueue('vendor-1', job(`p${index}`));
    await until(() => seen.length >= 40);
    await sleep(100);
    expect([seen.length, new Set(seen).size, by.size]).toEqual([40, 40, 2]);
  });

  it('limits what all workers start together', async () => {
    const started: number[] = [];
    for (const queue of [await open(), await open()])
      queue.process('vendor-1', { concurrency: 10, startsPerSecondMax: 4 }, async () => {
        started.push(performance.now());
      });
    for (let index = 0; index < 10; index += 1) await queues[0]!.enqueue('vendor-1', job(`p${index}`));
    await until(() => started.length === 10);
    // Two seconds; a busy machine notes the first start late, and without a limit there would be no gap at all.
    expect(started[8]! - started[0]!).toBeGreaterThan(500);
  });

  it('keeps nothing but ids, and nothing of what is done', async () => {
    const queue = await open();
    const redis = new Redis(server.url, { disconnectTimeout: 100 });
    await queue.enqueue('vendor-1', { kind: 'requery', purchaseId: 'p1', attempt: 2 }, 60_000);
    const [key] = (await redis.keys('ledger:jobs:vendor-1:*-*-*')).filter((name) => !name.includes(':de:'));
    expect(JSON.parse((await redis.hget(key!, 'data')) ?? '')).toEqual({
      ...{ kind: 'requery', purchaseId: 'p1', attempt: 2 },
    });
    let done = 0;
    queue.process('vendor-1', { concurrency: 4 }, async () => void (done += 1));
    await queue.enqueue('vendor-1', { kind: 'requery', purchaseId: 'p1', attempt: 2 });
    for (let index = 0; index < 20; index += 1) await queue.enqueue('vendor-1', job(`p${index}`));
    await until(() => done === 21);
    const kept = async (): Promise<string[]> =>
      (await redis.keys('*')).filter((name) => !/:(meta|id|events|marker|stalled-check)$/.test(name));
    await until(async () => (await kept()).length === 0).catch(() => undefined);
    expect(await kept()).toEqual([]);
    await redis.quit();
  });

  it('ends in time while Redis is gone', async () => {
    const queue = await open();
    let begun = 0;
    queue.process('vendor-1', { concurrency: 1 }, () => {
      begun += 1;
      return new Promise<never>(() => undefined);
    });
    await queue.enqueue('vendor-1', job('a'));
    await until(() => begun === 1);
    await server.kill();
    const closed = queue.close(300).then(() => 'closed');
    expect(await Promise.race([closed, sleep(20_000, 'late', { ref: false })])).toBe('closed');
  });
});
