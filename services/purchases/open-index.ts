import type { Json, RecordedEvent } from '../../infra/event-store/event-store.js';
import type { PurchaseEvent } from './purchase.events.js';

/**
 * The purchases that still want attention, derived from the log: who opened when. A purchase that a person refunded
 * stays until the vendor has said its last word, and one that the vendor raises a question about comes back. Seeing events twice changes nothing in the end.
 */
export class OpenIndex {
  private readonly openedAt = new Map<string, number>();

  apply(event: RecordedEvent): void {
    const { type, data } = event as unknown as PurchaseEvent;
    switch (type) {
      case 'AttemptQuestioned':
      case 'PurchaseOpened':
        this.openedAt.set(data.purchaseId, Date.parse(event.at));
        return;
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
      case 'LateSuccessDetected':
      case 'VendorReversed':
        this.openedAt.delete(data.purchaseId);
        return;
      case 'AttemptFailed':
        if (data.nextVendor === undefined) this.openedAt.delete(data.purchaseId);
        return;
      case 'ReviewResolved':
        if (data.decision === 'delivered') this.openedAt.delete(data.purchaseId);
        return;
      default:
        return;
    }
  }

  /** The purchase was looked at and wants nothing any more. */
  forget(purchaseId: string): void {
    this.openedAt.delete(purchaseId);
  }

  get size(): number {
    return this.openedAt.size;
  }

  /** When the purchase open for longest was opened; undefined when none is open. */
  oldest(): number | undefined {
    // In the order of opening, but for events seen again after a restart: near enough for a look at health.
    for (const at of this.openedAt.values()) return at;
    return undefined;
  }

  ids(): string[] {
    return [...this.openedAt.keys()];
  }

  toJson(): Json {
    return [...this.openedAt];
  }

  restore(state: Json | undefined): void {
    if (!Array.isArray(state)) return;
    for (const entry of state as readonly Json[])
      if (Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number')
        this.openedAt.set(entry[0], entry[1]);
  }
}
