import type { Redis } from 'ioredis';
import { randomUUID } from '../host/chance.js';
import { monotonicMs } from '../host/clock.js';
import { breathe, pause, sleep, startRepeating } from '../host/timers.js';
import type { RedisConnection } from '../redis/open-redis.js';
import { RedisScript } from '../redis/redis-script.js';
import type { Turn, Turns } from './turns.js';

export interface RedisTurnsOptions {
  readonly redis: Pick<RedisConnection, 'client' | 'connected' | 'listen'>;
  /** Prefix of all Redis keys. Default: `ledger`. */
  readonly prefix?: string;
  /** Milliseconds after which the turn of a dead process ends. Default: 1 s. */
  readonly holdMs?: number;
  /** Milliseconds to wait for a turn. Default: 3 s. */
  readonly waitMs?: number;
  /** Milliseconds to wait for an answer of Redis. Default: 500. */
  readonly answerMs?: number;
}

const HOLD_MS = 1_000;
const WAIT_MS = 3_000;
const ANSWER_MS = 500;
/**
 * Milliseconds to work without turns after a failure of Redis, because a slow Redis would slow down every
 * append.
 */
const REST_MS = 500;
/**
 * Milliseconds after which a waiting process asks Redis again, because the message about its turn may be
 * lost.
 */
const AGAIN_MS = 100;

/**
 * The Redis key holds the tokens of the holder and of all waiting processes, in order. The key expires when
 * the holder does not renew it.
 */
const TAKE = new RedisScript(`
  local turns = cjson.decode(redis.call('get', KEYS[1]) or '{"line":[]}')
  local line, place = turns.line, nil
  for at, token in ipairs(line) do if token == ARGV[1] then place = at end end
  if not place then
    place = #line + 1
    line[place] = ARGV[1]
    if place > 1 then redis.call('set', KEYS[1], cjson.encode(turns), 'keepttl')
    else
      redis.call('set', KEYS[1], cjson.encode(turns), 'px', ARGV[2])
      redis.call('publish', ARGV[3], KEYS[1] .. ' ' .. ARGV[1])
    end
  elseif place == 1 then redis.call('pexpire', KEYS[1], ARGV[2])
  end
  local shared = #line > 1 or (turns.last and turns.last ~= ARGV[1])
  return { place == 1 and 1 or 0, shared and 1 or 0, turns.revision or -1 }
`);
/** Removes the process from the queue. When it had the turn, the next process gets the turn. */
const PASS = new RedisScript(`
  local turns = cjson.decode(redis.call('get', KEYS[1]) or '{"line":[]}')
  local line, place = turns.line, nil
  for at, token in ipairs(line) do if token == ARGV[1] then place = at end end
  if not place then return end
  table.remove(line, place)
  if place > 1 then return redis.call('set', KEYS[1], cjson.encode(turns), 'keepttl') end
  turns.last, turns.revision = ARGV[1], tonumber(ARGV[4])
  redis.call('set', KEYS[1], cjson.encode(turns), 'px', ARGV[2])
  if line[1] then redis.call('publish', ARGV[3], KEYS[1] .. ' ' .. line[1] .. ' ' .. ARGV[4]) end
`);

/** When Redis fails, the caller gets no turn. This is safe, because turns only make waiting fair. */
export async function redisTurns({
  redis,
  prefix = 'ledger',
  holdMs = HOLD_MS,
  waitMs = WAIT_MS,
  answerMs = ANSWER_MS,
}: RedisTurnsOptions): Promise<Turns> {
  const token = randomUUID();
  const channel = `${prefix}:turns`;
  const keys = `${prefix}:turn:`;
  const waiting = new Map<string, (revision: number) => void>();
  let onTaken: (stream: string) => void = () => undefined;
  let restUntilMs = 0;

  await redis.listen('turns', channel, (message) => {
    const [key = '', holder, revision = '-1'] = message.split(' ');
    const stream = key.slice(keys.length);
    if (holder === token) waiting.get(stream)?.(Number(revision));
    else onTaken(stream);
  });

  const run = (script: RedisScript, client: Redis, stream: string, revision = -1): Promise<unknown> =>
    script.run(client, [keys + stream], [token, holdMs, channel, revision]);
  const pass = (stream: string, revision?: number): void =>
    void run(PASS, redis.client, stream, revision).catch(() => undefined);
  // Run the script once, so that Redis stores it. Otherwise, a later command could run before the repeated
  // first call.
  await run(PASS, redis.client, token).catch(() => undefined);
  const turn = (stream: string, shared: boolean, revision: number): Turn => {
    const keeping = startRepeating(
      () => void run(TAKE, redis.client, stream).catch(() => undefined),
      holdMs / 3,
    ).unref();
    return {
      shared,
      revision,
      pass(last) {
        keeping.cancel();
        pass(stream, last);
      },
    };
  };

  async function wait(stream: string): Promise<Turn | undefined> {
    const untilMs = monotonicMs() + waitMs;
    const passed = new AbortController();
    let given: number | undefined;
    let waited = false;
    waiting.set(stream, (revision) => {
      given = revision;
      passed.abort();
    });
    for (;;) {
      const asked = run(TAKE, redis.client, stream);
      // After `answerMs`, still accept an answer that has already arrived, because this process was slow, not
      // Redis.
      const late = sleep(answerMs, undefined, { ref: false }).then(breathe);
      const answer = await Promise.race([asked, late]);
      if (!answer) throw new Error('Redis is slow');
      const [mine, shared, revision] = answer as [number, number, number];
      if (mine === 1) return turn(stream, waited || shared === 1, revision);
      waited = true;
      await pause(Math.min(AGAIN_MS, untilMs - monotonicMs()), passed.signal);
      if (given !== undefined) return turn(stream, true, given);
      if (monotonicMs() >= untilMs) return undefined;
    }
  }

  return {
    onTaken: (listener) => void (onTaken = listener),
    async take(stream) {
      if (!redis.connected() || monotonicMs() < restUntilMs) return undefined;
      try {
        const taken = await wait(stream);
        if (!taken) pass(stream);
        return taken;
      } catch {
        restUntilMs = monotonicMs() + REST_MS;
        // Leave the queue, because Redis may have added this process to it.
        pass(stream);
        return undefined;
      } finally {
        waiting.delete(stream);
      }
    },
  };
}
