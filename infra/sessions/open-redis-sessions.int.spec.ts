import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { describeLimits } from '../limits/testing/limits.contract.js';
import { startRedisServer, type RedisServer } from '../testing/redis-server.js';
import { describeWithOwnRedis, describeWithRedis, openRedisUnderTest } from '../testing/redis-under-test.js';
import { openRedisSessions, type RedisSessions } from './open-redis-sessions.js';
import { SessionsUnavailable, type StoredSession } from './session-store.js';
import { describeSessionStores } from './testing/sessions.contract.js';
import { PATIENCE_MS, until } from '../testing/until.js';

/** Timeouts long enough for slow machines. */
const PATIENT = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS };

const begin = async () => {
  const { url, prefix, end } = await openRedisUnderTest();
  return { open: () => openRedisSessions({ ...PATIENT, url, prefix }), end };
};

describeWithRedis('on Redis', () => {
  describeSessionStores('Redis', begin);
  describeLimits('Redis', begin);
});

const SESSION: StoredSession = { id: 's1', userId: 'u1', role: 'user', startedAt: 1_000, lastSeenAt: 1_000 };
const RULE = { max: 3, locksMs: [5_000] };

/** A proxy before Redis. `swallow` cuts all connections and drops SUBSCRIBE commands from then on. */
async function portWithoutSubscriptions(behind: number) {
  const sockets = new Set<Socket>();
  let [swallowing, swallowed] = [false, false];
  const port = createServer((socket) => {
    const inner = connect(behind, '127.0.0.1').on('error', () => socket.destroy());
    sockets.add(socket.on('error', () => inner.destroy()).on('close', () => inner.destroy()));
    inner.pipe(socket);
    socket.on('data', (asked) => {
      if (swallowing && /\r\nsubscribe\r\n/i.test(asked.toString())) swallowed = true;
      else inner.write(asked);
    });
  });
  await new Promise<void>((listening) => port.listen(0, '127.0.0.1', listening));
  return {
    number: (port.address() as AddressInfo).port,
    swallow(): void {
      swallowing = true;
      for (const socket of sockets) socket.destroy();
    },
    swallowed: () => swallowed,
    close: () => new Promise<void>((closed) => port.close(() => closed())),
  };
}

describeWithOwnRedis('two processes on one Redis', () => {
  let server: RedisServer;
  let one: RedisSessions;
  let other: RedisSessions;
  beforeEach(async () => {
    server = await startRedisServer();
    const { url } = server;
    [one, other] = await Promise.all([
      openRedisSessions({ ...PATIENT, url }),
      openRedisSessions({ ...PATIENT, url }),
    ]);
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
    await server.remove();
  });

  it('see a session end at once, and notify listeners', async () => {
    const told: string[] = [];
    other.sessions.onDeleted((id) => told.push(id));
    await one.sessions.put(SESSION);
    expect(await other.sessions.get('s1')).toEqual(SESSION);
    await one.sessions.delete('s1');
    expect(await other.sessions.get('s1')).toBeUndefined();
    await until(() => told.length > 0);
    expect(told).toEqual(['s1']);
  });

  it('judge concurrent tries as one process would', async () => {
    const crowd = Array.from({ length: 60 }, async (_, index) =>
      (index % 2 === 0 ? one : other).tries.judge('u1', false, RULE, 1_000),
    );
    const outcomes = (await Promise.all(crowd)).map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(2);
  });

  it('count limits together', async () => {
    const rule = { max: 5, windowMs: 3_600_000 };
    const taken = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? one : other).limits.take('key', rule)),
    );
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(5);
  });

  it('throw SessionsUnavailable at once while Redis is down or hangs, and keep sessions afterwards', async () => {
    await one.sessions.put(SESSION);
    const hasty = await openRedisSessions({ ...PATIENT, commandMs: 3_000, url: server.url });
    server.freeze();
    await expect(hasty.sessions.get('s1')).rejects.toThrow(SessionsUnavailable);
    server.thaw();
    await hasty.close();
    await server.kill();
    await until(() => !one.connected());
    const asked = Promise.allSettled([
      one.sessions.get('s1'),
      one.sessions.idsOf('u1'),
      one.tries.judge('u1', true, RULE, 1_000),
      one.limits.take('key', { max: 1, windowMs: 1_000 }),
    ]);
    const outcomes = await Promise.race([asked, sleep(PATIENCE_MS, 'none of them', { ref: false })]);
    const unavailable = { status: 'rejected', reason: expect.any(SessionsUnavailable) };
    expect(outcomes).toMatchObject([unavailable, unavailable, unavailable, unavailable]);
    await server.start();
    await until(() => one.connected());
    expect(await one.sessions.get('s1')).toEqual(SESSION);
  });

  it('notify listeners and run scripts again after a restart of Redis', async () => {
    const told: string[] = [];
    other.sessions.onDeleted((id) => told.push(id));
    await server.kill();
    await server.start();
    await until(async () => {
      await one.sessions.put(SESSION).catch(() => undefined);
      await one.sessions.delete('s1').catch(() => undefined);
      return told.length > 0;
    });
    expect(told).toContain('s1');
  });

  it('close while a subscription is pending', async () => {
    const port = await portWithoutSubscriptions(server.port);
    const third = await openRedisSessions({ ...PATIENT, url: `redis://127.0.0.1:${port.number}` });
    port.swallow();
    await until(() => port.swallowed());
    // The test fails on an unhandled rejection.
    await third.close();
    await port.close();
  });

  it('sign all users out after a flush of Redis', async () => {
    await one.sessions.put(SESSION);
    await server.flush();
    expect(await one.sessions.get('s1')).toBeUndefined();
    await one.sessions.put(SESSION);
    expect(await other.sessions.get('s1')).toEqual(SESSION);
  });
});
