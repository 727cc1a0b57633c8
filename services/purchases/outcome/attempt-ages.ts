import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import { monotonicMs } from '../../../infra/host/clock.js';
import type { Attempt } from '../purchase.state.js';

/** Milliseconds that this process has certainly seen pass. */
export interface Elapsed {
  readonly sinceStartMs: number;
  /** 0 unless the last answer was "not found". */
  readonly sinceNotFoundMs: number;
}

const TIMES_MAX = 300_000;

/**
 * Ages by the monotonic clock, from when this process first saw an attempt or time. A wall clock that steps
 * forward must not make an attempt look old: "not found" would then return money of an order on its way. A
 * clock that steps back must not make a purchase wait. A restart begins again.
 */
export class AttemptAges {
  private readonly seen = boundedCache<string, number>(TIMES_MAX);

  /** Notes the attempt at first sight. */
  of(purchaseId: string, { number, notFoundSince }: Pick<Attempt, 'number' | 'notFoundSince'>): Elapsed {
    const key = `${purchaseId}/${number}`;
    return {
      sinceStartMs: this.seenFor(key),
      sinceNotFoundMs: notFoundSince === undefined ? 0 : this.seenFor(`${key}/${notFoundSince}`),
    };
  }

  /** Age by the wall clock, and at least the time that this process has seen pass. Never negative. */
  since(purchaseId: string, atMs: number, nowMs: number): number {
    return Math.max(nowMs - atMs, this.seenFor(`${purchaseId}@${atMs}`));
  }

  private seenFor(key: string): number {
    const now = monotonicMs();
    const first = this.seen.get(key) ?? now;
    this.seen.set(key, first);
    return now - first;
  }
}
