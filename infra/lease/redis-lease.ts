import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RedisScript } from '../redis/redis-script.js';
import type { Lease } from './lease.js';

export interface RedisLeaseOptions {
  readonly client: Redis;
  readonly key: string;
  /** How long after the death of its holder another process may take it; default 5 s. */
  readonly ttlMs?: number;
  /** How often it is renewed, or asked for; default a fifth of that. */
  readonly everyMs?: number;
  /**
   * Whether this process can do the thing at all now. While it cannot it does not renew, so that another may take it, and
   * does not ask for it; a holder goes on as long as nobody took it. Default: always.
   */
  readonly able?: () => boolean;
  /** Told when the work ends by itself, which it should not. Never holds personal data. */
  readonly onFault?: (error: unknown) => void;
}

const TTL_MS = 5_000;

/** Takes it, or goes on holding it: a Redis that has forgotten everything gives it to whoever asks first. */
const TAKE = new RedisScript(`
  local holder = redis.call('get', KEYS[1])
  if holder and holder ~= ARGV[1] then return 0 end
  redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
  return 1
`);
const LEAVE = new RedisScript(`
  if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end
`);

/** A lease among all processes on one Redis. While Redis is away its holder goes on: nobody else can have taken it. */
export function redisLease(options: RedisLeaseOptions): Lease {
  const { client, key, ttlMs = TTL_MS, everyMs = ttlMs / 5 } = options;
  const { able = () => true, onFault = () => undefined } = options;
  const token = randomUUID();
  let held = false;

  /** undefined when Redis does not say. */
  const take = async (): Promise<boolean | undefined> => {
    try {
      return (await TAKE.run(client, [key], [token, ttlMs])) === 1;
    } catch {
      return undefined;
    }
  };

  /** Whether somebody else has it. */
  const taken = async (): Promise<boolean> => {
    if (able()) return (await take()) === false;
    const holder = await client.get(key).catch(() => null);
    return holder !== null && holder !== token;
  };

  const hold = async (work: (held: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> => {
    const lost = new AbortController();
    const ended = work(AbortSignal.any([signal, lost.signal])).catch(onFault);
    let working = true;
    void ended.then(() => (working = false));
    while (working && !lost.signal.aborted && !signal.aborted) {
      await Promise.race([pause(everyMs, signal), ended]);
      if (working && !signal.aborted && (await taken())) lost.abort();
    }
    await ended;
    if (!lost.signal.aborted) await LEAVE.run(client, [key], [token]).catch(() => undefined);
  };

  return {
    held: () => held,
    async whileHeld(work, signal) {
      while (!signal.aborted) {
        if (able() && (await take()) === true) {
          held = true;
          await hold(work, signal);
          held = false;
        }
        await pause(everyMs, signal);
      }
    },
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
