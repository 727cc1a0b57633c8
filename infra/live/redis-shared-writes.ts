import type { Redis } from 'ioredis';
import type { SharedWrites } from './shared-writes.js';

/** Longer than a change and its projection take. */
const LATELY_MS = 30_000;

/** Writers of the last half minute, as keys that end by themselves. */
export const redisSharedWrites = (client: Redis, prefix: string): SharedWrites => ({
  note: (userId) => void client.set(`${prefix}:wrote:${userId}`, 1, 'PX', LATELY_MS).catch(() => undefined),
  notedLately: (userId) =>
    client.exists(`${prefix}:wrote:${userId}`).then(
      (count) => count > 0,
      () => true,
    ),
});
