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
 * Redis server that belongs to one test. Each write reaches the append-only file before its answer, so that
 * `kill` loses nothing. Syncing would take seconds on a busy disk.
 */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Sends `SIGKILL`; the data stays. */
  kill(): Promise<void>;
  /** Restarts on the same port and data. */
  start(): Promise<void>;
  /** Stops answering but keeps connections open. */
  freeze(): void;
  thaw(): void;
  /** Deletes all keys. */
  flush(): Promise<void>;
  /** Kills the server and deletes its data. */
  remove(): Promise<void>;
}

interface Login {
  readonly port: number;
  readonly password: string | undefined;
}

/** Processes start slowly on a busy machine. */
const READY_MS = PATIENCE_MS;

const missing = (): boolean => spawnSync('redis-server', ['--version']).status !== 0;

/** Undefined when tests can start their own Redis. */
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

/** `settings` are further arguments, such as `--maxmemory-policy`. */
export async function startRedisServer(settings: readonly string[] = []): Promise<RedisServer> {
  const dir = mkdtempSync(join(tmpdir(), 'redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const guarded = settings.indexOf('--requirepass');
  const login = { port, password: guarded < 0 ? undefined : settings[guarded + 1] };
  // An aborted test must not leave a server behind.
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

/** Retries on new connections for `READY_MS`. */
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
