import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openRedis, type RedisConnection } from '../../infra/redis/open-redis.js';
import { startRedisServer, type RedisServer } from '../../infra/testing/redis-server.js';
import { describeWithOwnRedis } from '../../infra/testing/redis-under-test.js';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';
import { type AskedProjector, askProjector, askUnpark, serveAsks } from './projector-asks.js';

const ASKS = 'ledger:projector:asks';
/** Time limits within which a running Redis answers even on a slow machine. */
const PATIENT = { connectMs: PATIENCE_MS, commandMs: PATIENCE_MS, onFault: () => undefined };
const REPORT = { view: 'history', position: 7 } as never;

describeWithOwnRedis('the projector at work', () => {
  let server: RedisServer;
  let redis: RedisConnection;
  let stop: () => Promise<void>;
  let rebuilt: string[];

  beforeEach(async () => {
    server = await startRedisServer();
    redis = await openRedis({ url: server.url, name: 'test', ...PATIENT });
    rebuilt = [];
    const projecting: AskedProjector = {
      health: () => ['at work'],
      rebuild: (view, options) => {
        rebuilt.push(`${view}${options?.force ? ' by force' : ''}`);
        options?.onProgress?.({ position: 7, total: 7 });
        return view === 'nothing'
          ? Promise.reject(new Error('there is no such view'))
          : Promise.resolve(REPORT);
      },
      unpark: () => Promise.resolve(REPORT),
    };
    const stopping = new AbortController();
    const { client } = await openRedis({ url: server.url, name: 'projector', ...PATIENT });
    const served = serveAsks(client, projecting, stopping.signal);
    stop = async () => {
      stopping.abort();
      await served;
      client.disconnect();
    };
  });

  afterEach(async () => {
    await stop();
    await redis.close();
    await server.remove();
  });

  it('rebuilds a view for another process, and reports progress', async () => {
    const told: unknown[] = [];
    const onProgress = (progress: unknown): void => void told.push(progress);
    await expect(askProjector(redis.client, { view: 'history', onProgress })).resolves.toEqual(REPORT);
    expect(told).toEqual([{ position: 7, total: 7 }]);
    await expect(askUnpark(redis.client, 'history')).resolves.toEqual(REPORT);
    await expect(askProjector(redis.client, { view: 'nothing', force: true })).rejects.toThrow(
      'there is no such view',
    );
    expect(rebuilt).toEqual(['history', 'nothing by force']);
  });

  it('refuses an unknown request, and serves the next one', async () => {
    const ask = { ask: 'forget', id: 'of-tomorrow', view: 'history', force: false };
    await redis.client.rpush(ASKS, 'no JSON', '{"view":"history"}', JSON.stringify(ask));
    const refused = 'ledger:projector:answers:of-tomorrow';
    await until(async () => (await redis.client.llen(refused)) > 0);
    expect(await redis.client.lpop(refused)).toMatch('of another version');
    await askProjector(redis.client, { view: 'funding' });
    expect(rebuilt).toEqual(['funding']);
  });
});
