import type { Redis } from 'ioredis';
import { RedisScript } from '../redis/redis-script.js';
import { orUnavailable } from './session-store.js';
import type { SessionStore, StoredSession } from './session-store.js';

/**
 * Redis keys: the hash `session:<id>`, the set `sessions-of:<user>`, and the sorted sets `sessions-seen` and
 * `sessions-started`. The sorted sets find expired sessions without a scan. Ids are digests of tokens.
 */
const PUT = new RedisScript(`
local session, prefix, id = KEYS[1], ARGV[1], ARGV[2]
redis.call('HSET', session, 'userId', ARGV[3], 'role', ARGV[4], 'startedAt', ARGV[5], 'lastSeenAt', ARGV[6])
if ARGV[7] ~= '' then redis.call('HSET', session, 'epoch', ARGV[7]) end
if ARGV[8] ~= '' then redis.call('HSET', session, 'origin', ARGV[8]) end
if ARGV[9] ~= '' then redis.call('HSET', session, 'provenAt', ARGV[9]) end
redis.call('SADD', prefix .. ':sessions-of:' .. ARGV[3], id)
redis.call('ZADD', prefix .. ':sessions-started', ARGV[5], id)
redis.call('ZADD', prefix .. ':sessions-seen', ARGV[6], id)`);

const SEEN = new RedisScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[1], 'lastSeenAt', ARGV[3])
redis.call('ZADD', ARGV[1] .. ':sessions-seen', ARGV[3], ARGV[2])`);

const PROVEN = new RedisScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[1], 'provenAt', ARGV[3])`);

const REMOVE = `
local function remove(prefix, id)
  local userId = redis.call('HGET', prefix .. ':session:' .. id, 'userId')
  redis.call('DEL', prefix .. ':session:' .. id)
  redis.call('ZREM', prefix .. ':sessions-started', id)
  redis.call('ZREM', prefix .. ':sessions-seen', id)
  if not userId then return end
  redis.call('SREM', prefix .. ':sessions-of:' .. userId, id)
  redis.call('PUBLISH', prefix .. ':session-ended', id)
end`;

const DELETE = new RedisScript(`${REMOVE}
remove(ARGV[1], ARGV[2])`);

const PRUNE = new RedisScript(`${REMOVE}
local removed = 0
for name, before in pairs({ ['sessions-seen'] = ARGV[2], ['sessions-started'] = ARGV[3] }) do
  local ids = redis.call('ZRANGEBYSCORE', ARGV[1] .. ':' .. name, '-inf', '(' .. before, 'LIMIT', 0, ARGV[4])
  for _, id in ipairs(ids) do remove(ARGV[1], id) end
  removed = removed + #ids
end
return removed`);

const PRUNED_AT_ONCE = 500;

export const endedChannel = (prefix: string): string => `${prefix}:session-ended`;

/** Does not cache any session. All processes therefore notice at once when a session ends. */
export class RedisSessionStore implements SessionStore {
  readonly shared = true;
  private readonly listeners: ((id: string) => void)[] = [];

  constructor(
    private readonly client: Redis,
    private readonly prefix: string,
  ) {}

  ended(id: string): void {
    for (const listener of this.listeners) listener(id);
  }

  async get(id: string): Promise<StoredSession | undefined> {
    const names = ['userId', 'role', 'startedAt', 'lastSeenAt', 'epoch', 'origin', 'provenAt'];
    const fields = this.client.hmget(this.key(id), ...names);
    const [userId, role, startedAt, lastSeenAt, epoch, origin, provenAt] = await orUnavailable(fields);
    if (userId == null || role == null) return undefined;
    return {
      id,
      userId,
      role,
      startedAt: Number(startedAt),
      lastSeenAt: Number(lastSeenAt),
      ...(epoch != null && { epoch: Number(epoch) }),
      ...(origin != null && { origin }),
      ...(provenAt != null && { provenAt: Number(provenAt) }),
    };
  }

  put({ id, userId, role, startedAt, lastSeenAt, ...rest }: StoredSession): Promise<void> {
    const { epoch = '', origin = '', provenAt = '' } = rest;
    return this.write(PUT, id, [userId, role, startedAt, lastSeenAt, epoch, origin, provenAt]);
  }

  seen(id: string, lastSeenAt: number): Promise<void> {
    return this.write(SEEN, id, [lastSeenAt]);
  }

  proven(id: string, provenAt: number): Promise<void> {
    return this.write(PROVEN, id, [provenAt]);
  }

  delete(id: string): Promise<void> {
    return this.write(DELETE, id, []);
  }

  idsOf(userId: string): Promise<string[]> {
    return orUnavailable(this.client.smembers(`${this.prefix}:sessions-of:${userId}`));
  }

  async prune(lastSeenBefore: number, startedBefore: number): Promise<number> {
    for (let total = 0; ;) {
      const args = [this.prefix, lastSeenBefore, startedBefore, PRUNED_AT_ONCE];
      const removed = Number(await orUnavailable(PRUNE.run(this.client, [], args)));
      total += removed;
      if (removed < PRUNED_AT_ONCE) return total;
    }
  }

  onDeleted(listener: (id: string) => void): void {
    this.listeners.push(listener);
  }

  private key(id: string): string {
    return `${this.prefix}:session:${id}`;
  }

  private async write(script: RedisScript, id: string, args: readonly (string | number)[]): Promise<void> {
    await orUnavailable(script.run(this.client, [this.key(id)], [this.prefix, id, ...args]));
  }
}
