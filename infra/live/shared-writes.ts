import type { Redis } from 'ioredis';

/**
 * Tells all processes which users changed data recently. The next read of such a user waits until the list
 * shows the change.
 */
export interface SharedWrites {
  /** Records that the user is about to change data. Returns at once and never fails. */
  note(userId: string): void;
  /**
   * True when the user changed data recently. Also true when Redis fails, because a needless wait is better
   * than a stale list.
   */
  notedLately(userId: string): Promise<boolean>;
}

export const SHARED_WRITES = Symbol('SHARED_WRITES');

const LATELY_MS = 30_000;

export const redisSharedWrites = (client: Redis, prefix: string): SharedWrites => ({
  note: (userId) => void client.set(`${prefix}:wrote:${userId}`, 1, 'PX', LATELY_MS).catch(() => undefined),
  notedLately: (userId) =>
    client.exists(`${prefix}:wrote:${userId}`).then(
      (count) => count > 0,
      () => true,
    ),
});
