import { randomUUID } from 'node:crypto';
import { describe } from '@jest/globals';
import { composeImage } from './compose-image.js';
import { containersAnswer, startContainer } from './containers.js';
import { redisServerMissing, startRedisServer } from './redis-server.js';

/** A Redis for suites that neither kill nor flush it: keys of theirs begin with `prefix`. */
export interface RedisUnderTest {
  readonly url: string;
  readonly prefix: string;
  end(): Promise<void>;
}

const given = process.env['REDIS_URL'];
const inContainer = !given && redisServerMissing !== undefined && (await containersAnswer());

/** The one that REDIS_URL names, else one of the test's own, else one in a container. */
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
  const server = await startRedisServer();
  return { url: server.url, prefix, end: () => server.remove() };
}

/** Describes what needs any Redis; skipped with the reason where none can be had. */
export const describeWithRedis = suite(
  given || inContainer || !redisServerMissing
    ? undefined
    : `${redisServerMissing}, REDIS_URL is not set, and Docker does not answer`,
);

/** Describes what kills, flushes or freezes a Redis of its own. */
export const describeWithOwnRedis = suite(redisServerMissing);

function suite(reason: string | undefined): (name: string, tests: () => void) => void {
  return (name, tests) =>
    reason === undefined ? describe(name, tests) : describe.skip(`${name} (${reason})`, tests);
}
