import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openRedis, type RedisConnection } from '../../infra/redis/open-redis.js';
import { describeWithRedis, openRedisUnderTest } from '../../infra/testing/redis-under-test.js';
import type { RedisUnderTest } from '../../infra/testing/redis-under-test.js';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';
import { apiHealth, type ApiParts } from '../api/api-health.js';
import { sealNotes, type SealsHealth } from '../audit/seals/seal-health.js';
import { SEALS_STATUS } from './cluster-status.js';
import { NoteReader, publishNote } from './status-note.js';

const WELL: SealsHealth = {
  sealing: {
    treeSize: 7,
    sealedAt: 1_000,
    failingSince: undefined,
    failures: 0,
    fault: undefined,
    stopped: false,
  },
  publishing: { treeSize: 7, waitingSince: undefined, failures: 0, fault: undefined },
};
const STOPPED: SealsHealth = {
  sealing: { ...WELL.sealing!, failingSince: 2_000, failures: 1, fault: 'another root', stopped: true },
  publishing: { ...WELL.publishing!, waitingSince: 3_000, failures: 4, fault: 'seals.test answered 503' },
};

describeWithRedis('what the projector tells of its seals', () => {
  let server: RedisUnderTest;
  let redis: RedisConnection;
  beforeAll(async () => {
    server = await openRedisUnderTest();
    redis = await openRedis({
      url: server.url,
      name: 'notes',
      connectMs: PATIENCE_MS,
      commandMs: PATIENCE_MS,
    });
  });
  afterAll(async () => {
    await redis?.close();
    await server?.end();
  });

  it('is undefined when another version publishes another shape', async () => {
    const prefix = `${server.prefix}-other`;
    const reader = new NoteReader(redis.client, SEALS_STATUS, prefix);
    try {
      for (const text of ['{"sealing":7}', 'neither']) {
        await redis.client.set(`${prefix}:${SEALS_STATUS.name}`, JSON.stringify(WELL));
        await until(() => reader.note !== undefined, 'it is told');
        await redis.client.set(`${prefix}:${SEALS_STATUS.name}`, text);
        await until(() => reader.note === undefined, 'it is told otherwise');
      }
    } finally {
      reader.stop();
    }
  });

  it('is reported by an API process while it is published', async () => {
    const { prefix } = server;
    let told: SealsHealth | undefined;
    const stop = publishNote(redis.client, SEALS_STATUS, () => told, prefix);
    const reader = new NoteReader(redis.client, SEALS_STATUS, prefix);
    const health = apiHealth({ seals: reader } as unknown as ApiParts);
    try {
      expect(health.seals?.()).toBeUndefined();
      told = WELL;
      await until(() => health.seals?.() !== undefined, 'it is told');
      expect(health.seals?.()).toEqual(WELL);
      expect(sealNotes(health.seals?.() ?? {})).toEqual([]);
      told = STOPPED;
      await until(() => health.seals?.()?.sealing?.stopped === true, 'the fault is told');
      expect(sealNotes(health.seals?.() ?? {})).toEqual([
        expect.stringMatching(/^sealing stopped: another root/),
        'seals are not published since 1970-01-01T00:00:03.000Z: seals.test answered 503',
      ]);
      told = undefined;
      await until(() => health.seals?.() === undefined, 'what nobody tells any more goes away');
    } finally {
      stop();
      reader.stop();
    }
  });
});
