import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRedis, type RedisConnection } from '../redis/open-redis.js';
import { startRedisServer, type RedisServer } from '../testing/redis-server.js';
import { describeWithOwnRedis } from '../testing/redis-under-test.js';
import { redisLease } from './redis-lease.js';

/** No machine is so crowded that a living holder cannot renew in this time. */
const TTL_MS = 2_000;
const EVERY_MS = 100;

async function until(condition: () => boolean, what: string): Promise<void> {
  for (const end = performance.now() + 30_000; !condition(); await sleep(10))
    if (performance.now() > end) throw new Error(`not within 30 s: ${what}`);
}

/** A process that wants the lease, and how often it did the thing. */
interface Holder {
  readonly working: () => boolean;
  readonly times: () => number;
  /** Ends in good order. */
  leave(): Promise<void>;
  /** As kill -9 does: stops renewing and gives nothing back. */
  die(): Promise<void>;
}

describeWithOwnRedis('a lease on Redis', () => {
  let server: RedisServer;
  const connections: RedisConnection[] = [];
  const holders: Holder[] = [];

  async function holder(ttlMs = TTL_MS): Promise<Holder> {
    const redis = await openRedis({ url: server.url, name: 'lease' });
    connections.push(redis);
    const lease = redisLease({ client: redis.client, key: 'lease', ttlMs, everyMs: EVERY_MS });
    const leaving = new AbortController();
    let [working, times] = [0, 0];
    const ended = lease.whileHeld(async (held) => {
      [working, times] = [working + 1, times + 1];
      await new Promise((resolve) => held.addEventListener('abort', resolve, { once: true }));
      working -= 1;
    }, leaving.signal);
    const leave = async (): Promise<void> => {
      leaving.abort();
      await ended;
    };
    const one = {
      working: () => working > 0 && lease.held(),
      times: () => times,
      leave,
      die: async () => {
        await redis.close();
        await leave();
      },
    };
    holders.push(one);
    return one;
  }

  beforeEach(async () => {
    server = await startRedisServer();
  });
  afterEach(async () => {
    await Promise.all(holders.splice(0).map((one) => one.leave()));
    await Promise.all(connections.splice(0).map((redis) => redis.close()));
    await server.remove();
  });

  it('is held by one of many, for as long as it lives', async () => {
    const all = await Promise.all([holder(), holder(), holder()]);
    await until(() => all.some((one) => one.working()), 'somebody holds it');
    await sleep(2 * TTL_MS);
    expect(all.map((one) => one.times()).sort()).toEqual([0, 0, 1]);
  });

  it('goes to another at once when its holder leaves, long before it would end', async () => {
    const first = await holder(600_000);
    await until(first.working, 'the first holds it');
    const second = await holder();
    await first.leave();
    await until(second.working, 'the second holds it');
  });

  it('goes to another when its holder dies', async () => {
    const first = await holder();
    await until(first.working, 'the first holds it');
    const second = await holder();
    await first.die();
    await until(second.working, 'the second holds it');
  });

  it('is held on while Redis is away, and after Redis has forgotten it', async () => {
    const [first] = [await holder()];
    await until(first.working, 'the first holds it');
    const second = await holder();
    await server.kill();
    await sleep(TTL_MS + 4 * EVERY_MS);
    expect([first.working(), second.working()]).toEqual([true, false]);
    await server.start();
    await server.flush();
    const working = (): number => [first, second].filter((one) => one.working()).length;
    await until(() => working() === 1, 'one of them holds it');
    await sleep(TTL_MS);
    expect(working()).toBe(1);
  });

  it('ends the work of a holder whose lease went to another', async () => {
    const first = await holder();
    await until(first.working, 'the first holds it');
    const [{ client }] = connections as [RedisConnection];
    await client.set('lease', 'somebody else');
    await until(() => !first.working(), 'it stopped');
    await client.del('lease');
    await until(first.working, 'it holds it again after the other is gone');
    expect(first.times()).toBe(2);
  });
});
