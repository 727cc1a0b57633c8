import type { Redis } from 'ioredis';

/** Recent writers, known to all processes, so that a writer's next read waits for a fresh list. */
export interface SharedWrites {
  /** Call before the write. Returns at once and never fails. */
  note(userId: string): void;
  /** True when the user wrote recently, and when Redis fails: a needless wait costs less than a stale list. */
  notedLately(userId: string): Promise<boolean>;
}

export const SHARED_WRITES = Symbol('SHARED_WRITES');

/** Longer than a write and its projection take. */
const LATELY_MS = 30_000;

export const redisSharedWrites = (client: Redis, prefix: string): SharedWrites => ({
  note: (userId) => void client.set(`${prefix}:wrote:${userId}`, 1, 'PX', LATELY_MS).catch(() => undefined),
  notedLately: (userId) =>
    client.exists(`${prefix}:wrote:${userId}`).then(
      (count) => count > 0,
      () => true,
    ),
});
