import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import { monotonicMs } from '../../../infra/host/clock.js';
import type { Attempt } from '../purchase.state.js';

export interface Elapsed {
  readonly sinceStartMs: number;
  readonly sinceNotFoundMs: number;
}

const TIMES_MAX = 300_000;

/**
 * Uses the monotonic clock, because a jump of the system clock could make a new attempt look old enough for a
 * refund.
 */
export class AttemptAges {
  private readonly seen = boundedCache<string, number>(TIMES_MAX);

  of(purchaseId: string, { number, notFoundSince }: Pick<Attempt, 'number' | 'notFoundSince'>): Elapsed {
    const key = `${purchaseId}/${number}`;
    return {
      sinceStartMs: this.seenFor(key),
      sinceNotFoundMs: notFoundSince === undefined ? 0 : this.seenFor(`${key}/${notFoundSince}`),
    };
  }

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
