import type { Json, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { purchaseEvent } from '../purchase.events.js';

/** What waits for one vendor; 0 is one that is not known. */
export interface VendorWait {
  readonly vendor: number;
  readonly purchases: number;
  /** Milliseconds since 1970. */
  readonly oldestAt: number;
}

/**
 * The purchases that still want attention, derived from the log: who opened when. A purchase that a person decided stays until
 * the sweep finds that nothing more is waited for, and one that the vendor raises a question about comes back. Seeing events twice
 * changes nothing in the end.
 */
export class PendingPurchases {
  private readonly openedAt = new Map<string, number>();
  /** Which vendor each of them waits for; absent for those that a checkpoint of an older version held. */
  private readonly vendors = new Map<string, number>();
  /** Those among them that a person decided: something may still come of them, and nobody waits for their money. */
  private readonly decided = new Set<string>();
  /** Purchases that have ended and whose wallet has not stored it yet: when they ended. */
  private readonly unsettledSince = new Map<string, number>();

  apply(event: RecordedEvent): void {
    const known = purchaseEvent(event);
    if (!known) return;
    const { type, data } = known;
    switch (type) {
      case 'AttemptQuestioned':
        // An administrator who asks opens nothing, and makes nothing younger.
        if (event.actor.kind === 'admin') return;
        this.opened(data.purchaseId, Date.parse(event.at), data.vendor);
        return;
      case 'PurchaseOpened':
        this.opened(data.purchaseId, Date.parse(event.at), data.vendor);
        return;
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
      case 'LateSuccessDetected':
      case 'VendorReversed':
        this.forget(data.purchaseId);
        return;
      case 'ReviewResolved':
        if (this.openedAt.has(data.purchaseId)) this.decided.add(data.purchaseId);
        return;
      case 'AttemptFailed':
        if (data.nextVendor === undefined) this.forget(data.purchaseId);
        else this.vendors.set(data.purchaseId, data.nextVendor);
        return;
      default:
        return;
    }
  }

  /** The purchase has ended, and its wallet is told. */
  settling(event: RecordedEvent): void {
    this.unsettledSince.set(event.data['purchaseId'] as string, Date.parse(event.at));
  }

  /** The stored wallet shows how it ended. */
  settled(event: RecordedEvent): void {
    this.unsettledSince.delete(event.data['purchaseId'] as string);
  }

  /** The purchase was looked at and wants nothing any more. */
  forget(purchaseId: string): void {
    this.openedAt.delete(purchaseId);
    this.vendors.delete(purchaseId);
    this.decided.delete(purchaseId);
  }

  private opened(purchaseId: string, at: number, vendor: number): void {
    this.openedAt.set(purchaseId, at);
    this.vendors.set(purchaseId, vendor);
    this.decided.delete(purchaseId);
  }

  get size(): number {
    let size = this.openedAt.size;
    for (const purchaseId of this.unsettledSince.keys()) if (!this.openedAt.has(purchaseId)) size += 1;
    return size;
  }

  /** When the undecided purchase that is open for longest was opened, or unsettled for longest ended; undefined when there is none. */
  oldest(): number | undefined {
    // In the order of opening, but for events seen again after a restart: near enough for a look at health.
    const opened = this.oldestUndecided();
    const [ended] = this.unsettledSince.values();
    return opened === undefined || ended === undefined ? (opened ?? ended) : Math.min(opened, ended);
  }

  private oldestUndecided(): number | undefined {
    for (const [purchaseId, at] of this.openedAt) if (!this.decided.has(purchaseId)) return at;
    return undefined;
  }

  /** How many purchases wait for each vendor, and since when the one that waits longest. */
  waiting(): readonly VendorWait[] {
    const waits = new Map<number, { vendor: number; purchases: number; oldestAt: number }>();
    for (const [purchaseId, at] of this.openedAt) {
      const vendor = this.vendors.get(purchaseId) ?? 0;
      const wait = waits.get(vendor);
      if (wait) {
        wait.purchases += 1;
        wait.oldestAt = Math.min(wait.oldestAt, at);
      } else waits.set(vendor, { vendor, purchases: 1, oldestAt: at });
    }
    return [...waits.values()];
  }

  ids(): string[] {
    return [...this.openedAt.keys()];
  }

  toJson(): Json {
    return [...this.openedAt].map(([id, at]) => [id, at, this.vendors.get(id) ?? 0, this.decided.has(id)]);
  }

  restore(state: Json | undefined): void {
    if (!Array.isArray(state)) return;
    for (const entry of state as readonly Json[])
      if (Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number') {
        this.openedAt.set(entry[0], entry[1]);
        if (typeof entry[2] === 'number') this.vendors.set(entry[0], entry[2]);
        if (entry[3] === true) this.decided.add(entry[0]);
      }
  }
}
