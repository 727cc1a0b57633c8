import type { Redis } from 'ioredis';
import { RedisScript } from '../redis/redis-script.js';
import { orUnavailable } from './or-unavailable.js';
import type { TriesRule, TriesStore, Verdict } from './session-store.js';

/** One step for all processes: whoever is judged after the last wrong try that was allowed learns nothing. */
const JUDGE = new RedisScript(`
local key, right, max, lockMs, now = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local known = redis.call('HMGET', key, 'wrong', 'lockedUntil')
local lockedUntil = tonumber(known[2] or '0')
if lockedUntil > now then return { 'locked', lockedUntil } end
if right == '1' then
  redis.call('DEL', key)
  return { 'passed', 0 }
end
local wrong = tonumber(known[1] or '0') + 1
if wrong < max then
  redis.call('HSET', key, 'wrong', wrong, 'lockedUntil', 0)
  redis.call('PERSIST', key)
  return { 'wrong', max - wrong }
end
redis.call('HSET', key, 'wrong', 0, 'lockedUntil', now + lockMs)
redis.call('PEXPIRE', key, lockMs)
return { 'locked', now + lockMs }`);

/** Wrong tries counted for all processes together. */
export class RedisTries implements TriesStore {
  constructor(
    private readonly client: Redis,
    private readonly prefix: string,
  ) {}

  async judge(subject: string, right: boolean, { max, lockMs }: TriesRule, now: number): Promise<Verdict> {
    const args = [right ? 1 : 0, max, lockMs, now];
    const answer = await orUnavailable(JUDGE.run(this.client, [this.key(subject)], args));
    const [outcome, figure] = answer as [Verdict['outcome'], number];
    if (outcome === 'passed') return { outcome };
    return outcome === 'wrong' ? { outcome, left: figure } : { outcome, until: figure };
  }

  async clear(subject: string): Promise<void> {
    await orUnavailable(this.client.del(this.key(subject)));
  }

  private key(subject: string): string {
    return `${this.prefix}:tries:${subject}`;
  }
}
