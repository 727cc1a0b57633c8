import type { Redis } from 'ioredis';
import { RedisScript } from '../redis/redis-script.js';
import { orUnavailable } from '../sessions/session-store.js';
import { digestOf } from './embedded-limits.js';
import type { LimitRule, Limits, Taken } from './limits.js';

const TAKE = new RedisScript(`
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
local max, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
if count >= max then return { 0, redis.call('PTTL', KEYS[1]) } end
count = redis.call('INCR', KEYS[1])
if redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], windowMs) end
return { 1, max - count }`);

const GIVE_BACK = new RedisScript(`
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end`);

export class RedisLimits implements Limits {
  constructor(
    private readonly client: Redis,
    private readonly prefix: string,
  ) {}

  async take(key: string, { max, windowMs }: LimitRule): Promise<Taken> {
    const answer = await orUnavailable(TAKE.run(this.client, [this.key(key)], [max, windowMs]));
    const [allowed, figure] = answer as [number, number];
    return allowed === 1
      ? { allowed: true, left: figure }
      : { allowed: false, retryAfterMs: Math.max(1, figure) };
  }

  async giveBack(key: string): Promise<void> {
    await orUnavailable(GIVE_BACK.run(this.client, [this.key(key)]));
  }

  async clear(key: string): Promise<void> {
    await orUnavailable(this.client.del(this.key(key)));
  }

  private key(key: string): string {
    return `${this.prefix}:limit:${digestOf(key)}`;
  }
}
