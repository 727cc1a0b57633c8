import type { Redis } from 'ioredis';
import { RedisLimits } from '../limits/redis-limits.js';
import type { Limits } from '../limits/limits.js';
import { redisSharedWrites } from '../live/shared-writes.js';
import type { SharedWrites } from '../live/shared-writes.js';
import { openRedis, type OpenRedisOptions } from '../redis/open-redis.js';
import { RedisScript } from '../redis/redis-script.js';
import { endedChannel, RedisSessionStore } from './redis-session-store.js';
import { RedisTries } from './redis-tries.js';
import { orUnavailable, type CounterStore, type SessionStore, type TriesStore } from './session-store.js';

export interface RedisSessions {
  readonly sessions: SessionStore;
  readonly tries: TriesStore;
  readonly counters: CounterStore;
  readonly limits: Limits;
  readonly sharedWrites: SharedWrites;
  connected(): boolean;
  close(): Promise<void>;
}

export interface OpenRedisSessionsOptions extends Omit<OpenRedisOptions, 'name'> {
  readonly prefix?: string;
}

/** @throws RedisUnsuitable */
export async function openRedisSessions(options: OpenRedisSessionsOptions): Promise<RedisSessions> {
  const { prefix = 'ledger' } = options;
  const redis = await openRedis({ ...options, name: 'sessions' });
  const sessions = new RedisSessionStore(redis.client, prefix);
  await redis.listen('sessions-ended', endedChannel(prefix), (id) => sessions.ended(id));
  return {
    sessions,
    counters: new RedisCounters(redis.client, prefix),
    tries: new RedisTries(redis.client, prefix),
    limits: new RedisLimits(redis.client, prefix),
    sharedWrites: redisSharedWrites(redis.client, prefix),
    connected: redis.connected,
    close: redis.close,
  };
}

/**
 * Stores the number if it is higher than the stored number. The script is atomic, so two processes can never
 * both use the same number.
 */
const ADVANCE = new RedisScript(`
local noted, to = tonumber(redis.call('GET', KEYS[1]) or '0'), tonumber(ARGV[1])
if to > noted then
  redis.call('SET', KEYS[1], ARGV[1])
  return 1
end
return (to == 0 and noted == 0) and 1 or 0`);

export class RedisCounters implements CounterStore {
  constructor(
    private readonly client: Redis,
    private readonly prefix: string,
  ) {}

  async advance(subject: string, to: number): Promise<boolean> {
    const key = `${this.prefix}:counter:${subject}`;
    return (await orUnavailable(ADVANCE.run(this.client, [key], [to]))) === 1;
  }
}
