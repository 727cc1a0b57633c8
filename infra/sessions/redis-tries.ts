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
local key, right, max, now, untilCleared = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local known = redis.call('HMGET', key, 'wrong', 'lockedUntil', 'locks')
local lockedUntil = tonumber(known[2] or '0')
if lockedUntil > now then
  local locks = tonumber(known[3] or '0')
  local lockMs = locks > 0 and ARGV[4 + locks]
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
redis.call('PERSIST', key)
if wrong < max then
  redis.call('HSET', key, 'wrong', wrong, 'lockedUntil', 0)
  return { 'wrong', max - wrong }
end
local lockMs = ARGV[5 + locks]
lockedUntil = lockMs and (now + tonumber(lockMs)) or tonumber(untilCleared)
redis.call('HSET', key, 'wrong', 0, 'lockedUntil', string.format('%.0f', lockedUntil), 'locks', locks + 1)
return { 'locked', lockedUntil }`);

export class RedisTries implements TriesStore {
  constructor(
    private readonly client: Redis,
    private readonly prefix: string,
  ) {}

  async judge(subject: string, right: boolean, { max, locksMs }: TriesRule, now: number): Promise<Verdict> {
    const [outcome, figure] = await this.#run(subject, [right ? 1 : 0, max, now, UNTIL_CLEARED, ...locksMs]);
    if (outcome === 'passed') return { outcome };
    return outcome === 'wrong' ? { outcome, left: figure } : { outcome, until: figure };
  }

  async lockedUntil(
    subject: string,
    { locksMs }: Pick<TriesRule, 'locksMs'>,
    now: number,
  ): Promise<number | undefined> {
    const [outcome, until] = await this.#run(subject, ['?', 1, now, UNTIL_CLEARED, ...locksMs]);
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
