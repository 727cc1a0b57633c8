import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openRedis, type RedisConnection } from '../redis/open-redis.js';
import { startRedisServer, type RedisServer } from '../testing/redis-server.js';
import { describeWithOwnRedis } from '../testing/redis-under-test.js';
import { PATIENCE_MS, until } from '../testing/until.js';
import type { CallReport, CallReports } from './call-reports.js';
import { redisCallReports } from './redis-call-reports.js';

const reportOf = (calls: number): CallReport => ({ accounts: [['ada', 0, calls]], addresses: [] });

describeWithOwnRedis('reports of calls on Redis', () => {
  let server: RedisServer;
  const connections: RedisConnection[] = [];
  const member = async (): Promise<CallReports> => {
    const times = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS };
    const redis = await openRedis({ ...times, url: server.url, name: 'reports' });
    connections.push(redis);
    return redisCallReports(redis);
  };
  beforeEach(async () => {
    server = await startRedisServer();
  });
  afterEach(async () => {
    for (const each of connections.splice(0)) await each.close();
    await server.remove();
  });

  it('reach each other process once, and not the sender', async () => {
    const [a, b, c] = [await member(), await member(), await member()];
    const heard: string[] = [];
    const names = { a, b, c };
    for (const [name, reports] of Object.entries(names))
      reports.onReport(({ accounts }) => heard.push(`${name} ${accounts[0]![2]}`));
    a.send(reportOf(1));
    await until(() => heard.length === 2);
    b.send(reportOf(2));
    await until(() => heard.length === 4);
    expect(heard.sort()).toEqual(['a 2', 'b 1', 'c 1', 'c 2']);
  });

  it('are ignored when they cannot be read', async () => {
    const [a, b] = [await member(), await member()];
    const heard: number[] = [];
    b.onReport(({ accounts }) => heard.push(accounts[0]![2]));
    const uuid = '0'.repeat(36);
    for (const text of [
      '',
      'x',
      `${uuid} {`,
      `${uuid} null`,
      `${uuid} {"accounts":[]}`,
      `${uuid} {"accounts":[["ada"]],"addresses":[]}`,
      `${uuid} {"accounts":{},"addresses":[]}`,
    ])
      await connections[0]!.client.publish('ledger:call-reports', text);
    a.send(reportOf(3));
    await until(() => heard.length > 0);
    expect(heard).toEqual([3]);
  });

  it('are lost while Redis is away, and go on afterwards', async () => {
    const [a, b] = [await member(), await member()];
    const heard: number[] = [];
    b.onReport(({ accounts }) => heard.push(accounts[0]![2]));
    await server.kill();
    await until(() => connections.every((redis) => !redis.connected()));
    a.send(reportOf(1));
    await server.start();
    await until(() => {
      a.send(reportOf(2));
      return heard.length > 0;
    });
    expect(new Set(heard)).toEqual(new Set([2]));
  });
});
