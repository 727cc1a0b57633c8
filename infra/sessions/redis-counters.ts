import type { Redis } from 'ioredis';
import { RedisScript } from '../redis/redis-script.js';
import { orUnavailable, type CounterStore } from './session-store.js';

/** One step for all processes: of two that bring the same number, one is told that it is too old. */
const ADVANCE = new RedisScript(`
local noted, to = tonumber(redis.call('GET', KEYS[1]) or '0'), tonumber(ARGV[1])
if to > noted then
  redis.call('SET', KEYS[1], ARGV[1])
  return 1
end
return (to == 0 and noted == 0) and 1 or 0`);

/** Counters of all processes together. */
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
