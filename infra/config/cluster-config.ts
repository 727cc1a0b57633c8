/** Where the stores of a cluster are. All or nothing: half a cluster would split the truth in two. */
export interface ClusterConfig {
  readonly eventStoreUrl: string;
  readonly mongoUrl: string;
  readonly redisUrl: string;
  /** 32 bytes that wrap the keys of people; without it they are in a file of SECRETS_DIR. */
  readonly masterKey: Buffer | undefined;
}

const STORES = ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'] as const;
type Settings = Readonly<Partial<Record<(typeof STORES)[number] | 'MASTER_KEY', string | undefined>>>;

/** The cluster that is configured; `missing` has a line for each setting without which it is none. */
export function clusterOf(settings: Settings): {
  readonly cluster: ClusterConfig | undefined;
  readonly missing: readonly string[];
} {
  const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL, MASTER_KEY } = settings;
  if (EVENTSTORE_URL && MONGODB_URL && REDIS_URL)
    return {
      cluster: {
        ...{ eventStoreUrl: EVENTSTORE_URL, mongoUrl: MONGODB_URL, redisUrl: REDIS_URL },
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
