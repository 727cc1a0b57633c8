import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe } from '@jest/globals';
import { composeImage } from './compose-image.js';
import { containersAnswer, startContainer } from './containers.js';
import { type Pooled, ProcessPool } from './process-pool.js';
import { freePort } from './product.js';
import { answersPing, commandLineOf, redisServerMissing } from './redis-server.js';
import { until } from './until.js';

/** Redis that suites share, so they must not kill or flush it. Their keys begin with `prefix`. */
export interface RedisUnderTest {
  readonly url: string;
  readonly prefix: string;
  end(): Promise<void>;
}

const given = process.env['REDIS_URL'];
const inContainer = !given && redisServerMissing !== undefined && (await containersAnswer());

const servers = new ProcessPool<Pooled>(
  'redis',
  {},
  async (folder) => {
    const port = await freePort();
    const child = spawn('redis-server', commandLineOf(port, folder), { stdio: 'ignore', detached: true });
    child.unref();
    const pooled = { pid: child.pid!, url: `redis://127.0.0.1:${port}` };
    await until(() => answersPing({ port }), 'Redis');
    return pooled;
  },
  ({ url }) => answersPing({ port: Number(new URL(url).port) }),
);

/** Uses `REDIS_URL` when set, else a server of the pool, else a container. */
export async function openRedisUnderTest(): Promise<RedisUnderTest> {
  const prefix = `test-${randomUUID()}`;
  if (given) return { url: given, prefix, end: async () => undefined };
  if (inContainer) {
    const command = ['redis-server', '--maxmemory-policy', 'noeviction'];
    const readyLine = /Ready to accept connections/;
    const { address, stop } = await startContainer({
      image: composeImage('redis'),
      port: 6_379,
      command,
      readyLine,
    });
    return { url: `redis://${address}`, prefix, end: stop };
  }
  const pooled = await servers.take();
  return { url: pooled.url, prefix, end: async () => servers.giveBack(pooled) };
}

/** Skipped with the reason when there is no Redis. */
export const describeWithRedis = suite(
  given || inContainer || !redisServerMissing
    ? undefined
    : `${redisServerMissing}, REDIS_URL is not set, and Docker does not answer`,
);

/** For suites that kill, flush or freeze their own Redis. */
export const describeWithOwnRedis = suite(redisServerMissing);

function suite(reason: string | undefined): (name: string, tests: () => void) => void {
  return (name, tests) =>
    reason === undefined ? describe(name, tests) : describe.skip(`${name} (${reason})`, tests);
}
