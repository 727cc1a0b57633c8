import type { EventStore } from '../../infra/event-store/event-store.js';
import { monotonicMs } from '../../infra/host/clock.js';

/** Milliseconds between two reads, for a store without `changesLike`. */
const LOOK_EVERY_MS = 500;
/**
 * After this many milliseconds without a read, a caller waits for a new read instead of getting the old
 * value.
 */
const OLD_MS = 10_000;

/** Reads a value from the log only when the value may have changed. */
export class NewestInLog {
  private changes: number | undefined;
  private lookedAtMs = -Infinity;
  private reading: Promise<void> | undefined;

  /**
   * @param stream `changesLike` counts the changes of all streams of the same kind
   * @param read reads the value and keeps it
   */
  constructor(
    private readonly store: Pick<EventStore, 'changesLike'>,
    private readonly stream: string,
    private readonly read: () => Promise<void>,
  ) {}

  /**
   * Brings the value up to date. When the store fails, keeps the value of the last read. A store without
   * `changesLike` may be slow, so a caller waits for it only after `OLD_MS`.
   */
  async current(): Promise<void> {
    const isOld = monotonicMs() - this.lookedAtMs > OLD_MS;
    const looked = this.look().catch(() => undefined);
    if (isOld || this.store.changesLike?.(this.stream) !== undefined) await looked;
  }

  /** Reads the value again in any case. */
  async newest(): Promise<void> {
    await this.reading?.catch(() => undefined);
    await this.readOnce();
  }

  private async look(): Promise<void> {
    const changes = this.store.changesLike?.(this.stream);
    const isNews =
      changes === undefined ? monotonicMs() - this.lookedAtMs >= LOOK_EVERY_MS : changes !== this.changes;
    if (!isNews) return;
    try {
      // Let a running read end, and then read again. The running read may have begun before the newest change.
      if (changes !== undefined) await this.reading?.catch(() => undefined);
      await this.readOnce();
      this.changes = changes;
    } finally {
      this.lookedAtMs = monotonicMs();
    }
  }

  private readOnce(): Promise<void> {
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }
}
