import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './product.js';
import { PATIENCE_MS } from './until.js';

/**
 * A Redis of a test's own: append-only file, nothing evicted, loopback only. Every answer is in the file before it is
 * given, so that a kill loses nothing; it is not synced, because on a crowded disk that takes seconds.
 */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Ends it as a power cut would. The data stays. */
  kill(): Promise<void>;
  /** Starts again at the same address on the same data. */
  start(): Promise<void>;
  /** Stops answering without closing a connection. */
  freeze(): void;
  thaw(): void;
  /** Forgets everything. */
  flush(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

interface Login {
  readonly port: number;
  readonly password: string | undefined;
}

/** A machine that tests something else at the same time starts processes slowly. */
const READY_MS = PATIENCE_MS;

const missing = (): boolean => spawnSync('redis-server', ['--version']).status !== 0;

/** Why tests that kill and flush a Redis of their own cannot run here; undefined when they can. */
export const redisServerMissing: string | undefined = missing() ? 'redis-server is not installed' : undefined;

export const commandLineOf = (port: number, dir: string): string[] => [
  '--bind',
  '127.0.0.1',
  '--port',
  String(port),
  '--dir',
  dir,
  '--save',
  '',
  '--appendonly',
  'yes',
  '--appendfsync',
  'no',
  '--maxmemory-policy',
  'noeviction',
];

/** Asks the server once; false when it does not answer. */
export async function answersPing(login: Pick<Login, 'port'>): Promise<boolean> {
  const redis = new Redis({ ...login, host: '127.0.0.1', lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

/** Starts a server on a free port. `settings` are further command-line settings, as `--maxmemory-policy`. */
export async function startRedisServer(settings: readonly string[] = []): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const guarded = settings.indexOf('--requirepass');
  const login = { port, password: guarded < 0 ? undefined : settings[guarded + 1] };
  // A test that is given up must not leave a server behind.
  const orphaned = (): void => void child?.kill('SIGKILL');
  process.once('exit', orphaned);

  const start = async (): Promise<void> => {
    child = spawn('redis-server', [...commandLineOf(port, dir), ...settings], { stdio: 'ignore' });
    await ask(login, (redis) => redis.ping());
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    start,
    kill: () => end('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    flush: async () => {
      await ask(login, (redis) => redis.flushall());
    },
    remove: async () => {
      process.off('exit', orphaned);
      await end('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Asks on a connection of its own, until there is an answer. */
async function ask<Answer>(login: Login, question: (redis: Redis) => Promise<Answer>): Promise<Answer> {
  for (const until = performance.now() + READY_MS; ; await sleep(20)) {
    const redis = new Redis({
      ...login,
      host: '127.0.0.1',
      lazyConnect: true,
      retryStrategy: () => null,
      disconnectTimeout: 100,
    });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      const answer = await question(redis);
      await redis.quit();
      return answer;
    } catch (error) {
      redis.disconnect();
      if (performance.now() > until) throw error;
    }
  }
}
