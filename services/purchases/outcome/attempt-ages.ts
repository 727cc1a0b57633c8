import { LRUCache } from 'lru-cache';
import { monotonicMs } from '../../../infra/host/clock.js';
import type { Attempt } from '../purchase.state.js';

/** Milliseconds that this process has certainly seen pass. */
export interface Elapsed {
  readonly sinceStartMs: number;
  /** 0 unless the last answer was "not found". */
  readonly sinceNotFoundMs: number;
}

interface Seen {
  readonly startedAt: number;
  /** Wall-clock time of the first "not found", and the monotonic time at which this process saw it. */
  readonly notFound?: { readonly since: number; readonly at: number };
}

const ATTEMPTS_MAX = 100_000;

/**
 * Ages of attempts by the monotonic clock, from when this process first saw each. A wall clock that steps
 * forward must not make an attempt look old: "not found" would then return money of an order on its way. A
 * restart begins again, which only delays the return.
 */
export class AttemptAges {
  private readonly seen = new LRUCache<string, Seen>({ max: ATTEMPTS_MAX });

  /** Notes the attempt at first sight. */
  of(
    purchaseId: string,
    { number, notFoundSince: since }: Pick<Attempt, 'number' | 'notFoundSince'>,
  ): Elapsed {
    const now = monotonicMs();
    const key = `${purchaseId}/${number}`;
    const { startedAt, notFound: known } = this.seen.get(key) ?? { startedAt: now };
    const notFound = since === undefined ? undefined : known?.since === since ? known : { since, at: now };
    this.seen.set(key, { startedAt, ...(notFound && { notFound }) });
    return { sinceStartMs: now - startedAt, sinceNotFoundMs: notFound ? now - notFound.at : 0 };
  }
}
