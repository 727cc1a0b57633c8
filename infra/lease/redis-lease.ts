import type { Redis } from 'ioredis';
import { randomUUID } from '../host/chance.js';
import { RedisScript } from '../redis/redis-script.js';
import type { Lease } from './lease.js';
import { sharedLease, type SharedLeaseOptions } from './shared-lease.js';

export interface RedisLeaseOptions extends Omit<SharedLeaseOptions, 'everyMs'> {
  readonly client: Redis;
  readonly key: string;
  /** Milliseconds after which another process may take the lease of a dead holder. Default: 5 s. */
  readonly ttlMs?: number;
  /** Milliseconds between attempts to take or renew the lease. Default: `ttlMs` / 5. */
  readonly everyMs?: number;
}

const TTL_MS = 5_000;

const TAKE = new RedisScript(`
  local holder = redis.call('get', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
  return 1
`);
const LEAVE = new RedisScript(`
  if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end
`);

/** During an outage of Redis, the holder continues its work, because no other process can take the lease. */
export function redisLease({
  client,
  key,
  ttlMs = TTL_MS,
  everyMs = ttlMs / 5,
  ...options
}: RedisLeaseOptions): Lease {
  const token = randomUUID();
  return sharedLease(
    {
      take: () =>
        TAKE.run(client, [key], [token, ttlMs]).then(
          (answer) => answer === 1,
          () => undefined,
        ),
      async isTaken() {
        const holder = await client.get(key).catch(() => null);
        return holder !== null && holder !== token;
      },
      async leave() {
        await LEAVE.run(client, [key], [token]).catch(() => undefined);
      },
    },
    { ...options, everyMs },
  );
}
