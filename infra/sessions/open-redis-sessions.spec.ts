import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { describeLimits } from '../limits/testing/limits.contract.js';
import { startRedisServer, type RedisServer } from '../testing/redis-server.js';
import { describeWithOwnRedis, describeWithRedis, openRedisUnderTest } from '../testing/redis-under-test.js';
import { openRedisSessions, type RedisSessions } from './open-redis-sessions.js';
import { SessionsUnavailable, type StoredSession } from './session-store.js';
import { describeSessionStores } from './testing/sessions.contract.js';

const begin = async () => {
  const { url, prefix, end } = await openRedisUnderTest();
  return { open: () => openRedisSessions({ url, prefix }), end };
};

describeWithRedis('on Redis', () => {
  describeSessionStores('Redis', begin);
  describeLimits('Redis', begin);
});

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 30_000; !condition(); await sleep(5))
    if (performance.now() > end) throw new Error('nothing happened in 30 s');
}

const SESSION: StoredSession = { id: 's1', userId: 'u1', role: 'user', startedAt: 1_000, lastSeenAt: 1_000 };
const RULE = { max: 3, lockMs: 5_000 };

describeWithOwnRedis('two processes on one Redis', () => {
  let server: RedisServer;
  let one: RedisSessions;
  let other: RedisSessions;
  beforeEach(async () => {
    server = await startRedisServer();
    const { url } = server;
    [one, other] = await Promise.all([openRedisSessions({ url }), openRedisSessions({ url })]);
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
    await server.remove();
  });

  it('see a session end at the same moment, and are told', async () => {
    const told: string[] = [];
    other.sessions.onDeleted((id) => told.push(id));
    await one.sessions.put(SESSION);
    expect(await other.sessions.get('s1')).toEqual(SESSION);
    await one.sessions.delete('s1');
    expect(await other.sessions.get('s1')).toBeUndefined();
    await until(() => told.length > 0);
    expect(told).toEqual(['s1']);
  });

  it('judge tries together: a crowd at both learns no more than a crowd at one', async () => {
    const crowd = Array.from({ length: 60 }, async (_, index) =>
      (index % 2 === 0 ? one : other).tries.judge('u1', false, RULE, 1_000),
    );
    const outcomes = (await Promise.all(crowd)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(2);
  });

  it('count limits together', async () => {
    const rule = { max: 5, windowMs: 60_000 };
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).limits.take('key', rule)),
    );
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(5);
  });

  it('say that nobody can be asked while Redis is away or hangs, at once, and go on with what it knew', async () => {
    await one.sessions.put(SESSION);
    server.freeze();
    await expect(one.sessions.get('s1')).rejects.toThrow(SessionsUnavailable);
    server.thaw();
    await server.kill();
    await until(() => !one.connected());
    const asked = Promise.allSettled([
      one.sessions.get('s1'),
      one.sessions.idsOf('u1'),
      one.tries.judge('u1', true, RULE, 1_000),
      one.limits.take('key', { max: 1, windowMs: 1_000 }),
    ]);
    const outcomes = await Promise.race([asked, sleep(500, 'none of them at once')]);
    const unavailable = { status: 'rejected', reason: expect.any(SessionsUnavailable) };
    expect(outcomes).toMatchObject([unavailable, unavailable, unavailable, unavailable]);
    await server.start();
    await until(() => one.connected());
    expect(await one.sessions.get('s1')).toEqual(SESSION);
  });

  it('tell of ended sessions again after Redis was restarted, and run scripts it has forgotten', async () => {
    const told: string[] = [];
    other.sessions.onDeleted((id) => told.push(id));
    await server.kill();
    await server.start();
    for (let waited = 0; told.length === 0 && waited < 30_000; waited += 50) {
      await one.sessions.put(SESSION).catch(() => undefined);
      await one.sessions.delete('s1').catch(() => undefined);
      await sleep(50);
    }
    expect(told).toContain('s1');
  });

  it('sign everybody out when Redis has lost everything', async () => {
    await one.sessions.put(SESSION);
    await server.flush();
    expect(await one.sessions.get('s1')).toBeUndefined();
    await one.sessions.put(SESSION);
    expect(await other.sessions.get('s1')).toEqual(SESSION);
  });
});
