import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openRedis, type RedisConnection } from '../redis/open-redis.js';
import { startRedisServer, type RedisServer } from '../testing/redis-server.js';
import { describeWithOwnRedis } from '../testing/redis-under-test.js';
import { redisLease } from './redis-lease.js';
import { PATIENCE_MS, until } from '../testing/until.js';

/** Milliseconds longer than any test, so that no lease expires by itself. */
const TTL_MS = 3_600_000;
/** Milliseconds after which a lease expires within a test. */
const SHORT_TTL_MS = 2_000;
const EVERY_MS = 100;
/** Number of checks after which a holder has asked Redis and acted on the answer. */
const LOOKS = 4;
/** Time limits within which a running Redis answers even on a slow machine. */
const PATIENT = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS };

/** A process that wants the lease, and counts how often it worked. */
interface Holder {
  readonly working: () => boolean;
  readonly times: () => number;
  /** Stops the holder normally, which releases the lease. */
  leave(): Promise<void>;
  /** Result of the `able` option. */
  able: boolean;
  /** Calls of `able`, one before each request. */
  readonly looks: () => number;
  /** Simulates kill -9: stops renewing and releases nothing. */
  die(): Promise<void>;
}

describeWithOwnRedis('a lease on Redis', () => {
  let server: RedisServer;
  const connections: RedisConnection[] = [];
  const holders: Holder[] = [];

  async function holder(ttlMs = TTL_MS, able = true): Promise<Holder> {
    const redis = await openRedis({ ...PATIENT, url: server.url, name: 'lease' });
    connections.push(redis);
    const ability = { able };
    let looks = 0;
    const lease = redisLease({
      client: redis.client,
      key: 'lease',
      ttlMs,
      everyMs: EVERY_MS,
      able: () => {
        looks += 1;
        return ability.able;
      },
    });
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
    const one: Holder = Object.assign(ability, {
      working: () => working > 0 && lease.held(),
      times: () => times,
      looks: () => looks,
      leave,
      die: async () => {
        await redis.close();
        await leave();
      },
    });
    holders.push(one);
    return one;
  }

  /** Waits until each holder has asked for the lease several more times. */
  async function haveAsked(all: readonly Holder[]): Promise<void> {
    const before = all.map((one) => one.looks());
    await until(
      () => all.every((one, index) => one.looks() > (before[index] ?? 0) + LOOKS),
      'all have asked',
    );
  }
  const keyOf = async (act: (client: RedisConnection['client']) => Promise<unknown>): Promise<unknown> => {
    const { client, close } = await openRedis({ ...PATIENT, url: server.url, name: 'beside' });
    return act(client).finally(close);
  };

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
    // Without a renewal, the lease would expire soon.
    await keyOf((client) => client.pexpire('lease', TTL_MS / 2));
    await until(
      async () => Number(await keyOf((client) => client.pttl('lease'))) > TTL_MS / 2,
      'it is renewed',
    );
    await haveAsked(all);
    expect(all.map((one) => one.times()).sort()).toEqual([0, 0, 1]);
  });

  it('passes to another holder at once when its holder leaves, long before it expires', async () => {
    const first = await holder();
    await until(first.working, 'the first holds it');
    const second = await holder();
    await first.leave();
    await until(second.working, 'the second holds it');
  });

  it('passes to another holder when its holder dies', async () => {
    const first = await holder(SHORT_TTL_MS);
    await until(first.working, 'the first holds it');
    const second = await holder();
    await first.die();
    await until(second.working, 'the second holds it');
  });

  it('passes from an unable holder to an able one, and does not come back', async () => {
    const first = await holder(SHORT_TTL_MS);
    await until(first.working, 'the first holds it');
    const [second, third] = [await holder(), await holder(TTL_MS, false)];
    first.able = false;
    await until(second.working, 'the second holds it');
    await until(() => !first.working(), 'the first has heard of it');
    first.able = true;
    await haveAsked([first, second, third]);
    expect([first, second, third].map((one) => [one.working(), one.times()])).toEqual([
      [false, 1],
      [true, 1],
      [false, 0],
    ]);
  });

  it('stays with an unable holder while no other is able', async () => {
    const [first, second] = [await holder(), await holder()];
    await until(() => first.working() || second.working(), 'somebody holds it');
    first.able = second.able = false;
    await haveAsked([first, second]);
    // Simulates expiry.
    await keyOf((client) => client.del('lease'));
    await haveAsked([first, second]);
    expect([first, second].filter((one) => one.working())).toHaveLength(1);
    expect(await keyOf((client) => client.exists('lease'))).toBe(0);
    first.able = second.able = true;
    await haveAsked([first, second]);
    expect([first, second].filter((one) => one.working())).toHaveLength(1);
    expect(first.times() + second.times()).toBeLessThanOrEqual(2);
  });

  it('stays with its holder while Redis is away, and after Redis lost its data', async () => {
    const [first] = [await holder()];
    await until(first.working, 'the first holds it');
    const second = await holder();
    await server.kill();
    await haveAsked([first, second]);
    expect([first.working(), second.working()]).toEqual([true, false]);
    await server.start();
    await server.flush();
    const working = (): number => [first, second].filter((one) => one.working()).length;
    await until(async () => (await keyOf((client) => client.exists('lease'))) === 1, 'one of them took it');
    await until(() => connections.every(({ connected }) => connected()), 'both can ask');
    await haveAsked([first, second]);
    expect(working()).toBe(1);
  });

  it('ends the work of a holder whose lease another took', async () => {
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
