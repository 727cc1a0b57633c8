import { hash } from 'node:crypto';
import { nowMs } from '../host/clock.js';
import type { LimitRule, Limits, Taken } from './limits.js';

export interface Counted {
  readonly count: number;
  /** Unix time in ms. */
  readonly endsAt: number;
}

/** Counts of `EmbeddedLimits` on disk. Each method resolves once its change is durable. */
export interface KeptCounts {
  entries(): Iterable<readonly [key: string, counted: Counted]>;
  put(key: string, counted: Counted): Promise<unknown>;
  remove(key: string): Promise<unknown>;
}

const TIDY_EVERY_MS = 60_000;

/** Saves the counts to disk for the next start. */
export class EmbeddedLimits implements Limits {
  private readonly counts: Map<string, Counted>;
  private tidiedAt: number;

  constructor(
    private readonly kept: KeptCounts,
    private readonly now: () => number = nowMs,
  ) {
    this.counts = new Map(kept.entries());
    this.tidiedAt = now();
  }

  async take(key: string, { max, windowMs }: LimitRule): Promise<Taken> {
    const now = this.now();
    this.tidy(now);
    const id = digestOf(key);
    const known = this.current(id, now);
    const { count } = known ?? { count: 0 };
    const endsAt = Math.min(known?.endsAt ?? Infinity, now + windowMs);
    if (count >= max) {
      if (endsAt !== known?.endsAt) await this.store(id, { count, endsAt });
      return { allowed: false, retryAfterMs: endsAt - now };
    }
    await this.store(id, { count: count + 1, endsAt });
    return { allowed: true, left: max - count - 1 };
  }

  async giveBack(key: string): Promise<void> {
    const id = digestOf(key);
    const counted = this.current(id, this.now());
    if (counted && counted.count > 0) await this.store(id, { ...counted, count: counted.count - 1 });
  }

  async clear(key: string): Promise<void> {
    const id = digestOf(key);
    if (this.counts.delete(id)) await this.kept.remove(id);
  }

  private current(id: string, now: number): Counted | undefined {
    const counted = this.counts.get(id);
    return counted && counted.endsAt > now ? counted : undefined;
  }

  private async store(id: string, counted: Counted): Promise<void> {
    this.counts.set(id, counted);
    await this.kept.put(id, counted);
  }

  private tidy(now: number): void {
    if (Math.abs(now - this.tidiedAt) < TIDY_EVERY_MS) return;
    this.tidiedAt = now;
    for (const [id, { endsAt }] of this.counts)
      if (endsAt <= now) {
        this.counts.delete(id);
        this.kept.remove(id).catch(() => undefined);
      }
  }
}

/** Keys contain IP addresses and emails, so only digests are stored. */
export const digestOf = (key: string): string => hash('sha256', key, 'base64url');
