import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { redisCallReports } from '../../../infra/limits/redis-call-reports.js';
import { openRedis, type RedisConnection } from '../../../infra/redis/open-redis.js';
import { startRedisServer, type RedisServer } from '../../../infra/testing/redis-server.js';
import { describeWithOwnRedis } from '../../../infra/testing/redis-under-test.js';
import { PATIENCE_MS, until } from '../../../infra/testing/until.js';
import { RuleBroken } from '../../contracts/errors.js';
import { loadConfig } from '../../runtime/config.js';
import { Admission } from './admission.js';
import { countAnswers } from '../http/answered-calls.js';

const RATE = 5;
const BURST = 2 * RATE;

describeWithOwnRedis('two apis', () => {
  let redisServer: RedisServer;
  const connections: RedisConnection[] = [];
  const servers: FastifyInstance[] = [];
  /** The clock stands still, so that buckets never fill again. */
  const api = async () => {
    const times = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS };
    const redis = await openRedis({ ...times, url: redisServer.url, name: 'api' });
    connections.push(redis);
    const server = fastify();
    servers.push(server);
    const admission = new Admission({
      settings: { ...loadConfig({ NODE_ENV: 'test' }), RATE_LIMIT_PURCHASES: RATE, RATE_LIMIT_ADDRESS: RATE },
      callers: {
        callerOf: ({ headers }) => {
          if (headers.authorization === 'unknown') throw new RuleBroken('AUTH_REQUIRED');
          return { userId: String(headers.authorization), role: 'user' };
        },
      },
      users: { cachedById: () => undefined },
      metrics: { shed: () => undefined, limited: () => undefined, limitedWebhook: () => undefined },
      logLateMs: () => 0,
      reports: await redisCallReports(redis),
      now: () => 0,
    });
    server.decorateRequest('caller', undefined);
    countAnswers(server);
    admission.guard(server);
    const rules = { access: 'buyer', kind: 'changes', call: 'buyAirtime' } as const;
    server.post('/buy', { config: { rules } }, async () => ({}));
    await server.ready();
    const buy = async (who: string): Promise<number> =>
      (await server.inject({ method: 'POST', url: '/buy', headers: { authorization: who } })).statusCode;
    return {
      /** Returns the number of purchases that are allowed. */
      async sell(who: string): Promise<number> {
        let sold = 0;
        while ((await buy(who)) === 200) sold += 1;
        return sold;
      },
      left: (who: string) => admission.accounts.of(who, 0).left('buy', 0),
      leftOfAddress: (prefix: string) => admission.addresses.of(prefix, 0).left('read', 0),
    };
  };
  beforeEach(async () => {
    redisServer = await startRedisServer();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
    for (const each of connections.splice(0)) await each.close();
    await redisServer.remove();
  });

  it('share the limit of an account, and the limit of an address', async () => {
    const [one, two] = [await api(), await api()];
    expect(await one.sell('ada')).toBe(BURST);
    await until(() => two.left('ada') === 0, 'the other api knows the purchases');
    expect(await two.sell('ada')).toBe(0);
    expect(await two.sell('bola')).toBe(BURST);
    await until(() => one.left('bola') === 0, 'the first api knows the purchases');
    expect(await one.sell('unknown')).toBe(BURST);
    await until(() => two.leftOfAddress('127.0.0.1') === 0, 'the other api knows the calls of the address');
    expect(await two.sell('unknown')).toBe(0);
  });

  it('count for themselves while Redis is away', async () => {
    const [one, two] = [await api(), await api()];
    await redisServer.kill();
    await until(() => connections.every((redis) => !redis.connected()));
    expect([await one.sell('ada'), await two.sell('ada')]).toEqual([BURST, BURST]);
  });
});
