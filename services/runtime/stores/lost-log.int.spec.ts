import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { makeClusterSecrets } from '../../../infra/crypto/secrets.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import type { EmptyLog } from '../../../infra/ledger-id/ledger-id.js';
import { type RedisServer, startRedisServer } from '../../../infra/testing/redis-server.js';
import { describeWithOwnRedis } from '../../../infra/testing/redis-under-test.js';
import { describeWithMongo } from '../../../infra/testing/with-mongo.js';
import { userStream } from '../../customers/user.events.js';
import { type EventStoreServer, startEventStoreServer } from '../cluster/testing/event-store-server.js';
import { loadConfig } from '../config.js';
import { CannotStart, type ClusteredConfig } from '../process/run-process.js';
import { type ClusterStores, openClusterStores } from './cluster-stores.js';

let lines: string[] = [];
const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
const somebody = 'b0ea6419-0000-4000-8000-000000000000';

describeWithMongo('a cluster whose event store is empty', (mongo) => {
  describeWithOwnRedis('beside MongoDB and the secrets', () => {
    let folder: string;
    let redis: RedisServer;
    const servers: EventStoreServer[] = [];
    let settings: Readonly<Record<string, string>>;

    beforeEach(async () => {
      lines = [];
      folder = mkdtempSync(join(tmpdir(), 'lost-log-'));
      makeClusterSecrets(join(folder, 'secrets'));
      redis = await startRedisServer();
      settings = {
        REDIS_URL: redis.url,
        MONGODB_URL: mongo.databaseUrl(),
        SECRETS_DIR: join(folder, 'secrets'),
        DATA_DIR: join(folder, 'data'),
        EVENTSTORE_URL: await newLog(),
      };
    });
    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.stop()));
      await redis.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Starts an empty event store. Returns its address. */
    async function newLog(): Promise<string> {
      const server = await startEventStoreServer();
      servers.push(server);
      return server.url;
    }

    async function opened<T>(
      whenEmpty: EmptyLog,
      work: (stores: ClusterStores) => Promise<T>,
      more: Readonly<Record<string, string>> = {},
    ): Promise<T> {
      const config = loadConfig({ ...settings, ...more }) as ClusteredConfig;
      const stores = await openClusterStores({ config, logger, whenEmpty });
      try {
        return await work(stores);
      } finally {
        await stores.close();
      }
    }
    const firstType = async ({ eventStore }: ClusterStores): Promise<string | undefined> =>
      (await eventStore.readAll(0, 1))[0]?.type;
    const idFile = () => join(folder, 'secrets', 'ledger-id');

    it('begins with init only, and refuses another empty log from then on', async () => {
      await expect(opened('refuse', firstType)).rejects.toThrow(/has no events: mount its volume.*-- init/);
      await expect(opened('refuse', firstType)).rejects.toThrow(CannotStart);
      expect(await opened('begin', firstType)).toBe('LedgerBegun');
      const id = await opened('refuse', async ({ eventStore }) => (await eventStore.readAll(0, 1))[0]?.hash);
      expect(readFileSync(idFile(), 'utf8')).toBe(`${id}\n`);

      const lost = { EVENTSTORE_URL: await newLog() };
      for (const way of ['refuse', 'accept', 'begin'] as const)
        await expect(opened(way, firstType, lost)).rejects.toThrow(
          /event store at .* has no events, but SECRETS_DIR .* belongs to ledger .*, MongoDB at .* belongs to ledger/,
        );
      // Any of the two files suffices to notice the lost log.
      rmSync(idFile());
      await expect(opened('begin', firstType, lost)).rejects.toThrow(/MongoDB at .* belongs to ledger/);
      expect(await opened('refuse', firstType)).toBe('LedgerBegun');
      expect(existsSync(idFile())).toBe(true);
      const emptied = { MONGODB_URL: mongo.databaseUrl() };
      await expect(opened('refuse', firstType, emptied)).rejects.toThrow(
        /MongoDB at .* has no keys of its people/,
      );
    });

    it('refuses to begin beside keys of people that name no ledger', async () => {
      await opened('accept', ({ vault }) => vault.createKey(somebody));
      await expect(opened('begin', firstType)).rejects.toThrow(
        /has no events, but there is data in MongoDB at .*: mount the volume/,
      );
    });

    it('gives a ledger of an earlier version its identity at the next start', async () => {
      await opened('accept', ({ eventStore }) =>
        eventStore.append('user-ada', NO_STREAM, [fact('EmailVerified', { userId: 'ada' }, systemContext())]),
      );
      expect(existsSync(idFile())).toBe(false);
      expect(await opened('refuse', firstType)).toBe('EmailVerified');
      expect(existsSync(idFile())).toBe(true);
      const other = { EVENTSTORE_URL: await newLog(), MONGODB_URL: mongo.databaseUrl() };
      await expect(opened('refuse', firstType, other)).rejects.toThrow(/SECRETS_DIR .* belongs to ledger/);
    });

    it('names the newest customer whose key is not in MongoDB', async () => {
      const register = async ({ eventStore }: ClusterStores, userId: string): Promise<unknown> => {
        const event = fact('UserRegistered', { userId, role: 'user' }, systemContext());
        return eventStore.append(userStream(userId), NO_STREAM, [event]);
      };
      const damaged = await opened('accept', async (stores) => {
        await stores.vault.createKey(somebody);
        await register(stores, somebody);
        return [await stores.damagedKeys(), await register(stores, 'bola'), await stores.damagedKeys()];
      });
      expect(damaged).toEqual([[], expect.anything(), ['keys']]);
      expect(lines.join('')).toMatch(/MongoDB at .* has no key of bola, who registered last/);
    });

    it('names the version before the first event that older versions do not know', async () => {
      await opened('accept', ({ eventStore }) =>
        eventStore.append('catalog', NO_STREAM, [fact('SendingHeld', {}, systemContext())]),
      );
      const types = await opened('refuse', async ({ eventStore }) =>
        (await eventStore.readAll(0, 9)).map(({ type }) => type),
      );
      expect(types).toEqual(['OldestVersionNamed', 'SendingHeld']);
    });

    it('begins once when two processes begin at the same moment', async () => {
      expect(await Promise.all([opened('begin', firstType), opened('begin', firstType)])).toEqual([
        'LedgerBegun',
        'LedgerBegun',
      ]);
      expect(await opened('refuse', ({ eventStore }) => eventStore.lastPosition())).toBe(1);
    });
  });
});
