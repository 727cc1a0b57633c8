import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { purchaseEvent } from '../purchase.events.js';

/** How the last attempts of one vendor ended. */
export interface VendorAttempts {
  readonly vendor: number;
  readonly delivered: number;
  /** Through a fault of the vendor's, or of ours with it; what customers typed wrongly counts for nothing. */
  readonly failed: number;
}

const REMEMBERED = 50;

/**
 * The last attempts of each vendor, also of purchases that another vendor delivered then. Kept in memory alone: after a restart it fills
 * again with what comes.
 */
export class RecentAttempts {
  private readonly endings = new Map<number, boolean[]>();

  apply(event: RecordedEvent): void {
    const known = purchaseEvent(event);
    switch (known?.type) {
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
        return this.note(known.data.vendor, true);
      case 'AttemptFailed':
        return known.data.blame === 'input' ? undefined : this.note(known.data.vendor, false);
      default:
        return;
    }
  }

  all(): readonly VendorAttempts[] {
    return Array.from(this.endings, ([vendor, endings]) => {
      const delivered = endings.filter(Boolean).length;
      return { vendor, delivered, failed: endings.length - delivered };
    });
  }

  private note(vendor: number, delivered: boolean): void {
    const endings = this.endings.get(vendor) ?? [];
    this.endings.set(vendor, endings);
    endings.push(delivered);
    if (endings.length > REMEMBERED) endings.shift();
  }
}
