import type { Redis } from 'ioredis';

/** Who has changed something lately, known to all processes, so that no list one of them asks for next is older. */
export interface SharedWrites {
  /** Told before a change is made. Returns at once and never fails. */
  note(userId: string): void;
  /** True also when it cannot be learnt: waiting for nothing costs less than showing an old list. */
  notedLately(userId: string): Promise<boolean>;
}

export const SHARED_WRITES = Symbol('SHARED_WRITES');

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
