import { LRUCache } from 'lru-cache';
import { monotonicMs } from '../../../infra/host/clock.js';
import type { Product } from '../../contracts/services.js';
import type { OutcomePolicy } from '../purchase.commands.js';
import { currentAttempt, type Purchase } from '../purchase.state.js';

/** Latest hold of sending. `before`: Unix ms; attempts of purchases accepted earlier may be lost. */
interface Hold {
  readonly held: boolean;
  readonly before: number;
}

const SOUGHT_MAX = 100_000;

/** Attempts may have been sent after the backup. A restart asks again, which only delays the sending. */
export class LostAttempts {
  /** First complete "not found" by the monotonic clock, and whether a later one confirmed it. */
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

  /** Unix ms; -Infinity for a log that was never restored. */
  get before(): number {
    return this.hold()?.before ?? -Infinity;
  }

  /**
   * An attempt without any answer counts too: the lost answer may have been a failure that led to another
   * vendor.
   */
  mayLack(purchase: Purchase): boolean {
    const { phase, acceptedAt, nextVendor, purchaseId } = purchase;
    if (phase !== 'open' || acceptedAt > this.before || this.absent.peek(purchaseId)?.certain) return false;
    const last = currentAttempt(purchase);
    return nextVendor !== undefined || (last?.standing === 'started' && last.startedAt <= this.before);
  }

  /** Milliseconds until the vendors are asked again. */
  wait(purchaseId: string, policy: OutcomePolicy): number {
    const known = this.absent.peek(purchaseId);
    return known ? Math.max(0, known.since + spacingOf(policy) - monotonicMs()) : 0;
  }

  /** No vendor has the order. True for the second time, far enough after the first. */
  notFound(purchaseId: string, policy: OutcomePolicy): boolean {
    const known = this.absent.get(purchaseId);
    if (known) return monotonicMs() - known.since >= spacingOf(policy);
    this.absent.set(purchaseId, { since: monotonicMs(), certain: false });
    return false;
  }

  /** Begins again after an answer that proves nothing. */
  unclear(purchaseId: string): void {
    this.absent.delete(purchaseId);
  }

  ruleOut(purchaseId: string): void {
    this.absent.set(purchaseId, { since: monotonicMs(), certain: true });
  }
}

/** Long enough for a vendor to register an order sent just before the restore. */
const spacingOf = ({ notFoundAfterMs, notFoundSpacingMs }: OutcomePolicy): number =>
  Math.max(notFoundAfterMs, notFoundSpacingMs);
