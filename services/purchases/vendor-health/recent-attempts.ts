import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { type AttemptFailed, purchaseEvent } from '../purchase.events.js';
import { overdueOf, type VendorWait } from '../settle/pending-purchases.js';

export interface VendorAttempts {
  readonly vendor: number;
  readonly delivered: number;
  readonly failed: number;
  /**
   * Failure codes for orders in a wrong format. Such failures are our fault, so they neither pause a vendor
   * nor stop a product.
   */
  readonly refusals?: readonly string[];
}

interface Ending {
  readonly delivered: boolean;
  readonly refusal?: string;
}

const REMEMBERED = 50;

/** Last attempts of each vendor. Kept only in memory, so a restart loses them. */
export class RecentAttempts {
  private readonly endings = new Map<number, Ending[]>();

  apply(event: RecordedEvent): void {
    const known = purchaseEvent(event);
    switch (known?.type) {
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
        return this.note(known.data.vendor, { delivered: true });
      case 'AttemptFailed':
        return known.data.blame === 'input' ? undefined : this.note(known.data.vendor, endingOf(known.data));
      default:
        return;
    }
  }

  all(waiting: readonly Pick<VendorWait, 'vendor' | 'overdue' | 'inReview'>[]): readonly VendorAttempts[] {
    // The alert `review-waiting` counts those in review.
    const overdue = new Map(
      waiting.map((wait) => [wait.vendor, overdueOf(wait) - (wait.inReview ?? 0)] as const),
    );
    const vendors = new Set([...this.endings.keys(), ...overdue.keys()]);
    return [...vendors].flatMap((vendor) => {
      const late = vendor === 0 ? 0 : Math.min(REMEMBERED, overdue.get(vendor) ?? 0);
      const endings = this.endings.get(vendor) ?? [];
      if (endings.length + late === 0) return [];
      const counted = endings.slice(Math.max(0, endings.length + late - REMEMBERED));
      const delivered = counted.filter((ending) => ending.delivered).length;
      const refusals = [...new Set(endings.flatMap(({ refusal }) => refusal ?? []))];
      const failed = counted.length + late - delivered;
      return [{ vendor, delivered, failed, ...(refusals.length > 0 && { refusals }) }];
    });
  }

  private note(vendor: number, ending: Ending): void {
    const endings = this.endings.get(vendor) ?? [];
    this.endings.set(vendor, endings);
    endings.push(ending);
    if (endings.length > REMEMBERED) endings.shift();
  }
}

const endingOf = ({ fault, code }: AttemptFailed): Ending =>
  fault === 'order' || fault === 'reference' ? { delivered: false, refusal: code } : { delivered: false };
