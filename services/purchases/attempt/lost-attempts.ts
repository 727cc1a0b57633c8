import { monotonicMs, nowMs } from '../../../infra/host/clock.js';
import { boundedCache } from '../../../infra/limits/bounded-cache.js';
import type { Product } from '../../contracts/services.js';
import { isFromFuture } from '../../contracts/stored-times.js';
import type { OutcomePolicy } from '../purchase.commands.js';
import { currentAttempt, type Purchase } from '../purchase.state.js';

/** State after a restore of the log. While `held`, no orders are sent. */
interface Hold {
  readonly held: boolean;
  /** Unix ms. */
  readonly before: number;
  readonly upTo?: number | undefined;
}

const SOUGHT_MAX = 100_000;

/**
 * Finds purchases whose newest attempts may be missing, because the log was restored from an older backup.
 */
export class LostAttempts {
  private readonly absent = boundedCache<string, { readonly since: number; readonly certain: boolean }>(
    SOUGHT_MAX,
  );

  constructor(
    private readonly hold: () => Hold | undefined,
    readonly sellers: (product: Product) => readonly number[],
  ) {}

  get held(): boolean {
    return this.hold()?.held ?? false;
  }

  /** Unix ms at which a restore stopped the sending of orders. -Infinity when the log was never restored. */
  get before(): number {
    return this.hold()?.before ?? -Infinity;
  }

  /**
   * True when a purchase was accepted before sending was stopped. Compares log positions if known, because
   * clocks of two machines may differ.
   */
  covers({ acceptedAt, acceptedPosition }: Pick<Purchase, 'acceptedAt' | 'acceptedPosition'>): boolean {
    const upTo = this.hold()?.upTo;
    return upTo === undefined || acceptedPosition === undefined
      ? acceptedAt <= this.before
      : acceptedPosition <= upTo;
  }

  /**
   * True when the restored log may lack an attempt. When the last stored attempt has no answer, the log may
   * lack this answer and a second attempt.
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

  notFound(purchaseId: string, policy: OutcomePolicy): boolean {
    const known = this.absent.get(purchaseId);
    if (known) return monotonicMs() - known.since >= spacingOf(policy);
    this.absent.set(purchaseId, { since: monotonicMs(), certain: false });
    return false;
  }

  unclear(purchaseId: string): void {
    this.absent.delete(purchaseId);
  }

  ruleOut(purchaseId: string): void {
    this.absent.set(purchaseId, { since: monotonicMs(), certain: true });
  }
}

/** Milliseconds that a vendor may need to register an order that was sent just before the restore. */
const spacingOf = ({ notFoundAfterMs, notFoundSpacingMs }: OutcomePolicy): number =>
  Math.max(notFoundAfterMs, notFoundSpacingMs);
