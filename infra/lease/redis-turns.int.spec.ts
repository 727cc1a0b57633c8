import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRedis, type RedisConnection } from '../redis/open-redis.js';
import { startRedisServer, type RedisServer } from '../testing/redis-server.js';
import { describeWithOwnRedis } from '../testing/redis-under-test.js';
import { PATIENCE_MS, until } from '../testing/until.js';
import { redisTurns, type RedisTurnsOptions } from './redis-turns.js';
import type { Turns } from './turns.js';

/** Time limits that never end by themselves within a test. */
const PATIENT = { holdMs: 3_600_000, waitMs: 3_600_000, answerMs: 3_600_000 };
const SHORT_MS = 50;

describeWithOwnRedis('turns on Redis', () => {
  let server: RedisServer;
  const connections: RedisConnection[] = [];
  const member = async (options: Partial<RedisTurnsOptions> = {}): Promise<Turns> => {
    const times = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS };
    const redis = await openRedis({ ...times, url: server.url, name: 'turns' });
    connections.push(redis);
    return redisTurns({ redis, ...PATIENT, ...options });
  };
  beforeEach(async () => {
    server = await startRedisServer();
  });
  afterEach(async () => {
    for (const each of connections.splice(0)) await each.close();
    await server.remove();
  });
  const inLine = (key: string): Promise<number> =>
    connections
      .at(-1)!
      .client.get(`ledger:turn:${key}`)
      .then((text) => Object.keys((JSON.parse(text ?? '{}') as { line?: string[] }).line ?? {}).length);

  it('are given in the order of asking, with the revision that the last holder left', async () => {
    const [a, b, c] = [await member(), await member(), await member()];
    const first = await a.take('wallet-1');
    expect(first).toMatchObject({ shared: false, revision: -1 });
    const order: string[] = [];
    const second = b.take('wallet-1').then((turn) => (order.push('b'), turn));
    await until(async () => (await inLine('wallet-1')) === 2);
    const third = c.take('wallet-1').then((turn) => (order.push('c'), turn));
    await until(async () => (await inLine('wallet-1')) === 3);
    const again = (first!.pass(7), a.take('wallet-1').then((turn) => (order.push('a'), turn)));
    expect(await second).toMatchObject({ shared: true, revision: 7 });
    (await second)!.pass(8);
    expect(await third).toMatchObject({ shared: true, revision: 8 });
    (await third)!.pass(9);
    expect(await again).toMatchObject({ shared: true, revision: 9 });
    expect(order).toEqual(['b', 'c', 'a']);
  });

  it('are unshared for a process that took the last turn too', async () => {
    const a = await member();
    (await a.take('wallet-1'))!.pass(7);
    await until(async () => (await inLine('wallet-1')) === 0);
    expect(await a.take('wallet-1')).toMatchObject({ shared: false, revision: 7 });
  });

  it('of different streams do not wait for each other', async () => {
    const [a, b] = [await member(), await member()];
    await a.take('wallet-1');
    expect(await b.take('wallet-2')).toMatchObject({ shared: false });
  });

  it('are heard of by the other processes', async () => {
    const [a, b] = [await member(), await member()];
    const heard: string[] = [];
    a.onTaken((stream) => heard.push(`a ${stream}`));
    b.onTaken((stream) => heard.push(`b ${stream}`));
    await a.take('wallet-1');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['b wallet-1']);
  });

  it('of a dead holder pass to a process that waits', async () => {
    const [dead, a, b] = [await member({ holdMs: SHORT_MS }), await member(), await member()];
    await dead.take('wallet-1');
    const turns = [a.take('wallet-1'), b.take('wallet-1')];
    // Ends without passing the turn.
    connections[0]!.client.disconnect();
    const first = await Promise.race(turns);
    expect(first).toMatchObject({ shared: true });
    first!.pass(3);
    expect(await Promise.all(turns)).not.toContain(undefined);
  });

  it('of a slow holder are kept until it passes them', async () => {
    const [slow, a] = [await member({ holdMs: SHORT_MS }), await member()];
    const turn = await slow.take('wallet-1');
    let passed = false;
    const next = a.take('wallet-1').then((given) => ({ passed, given }));
    for (let times = 0; times < 3; times += 1) await sleep(SHORT_MS);
    passed = true;
    turn!.pass(5);
    expect(await next).toMatchObject({ passed: true, given: { revision: 5 } });
  });

  it('are found again after a lost message', async () => {
    const [a, b] = [await member(), await member()];
    const turn = await a.take('wallet-1');
    const waiting = b.take('wallet-1');
    await until(async () => (await inLine('wallet-1')) === 2);
    await connections[0]!.client.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    turn!.pass(7);
    expect(await waiting).toMatchObject({ shared: true, revision: 7 });
  });

  it('are given up after `waitMs`, which frees the place in the line', async () => {
    const [a, b] = [await member(), await member({ waitMs: SHORT_MS })];
    await a.take('wallet-1');
    expect(await b.take('wallet-1')).toBeUndefined();
    await until(async () => (await inLine('wallet-1')) === 1);
  });

  it('are not waited for while Redis hangs or is away', async () => {
    const a = await member({ answerMs: SHORT_MS });
    server.freeze();
    expect(await a.take('wallet-1')).toBeUndefined();
    // Does not ask again at once.
    expect(await Promise.race([a.take('wallet-2'), Promise.resolve('asks')])).not.toBe('asks');
    server.thaw();
    await server.kill();
    await until(() => !connections[0]!.connected());
    expect(await a.take('wallet-1')).toBeUndefined();
  });
});
