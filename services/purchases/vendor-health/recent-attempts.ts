import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { purchaseEvent } from '../purchase.events.js';

export interface VendorAttempts {
  readonly vendor: number;
  readonly delivered: number;
  /** Failures except those blamed on `input`. */
  readonly failed: number;
}

const REMEMBERED = 50;

/** Last attempts of each vendor, in memory only: empty after a restart. */
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
