import type { Json, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { SERVICES, type Service } from '../../contracts/services.js';
import { purchaseEvent } from '../purchase.events.js';

/** Open purchases that wait for `vendor`. A `vendor` of 0 means that the vendor is unknown. */
export interface VendorWait {
  readonly vendor: number;
  readonly purchases: number;
  /** Unix ms at which the oldest of the open purchases was opened. */
  readonly oldestAt: number;
  /** Purchases by service that have been open for `OVERDUE_MS`. Absent without any. */
  readonly overdue?: Readonly<Partial<Record<Service, number>>>;
  /** Overdue purchases about which a reviewer has to decide. Absent without any. */
  readonly inReview?: number;
}

interface Waiting {
  readonly overdue?: Readonly<Record<string, number>> | undefined;
}

export const overdueOf = ({ overdue = {} }: Waiting): number =>
  Object.values(overdue).reduce((sum, purchases) => sum + purchases, 0);

/** Milliseconds after which an open purchase counts as not delivered. */
const OVERDUE_MS = 30_000;

/**
 * `unsent` is the number of purchases that the vendor has not answered yet. `taken` is the number of
 * purchases that the vendor has answered since the start of the worker.
 */
export interface VendorQueue {
  readonly vendor: number;
  readonly unsent: number;
  readonly taken: number;
}

/**
 * Purchases that wait for the vendor's answer or for their settlement. Applying an event twice does no harm.
 */
export class PendingPurchases {
  private readonly openedAt = new Map<string, number>();
  private readonly vendors = new Map<string, number>();
  /** By purchase, until a reviewer has decided. */
  private readonly services = new Map<string, Service>();
  private readonly inReview = new Set<string>();
  /** Ids of purchases about which a reviewer has decided. */
  private readonly decided = new Set<string>();
  /** Unix ms at which each purchase ended, kept until its held money is settled in the wallet. */
  private readonly unsettledSince = new Map<string, number>();
  /** Purchases to which the vendor has not given any answer. Empty after a restart. */
  private readonly unsent = new Set<string>();
  private readonly queues = new Map<number, { vendor: number; unsent: number; taken: number }>();

  apply(event: RecordedEvent): void {
    const known = purchaseEvent(event);
    if (!known) return;
    const { type, data } = known;
    switch (type) {
      case 'AttemptQuestioned':
        if (event.actor.kind === 'admin') return;
        this.opened(data.purchaseId, Date.parse(event.at), data.vendor);
        return;
      case 'PurchaseOpened':
        this.opened(data.purchaseId, Date.parse(event.at), data.vendor);
        this.services.set(data.purchaseId, data.service);
        this.queued(data.purchaseId, data.vendor);
        return;
      case 'AttemptPending':
      case 'AttemptOutcomeUnknown':
      case 'AttemptNotFound':
        this.answered(data.purchaseId);
        return;
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
      case 'LateSuccessDetected':
      case 'VendorReversed':
        this.forget(data.purchaseId);
        return;
      case 'ReviewRequired':
        this.inReview.add(data.purchaseId);
        return;
      case 'ReviewResolved':
        this.inReview.delete(data.purchaseId);
        if (this.openedAt.has(data.purchaseId)) this.decided.add(data.purchaseId);
        this.services.delete(data.purchaseId);
        return;
      case 'AttemptFailed':
        if (data.nextVendor === undefined) this.forget(data.purchaseId);
        else {
          this.answered(data.purchaseId);
          this.inReview.delete(data.purchaseId);
          this.vendors.set(data.purchaseId, data.nextVendor);
          this.queued(data.purchaseId, data.nextVendor);
        }
        return;
      default:
        return;
    }
  }

  settling(event: RecordedEvent): void {
    this.unsettledSince.set(event.data['purchaseId'] as string, Date.parse(event.at));
  }

  settled(event: RecordedEvent): void {
    this.unsettledSince.delete(event.data['purchaseId'] as string);
  }

  /** Checkpoints of earlier versions lack the service and the review. */
  serves(purchaseId: string, service: Service, inReview: boolean): void {
    if (!this.openedAt.has(purchaseId)) return;
    this.services.set(purchaseId, service);
    if (inReview) this.inReview.add(purchaseId);
    else this.inReview.delete(purchaseId);
  }

  forget(purchaseId: string): void {
    this.answered(purchaseId);
    this.openedAt.delete(purchaseId);
    this.vendors.delete(purchaseId);
    this.services.delete(purchaseId);
    this.inReview.delete(purchaseId);
    this.decided.delete(purchaseId);
  }

  private opened(purchaseId: string, at: number, vendor: number): void {
    this.openedAt.set(purchaseId, at);
    this.vendors.set(purchaseId, vendor);
    this.inReview.delete(purchaseId);
    this.decided.delete(purchaseId);
  }

  private queued(purchaseId: string, vendor: number): void {
    if (this.unsent.has(purchaseId)) return;
    this.unsent.add(purchaseId);
    this.queueOf(vendor).unsent += 1;
  }

  private answered(purchaseId: string): void {
    if (!this.unsent.delete(purchaseId)) return;
    const queue = this.queueOf(this.vendors.get(purchaseId) ?? 0);
    queue.unsent -= 1;
    queue.taken += 1;
  }

  private queueOf(vendor: number) {
    let queue = this.queues.get(vendor);
    if (!queue) this.queues.set(vendor, (queue = { vendor, unsent: 0, taken: 0 }));
    return queue;
  }

  vendorQueues(): readonly VendorQueue[] {
    return Array.from(this.queues.values(), (queue) => ({ ...queue }));
  }

  get size(): number {
    let size = this.openedAt.size;
    for (const purchaseId of this.unsettledSince.keys()) if (!this.openedAt.has(purchaseId)) size += 1;
    return size;
  }

  oldest(): number | undefined {
    const opened = this.oldestUndecided();
    const [ended] = this.unsettledSince.values();
    return opened === undefined || ended === undefined ? (opened ?? ended) : Math.min(opened, ended);
  }

  private oldestUndecided(): number | undefined {
    for (const [purchaseId, at] of this.openedAt) if (!this.decided.has(purchaseId)) return at;
    return undefined;
  }

  waiting(nowMs: number): readonly VendorWait[] {
    const waits = new Map<number, { -readonly [Key in keyof VendorWait]: VendorWait[Key] }>();
    for (const [purchaseId, at] of this.openedAt) {
      const vendor = this.vendors.get(purchaseId) ?? 0;
      const wait = waits.get(vendor) ?? { vendor, purchases: 0, oldestAt: at };
      waits.set(vendor, wait);
      wait.purchases += 1;
      wait.oldestAt = Math.min(wait.oldestAt, at);
      const service = this.services.get(purchaseId);
      if (!service || nowMs - at < OVERDUE_MS) continue;
      wait.overdue = { ...wait.overdue, [service]: (wait.overdue?.[service] ?? 0) + 1 };
      if (this.inReview.has(purchaseId)) wait.inReview = (wait.inReview ?? 0) + 1;
    }
    return [...waits.values()];
  }

  ids(): string[] {
    return [...this.openedAt.keys()];
  }

  toJson(): Json {
    const { openedAt, vendors, decided, services, inReview } = this;
    return [...openedAt].map(([id, at]) => [
      id,
      at,
      vendors.get(id) ?? 0,
      decided.has(id),
      services.get(id) ?? null,
      inReview.has(id),
    ]);
  }

  restore(state: Json | undefined): void {
    if (!Array.isArray(state)) return;
    for (const entry of state as readonly Json[])
      if (Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number') {
        this.openedAt.set(entry[0], entry[1]);
        if (typeof entry[2] === 'number') this.vendors.set(entry[0], entry[2]);
        if (entry[3] === true) this.decided.add(entry[0]);
        const service = SERVICES.find((known) => known === entry[4]);
        if (service) this.services.set(entry[0], service);
        if (entry[5] === true) this.inReview.add(entry[0]);
      }
  }
}
