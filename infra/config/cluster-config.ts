import { z } from 'zod';

/**
 * Settings of the stores that all processes of a cluster share. Without these settings, a process uses
 * embedded stores.
 */
export const STORE_SETTINGS = {
  EVENTSTORE_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'must be a connection string that begins with esdb://')
    .optional()
    .describe(
      'EventStoreDB, `esdb://…`; this and the next two set: the cluster stores; none set: embedded ones',
    ),
  MONGODB_URL: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://')
    .optional()
    .describe(
      'MongoDB with the name of the database, `mongodb://…/naira_ledger`; read models and keys of people',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must begin with redis:// or rediss://')
    .optional()
    .describe('Redis, `redis://…`; jobs, sessions, limits and live updates'),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (openssl rand -hex 32)')
    .optional()
    .describe(
      'cluster: 64 hexadecimal digits that wrap the keys of people in MongoDB; default the file `master-key` of SECRETS_DIR',
    ),
};

/**
 * Addresses of a cluster's stores. An operator must set all or none, because a cluster with only some would
 * store data in two places.
 */
export interface ClusterConfig {
  readonly eventStoreUrl: string;
  readonly mongoUrl: string;
  readonly redisUrl: string;
  /**
   * Key of 32 bytes that encrypts the keys of customers. When it is undefined, the key is in a file in
   * `SECRETS_DIR`.
   */
  readonly masterKey: Buffer | undefined;
}

const STORES = ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'] as const;
type Settings = Readonly<Partial<Record<(typeof STORES)[number] | 'MASTER_KEY', string | undefined>>>;

export function clusterOf(settings: Settings): {
  readonly cluster: ClusterConfig | undefined;
  readonly missing: readonly string[];
} {
  const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL, MASTER_KEY } = settings;
  if (EVENTSTORE_URL && MONGODB_URL && REDIS_URL)
    return {
      cluster: {
        eventStoreUrl: EVENTSTORE_URL,
        mongoUrl: MONGODB_URL,
        redisUrl: REDIS_URL,
        masterKey: MASTER_KEY === undefined ? undefined : Buffer.from(MASTER_KEY, 'hex'),
      },
      missing: [],
    };
  const set = STORES.filter((name) => settings[name] !== undefined);
  const missing = set.length === 0 ? [] : STORES.filter((name) => settings[name] === undefined);
  return {
    cluster: undefined,
    missing: missing.map((name) => `${name}: is required beside ${set.join(' and ')}`),
  };
}
