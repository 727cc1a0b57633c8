import { LRUCache } from 'lru-cache';
import { monotonicMs, nowMs } from '../../../infra/host/clock.js';
import type { Product } from '../../contracts/services.js';
import { isFromFuture } from '../../contracts/stored-times.js';
import type { OutcomePolicy } from '../purchase.commands.js';
import { currentAttempt, type Purchase } from '../purchase.state.js';

/** Latest hold of sending after a restore. Attempts of purchases accepted before the hold may be lost. */
interface Hold {
  readonly held: boolean;
  /** Unix ms. */
  readonly before: number;
  /** Log position of the last restored event; undefined for old holds. */
  readonly upTo?: number | undefined;
}

const SOUGHT_MAX = 100_000;

/**
 * Finds purchases whose attempts a restored log may lack. Keeps its findings in memory: after a restart, the
 * vendors are asked again.
 */
export class LostAttempts {
  /**
   * `since`: monotonic time at which all vendors first answered "not found". `certain`: no vendor has the
   * order.
   */
  private readonly absent = new LRUCache<string, { readonly since: number; readonly certain: boolean }>({
    max: SOUGHT_MAX,
  });

  /** `sellers` returns the codes of all vendors that sell the product, including paused vendors. */
  constructor(
    private readonly hold: () => Hold | undefined,
    readonly sellers: (product: Product) => readonly number[],
  ) {}

  get held(): boolean {
    return this.hold()?.held ?? false;
  }

  /** Unix ms of the hold; -Infinity when no log was restored. */
  get before(): number {
    return this.hold()?.before ?? -Infinity;
  }

  /** Compares log positions where known, because the clock that accepted the purchase may have been ahead. */
  covers({ acceptedAt, acceptedPosition }: Pick<Purchase, 'acceptedAt' | 'acceptedPosition'>): boolean {
    const upTo = this.hold()?.upTo;
    return upTo === undefined || acceptedPosition === undefined
      ? acceptedAt <= this.before
      : acceptedPosition <= upTo;
  }

  /**
   * True when the log may lack an attempt. A known attempt without an answer counts too, because it may have
   * failed and led to an attempt at another vendor.
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

  /**
   * Remembers that all vendors answered "not found". Returns true when they first did so at least `spacingOf`
   * ago.
   */
  notFound(purchaseId: string, policy: OutcomePolicy): boolean {
    const known = this.absent.get(purchaseId);
    if (known) return monotonicMs() - known.since >= spacingOf(policy);
    this.absent.set(purchaseId, { since: monotonicMs(), certain: false });
    return false;
  }

  /** Forgets earlier "not found" answers after an unclear answer. */
  unclear(purchaseId: string): void {
    this.absent.delete(purchaseId);
  }

  ruleOut(purchaseId: string): void {
    this.absent.set(purchaseId, { since: monotonicMs(), certain: true });
  }
}

/** Milliseconds after which a vendor certainly knows an order that was sent just before the restore. */
const spacingOf = ({ notFoundAfterMs, notFoundSpacingMs }: OutcomePolicy): number =>
  Math.max(notFoundAfterMs, notFoundSpacingMs);
