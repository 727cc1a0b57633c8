/** Where the stores of a cluster are. All or nothing: half a cluster would split the truth in two. */
export interface ClusterConfig {
  readonly eventStoreUrl: string;
  readonly mongoUrl: string;
  readonly redisUrl: string;
  /** 32 bytes that wrap the keys of people. */
  readonly masterKey: Buffer;
}

const SETTINGS = ['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL', 'MASTER_KEY'] as const;
type Settings = Readonly<Partial<Record<(typeof SETTINGS)[number], string | undefined>>>;

/** The cluster that is configured; `missing` has a line for each setting without which it is none. */
export function clusterOf(settings: Settings): {
  readonly cluster: ClusterConfig | undefined;
  readonly missing: readonly string[];
} {
  const { EVENTSTORE_URL, MONGODB_URL, REDIS_URL, MASTER_KEY } = settings;
  const set = SETTINGS.filter((name) => name !== 'MASTER_KEY' && settings[name] !== undefined);
  if (set.length === 0) return { cluster: undefined, missing: [] };
  if (EVENTSTORE_URL && MONGODB_URL && REDIS_URL && MASTER_KEY)
    return {
      cluster: {
        eventStoreUrl: EVENTSTORE_URL,
        mongoUrl: MONGODB_URL,
        redisUrl: REDIS_URL,
        masterKey: Buffer.from(MASTER_KEY, 'hex'),
      },
      missing: [],
    };
  const because = `is required beside ${set.join(' and ')}`;
  return {
    cluster: undefined,
    missing: SETTINGS.filter((name) => settings[name] === undefined).map((name) => `${name}: ${because}`),
  };
}
