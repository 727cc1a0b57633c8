import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { checkpointsInMemory } from '../../infra/checkpoints/checkpoints.js';
import { openBullmqJobQueue, type BullmqJobQueue } from '../../infra/queue/bullmq/open-bullmq-job-queue.js';
import { startRedisServer, type RedisServer } from '../../infra/testing/redis-server.js';
import { describeWithOwnRedis } from '../../infra/testing/redis-under-test.js';
import { PATIENCE_MS } from '../../infra/testing/until.js';
import { eventually, FAST, PLAIN_VAULT, PurchaseWorld } from '../purchases/testing/purchase-world.js';
import { startWorker, type RunningWorker } from './start-worker.js';

describeWithOwnRedis('two workers with one queue in Redis', () => {
  let server: RedisServer;
  let world: PurchaseWorld;
  const running: { worker: RunningWorker; jobs: BullmqJobQueue }[] = [];
  const faults: unknown[] = [];

  /** A worker that shares only the ledger, the vendors and Redis. */
  const start = async (): Promise<(typeof running)[number]> => {
    const jobs = await openBullmqJobQueue({
      redisUrl: server.url,
      lockMs: 1_500,
      connectMs: PATIENCE_MS,
      commandMs: PATIENCE_MS,
    });
    const report = (detail: unknown): void => void faults.push(detail);
    const worker = startWorker({
      config: FAST,
      eventStore: world.store,
      vault: PLAIN_VAULT,
      jobs,
      vendors: world.vendors,
      now: () => world.clock(),
      // Interval of the sweep for jobs that Redis lost.
      sweepEveryMs: 3_000,
      checkpoints: checkpointsInMemory(),
      catalog: {
        nextVendor: (_product, tried) => [1, 2, 3].find((code) => !tried.includes(code)),
        vendors: () => [1, 2, 3].map((code) => ({ code, services: ['airtime'] })),
      },
      settle: (userId, command, context) => world.wallets.handle(userId, command, context),
      logger: { warn: report, error: report } as never,
    });
    running.push({ worker, jobs });
    return running.at(-1)!;
  };
  const allCaptured = (ids: readonly string[]): Promise<void> =>
    eventually('every purchase is captured, once', async () => {
      for (const id of ids)
        if ((await world.settlements('ada', id)).join() !== 'PurchaseCaptured') return false;
      return true;
    });

  beforeEach(async () => {
    server = await startRedisServer();
    world = new PurchaseWorld();
    await world.fund('ada', 100_000_000n);
    faults.length = 0;
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ worker }) => worker.stop()));
    await server.remove();
  });

  it('send every purchase once while Redis is killed, restarted and emptied', async () => {
    world.vendor.onDispatch = async () => {
      await sleep(20);
      return { outcome: 'delivered' };
    };
    await start();
    await start();
    const ids: string[] = [];
    const buy = async (): Promise<void> => void ids.push(await world.buy('ada', `key${ids.length}`));
    for (let index = 0; index < 30; index += 1) await buy();
    await server.kill();
    for (let index = 0; index < 10; index += 1) await buy();
    await sleep(300);
    await server.start();
    for (let index = 0; index < 20; index += 1) await buy();
    await server.flush();
    for (let index = 0; index < 10; index += 1) await buy();
    await allCaptured(ids);
    expect(world.vendor.posts).toHaveLength(70);
    expect(new Set(world.vendor.posts).size).toBe(70);
  });

  it('query an attempt whose worker died, and never send it again', async () => {
    const never = new Promise<never>(() => undefined);
    world.vendor.onDispatch = () => never;
    const dying = await start();
    const ids = [await world.buy('ada', 'a'), await world.buy('ada', 'b')];
    await eventually('both are on their way', () => world.vendor.posts.length === 2);
    // The job locks expire in Redis, and the vendor's answer is lost.
    await dying.jobs.close(0);
    const { VENDOR_SEND_WITHIN, VENDOR_POST_TIMEOUT } = FAST;
    world.clock = () => new Date(Date.now() + VENDOR_SEND_WITHIN + VENDOR_POST_TIMEOUT + 1);
    await start();
    await allCaptured(ids);
    expect(world.vendor.posts).toHaveLength(2);
    expect(world.vendor.queries.length).toBeGreaterThan(1);
  });
});
