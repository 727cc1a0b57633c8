import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { startRedisServer, type RedisServer } from '../testing/redis-server.js';
import { describeWithOwnRedis } from '../testing/redis-under-test.js';
import { openRedis, type RedisConnection } from './open-redis.js';
import { PATIENCE_MS, until } from '../testing/until.js';

/** Time limits within which a running Redis answers even on a slow machine. */
const PATIENT = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS };

/** Timers of one process keep their order however late they fire, so the first to resolve was sooner. */
const before = <Result>(ms: number, work: Promise<Result>): Promise<Result | 'later'> =>
  Promise.race([work, sleep(ms, 'later' as const, { ref: false })]);

describeWithOwnRedis('a connection to Redis', () => {
  let server: RedisServer;
  let redis: RedisConnection | undefined;
  const faults: string[] = [];
  const open = async (options = {}): Promise<RedisConnection> =>
    (redis = await openRedis({
      url: server.url,
      name: 'test',
      onFault: (message: string) => faults.push(message),
      ...PATIENT,
      ...options,
    }));
  beforeEach(async () => {
    faults.length = 0;
    server = await startRedisServer();
  });
  afterEach(async () => {
    await redis?.close();
    redis = undefined;
    await server.remove();
  });

  it('fails at once while Redis is away, reports it once, and reconnects by itself', async () => {
    const { client, connected } = await open();
    await client.set('key', 'value');
    await server.kill();
    await until(() => !connected());
    await expect(before(200, client.get('key'))).rejects.toThrow();
    await sleep(500);
    expect(faults).toEqual([expect.stringContaining(`127.0.0.1:${server.port} is away`)]);
    await server.start();
    await until(connected);
    expect(await client.get('key')).toBe('value');
  });

  it('waits no longer than `commandMs` for a Redis that hangs', async () => {
    const { client } = await open({ commandMs: 3_000 });
    server.freeze();
    await expect(before(60_000, client.get('key'))).rejects.toThrow('timed out');
    server.thaw();
  });

  it('returns answers received while this process was paused for longer than that', async () => {
    const { client } = await open({ commandMs: 1_000 });
    const standStill = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    await until(async () => {
      // The next turn runs timers first, and then received data.
      await nextTurn();
      const answered = client.ping().then(
        () => true,
        () => false,
      );
      standStill();
      return answered;
    });
  });

  it('gives blocking commands a connection that waits for Redis to return', async () => {
    const { patient } = await open();
    const other = patient('test blocking');
    await server.kill();
    const pushed = other.rpush('list', 'kept');
    await server.start();
    expect(await pushed).toBe(1);
  });

  it('refuses a Redis that drops keys, and names the setting to change', async () => {
    const dropping = await startRedisServer(['--maxmemory-policy', 'allkeys-lru']);
    await expect(openRedis({ ...PATIENT, url: dropping.url, name: 'test' })).rejects.toThrow(
      `Redis at 127.0.0.1:${dropping.port} may drop keys: set maxmemory-policy to noeviction (it is allkeys-lru)`,
    );
    await dropping.remove();
  });

  it('reports in one line, without a password, that no server answers', async () => {
    // No server listens on port 1.
    const url = 'redis://user:very-secret@127.0.0.1:1';
    const refusal = await openRedis({ url, name: 'test', connectMs: 300 }).catch((error: Error) => error);
    expect(String(refusal)).toMatch(/^RedisUnsuitable: Redis at 127\.0\.0\.1:\d+ cannot be used: .+$/);
    expect(String(refusal)).not.toContain('secret');
  });

  it('reports a wrong or missing password at once', async () => {
    const guarded = await startRedisServer(['--requirepass', 'right']);
    for (const credentials of ['', ':wrong@']) {
      const url = `redis://${credentials}127.0.0.1:${guarded.port}`;
      const opening = openRedis({ ...PATIENT, url, name: 'test', connectMs: 3_600_000 });
      const refusal = await before(
        PATIENCE_MS,
        opening.catch((error: Error) => error.message),
      );
      expect(refusal).toMatch(/cannot be used: (NOAUTH|WRONGPASS)/);
    }
    const letIn = await openRedis({
      ...PATIENT,
      url: `redis://:right@127.0.0.1:${guarded.port}`,
      name: 'test',
    });
    expect(letIn.connected()).toBe(true);
    await letIn.close();
    await guarded.remove();
  });

  it('gives up on a server that accepts connections without an answer', async () => {
    const mute: Server = createServer((socket) => void socket.unref()).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as { port: number };
    await expect(
      openRedis({ url: `redis://127.0.0.1:${port}`, name: 'test', connectMs: 300 }),
    ).rejects.toThrow('cannot be used');
    mute.close().unref();
  });
});
