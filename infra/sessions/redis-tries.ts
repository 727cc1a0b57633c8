import type { Redis } from 'ioredis';
import { RedisScript } from '../redis/redis-script.js';
import {
  orUnavailable,
  UNTIL_CLEARED,
  type TriesRule,
  type TriesStore,
  type Verdict,
} from './session-store.js';

/** Counts one try. The script is atomic, so parallel tries cannot exceed the limit. */
const JUDGE = new RedisScript(`
local function keepFor(key, keepMs)
  if keepMs > 0 then redis.call('PEXPIRE', key, keepMs) else redis.call('PERSIST', key) end
end
local key, right, max, now, untilCleared = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local keepMs = tonumber(ARGV[5])
local known = redis.call('HMGET', key, 'wrong', 'lockedUntil', 'locks')
local lockedUntil = tonumber(known[2] or '0')
if lockedUntil > now then
  local locks = tonumber(known[3] or '0')
  local lockMs = locks > 0 and ARGV[5 + locks]
  if lockMs and lockedUntil > now + tonumber(lockMs) then
    lockedUntil = now + tonumber(lockMs)
    redis.call('HSET', key, 'lockedUntil', string.format('%.0f', lockedUntil))
  end
  return { 'locked', lockedUntil }
end
if right == '?' then return { 'passed', 0 } end
if right == '1' then
  redis.call('DEL', key)
  return { 'passed', 0 }
end
local wrong, locks = tonumber(known[1] or '0') + 1, tonumber(known[3] or '0')
if wrong < max then
  redis.call('HSET', key, 'wrong', wrong, 'lockedUntil', 0)
  keepFor(key, keepMs)
  return { 'wrong', max - wrong }
end
local lockMs = ARGV[6 + locks]
lockedUntil = lockMs and (now + tonumber(lockMs)) or tonumber(untilCleared)
redis.call('HSET', key, 'wrong', 0, 'lockedUntil', string.format('%.0f', lockedUntil), 'locks', locks + 1)
keepFor(key, keepMs)
return { 'locked', lockedUntil }`);

export class RedisTries implements TriesStore {
  constructor(
    private readonly client: Redis,
    private readonly prefix: string,
  ) {}

  async judge(subject: string, right: boolean, rule: TriesRule, now: number): Promise<Verdict> {
    const { max, locksMs, keepMs = 0 } = rule;
    const args = [right ? 1 : 0, max, now, UNTIL_CLEARED, keepMs, ...locksMs];
    const [outcome, figure] = await this.#run(subject, args);
    if (outcome === 'passed') return { outcome };
    return outcome === 'wrong' ? { outcome, left: figure } : { outcome, until: figure };
  }

  async lockedUntil(
    subject: string,
    { locksMs }: Pick<TriesRule, 'locksMs'>,
    now: number,
  ): Promise<number | undefined> {
    const [outcome, until] = await this.#run(subject, ['?', 1, now, UNTIL_CLEARED, 0, ...locksMs]);
    return outcome === 'locked' ? until : undefined;
  }

  async #run(
    subject: string,
    args: readonly (string | number)[],
  ): Promise<[outcome: Verdict['outcome'], figure: number]> {
    const answer = await orUnavailable(JUDGE.run(this.client, [this.key(subject)], args));
    return answer as [Verdict['outcome'], number];
  }

  async clear(subject: string): Promise<void> {
    await orUnavailable(this.client.del(this.key(subject)));
  }

  private key(subject: string): string {
    return `${this.prefix}:tries:${subject}`;
  }
}
