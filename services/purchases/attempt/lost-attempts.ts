import { LRUCache } from 'lru-cache';
import { monotonicMs, nowMs } from '../../../infra/host/clock.js';
import type { Product } from '../../contracts/services.js';
import { isFromFuture } from '../../contracts/stored-times.js';
import type { OutcomePolicy } from '../purchase.commands.js';
import { currentAttempt, type Purchase } from '../purchase.state.js';

/** Latest hold of sending after a restore. Attempts of purchases accepted before it may be lost. */
interface Hold {
  readonly held: boolean;
  /** Unix ms. */
  readonly before: number;
  /** Log position of the last restored event; undefined for old holds. */
  readonly upTo?: number | undefined;
}

const SOUGHT_MAX = 100_000;

/**
 * Finds purchases whose attempts a restored log may lack. Kept in memory: a restart asks the vendors again,
 * which only delays sending.
 */
export class LostAttempts {
  /**
   * `since`: monotonic time at which all vendors first answered "not found". `certain`: no vendor has the
   * order.
   */
  private readonly absent = new LRUCache<string, { readonly since: number; readonly certain: boolean }>({
    max: SOUGHT_MAX,
  });

  /** `sellers`: codes of all vendors of the product, also paused ones. */
  constructor(
    private readonly hold: () => Hold | undefined,
    readonly sellers: (product: Product) => readonly number[],
  ) {}

  get held(): boolean {
    return this.hold()?.held ?? false;
  }

  /** Unix ms of the hold; -Infinity without a restore. */
  get before(): number {
    return this.hold()?.before ?? -Infinity;
  }

  /** Compares positions where known, because the clock that accepted the purchase may have been ahead. */
  covers({ acceptedAt, acceptedPosition }: Pick<Purchase, 'acceptedAt' | 'acceptedPosition'>): boolean {
    const upTo = this.hold()?.upTo;
    return upTo === undefined || acceptedPosition === undefined
      ? acceptedAt <= this.before
      : acceptedPosition <= upTo;
  }

  /**
   * True when the log may lack an attempt. A known attempt without an answer counts too, because it may have
   * failed and led to another vendor.
   */
  mayLack(purchase: Purchase): boolean {
    const { phase, nextVendor, purchaseId } = purchase;
    if (phase !== 'open' || !this.covers(purchase) || this.absent.peek(purchaseId)?.certain) return false;
    const last = currentAttempt(purchase);
    if (nextVendor !== undefined) return true;
    return (
      last?.standing === 'started' && (last.startedAt <= this.before || isFromFuture(last.startedAt, nowMs()))
    );
  }

  wait(purchaseId: string, policy: OutcomePolicy): number {
    const known = this.absent.peek(purchaseId);
    return known ? Math.max(0, known.since + spacingOf(policy) - monotonicMs()) : 0;
  }

  /** Notes that no vendor has the order. Returns true when an earlier note is at least `spacingOf` old. */
  notFound(purchaseId: string, policy: OutcomePolicy): boolean {
    const known = this.absent.get(purchaseId);
    if (known) return monotonicMs() - known.since >= spacingOf(policy);
    this.absent.set(purchaseId, { since: monotonicMs(), certain: false });
    return false;
  }

  /** Forgets earlier "not found" answers after an answer that proves nothing. */
  unclear(purchaseId: string): void {
    this.absent.delete(purchaseId);
  }

  ruleOut(purchaseId: string): void {
    this.absent.set(purchaseId, { since: monotonicMs(), certain: true });
  }
}

/** Milliseconds in which a vendor registers an order sent just before the restore. */
const spacingOf = ({ notFoundAfterMs, notFoundSpacingMs }: OutcomePolicy): number =>
  Math.max(notFoundAfterMs, notFoundSpacingMs);
