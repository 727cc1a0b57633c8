import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { PurchaseEvent } from '../purchases/purchase.events.js';
import type { WalletEvent } from '../wallet/wallet.events.js';
import type { Problems } from './problems.js';

/** What was told about a purchase, one bit each: a million purchases fit in memory. */
const ACCEPTED = 1;
const CAPTURED = 2;
const RELEASED = 4;
const REVERSED = 8;
const OPENED = 16;
const DELIVERED = 32;
const FAILED = 64;
const TAKEN_BACK = 128;
/** Attempts started are counted above the bits. */
const ATTEMPT = 256;

/** Purchases by how they stand now. */
export interface PurchaseCounts {
  readonly accepted: number;
  /** Held: neither captured nor released. */
  readonly open: number;
  /** Captured and not reversed. */
  readonly captured: number;
  readonly released: number;
  readonly reversed: number;
  /** Of the open ones: their outcome is known and their wallet has not heard of it yet. */
  readonly unsettled: number;
}

/** Each purchase accepted once, attempts counted up, captured XOR released as its conversation ended, reversed after capture. */
export class PurchaseCheck {
  private readonly told = new Map<string, number>();

  constructor(private readonly problems: Problems) {}

  add(event: RecordedEvent): void {
    const fact = event as unknown as (WalletEvent | PurchaseEvent) & RecordedEvent;
    switch (fact.type) {
      case 'PurchaseAccepted':
        return this.tell(fact, ACCEPTED, 0, ACCEPTED);
      case 'PurchaseCaptured':
        return this.tell(fact, CAPTURED, ACCEPTED | DELIVERED, CAPTURED | RELEASED);
      case 'PurchaseReleased':
        return this.tell(fact, RELEASED, ACCEPTED | FAILED, CAPTURED | RELEASED);
      case 'PurchaseReversed':
        return this.tell(fact, REVERSED, CAPTURED | TAKEN_BACK, REVERSED);
      case 'PurchaseOpened':
        return this.tell(fact, OPENED, ACCEPTED, OPENED);
      case 'AttemptStarted':
        return this.attempt(fact, fact.data.attempt);
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
        return this.tell(fact, DELIVERED, OPENED, DELIVERED | FAILED);
      case 'AttemptFailed':
        return fact.data.nextVendor === undefined
          ? this.tell(fact, FAILED, OPENED, DELIVERED | FAILED)
          : undefined;
      case 'ReviewResolved':
        return this.tell(
          fact,
          fact.data.decision === 'delivered' ? DELIVERED : FAILED,
          OPENED,
          DELIVERED | FAILED,
        );
      case 'VendorReversed':
        return this.tell(fact, TAKEN_BACK, DELIVERED, TAKEN_BACK);
      default:
        return undefined;
    }
  }

  private tell(event: RecordedEvent, bit: number, needed: number, forbidden: number): void {
    const purchaseId = String(event.data['purchaseId']);
    const told = this.told.get(purchaseId) ?? 0;
    if ((told & forbidden) !== 0)
      this.problems.add('told-twice', event, `${event.type} of ${purchaseId}, which is ${words(told)}`);
    else if ((told & needed) !== needed) {
      this.problems.add('out-of-order', event, `${event.type} of ${purchaseId}, which is ${words(told)}`);
    }
    this.told.set(purchaseId, told | bit);
  }

  private attempt(event: RecordedEvent, attempt: number): void {
    const purchaseId = String(event.data['purchaseId']);
    const told = this.told.get(purchaseId) ?? 0;
    const before = Math.floor(told / ATTEMPT);
    if (attempt !== before + 1 || (told & (DELIVERED | FAILED)) !== 0) {
      this.problems.add(
        'attempt-wrong',
        event,
        `attempt ${attempt} of ${purchaseId}, which is ${words(told)}, ${before} attempts`,
      );
    }
    this.told.set(purchaseId, told + ATTEMPT);
  }

  counts(): PurchaseCounts {
    const counts = { accepted: 0, open: 0, captured: 0, released: 0, reversed: 0, unsettled: 0 };
    for (const told of this.told.values()) {
      if (told & ACCEPTED) counts.accepted++;
      if (told & REVERSED) counts.reversed++;
      else if (told & CAPTURED) counts.captured++;
      else if (told & RELEASED) counts.released++;
      else {
        counts.open++;
        if (told & (DELIVERED | FAILED)) counts.unsettled++;
      }
    }
    return counts;
  }

  /** Whether the purchase was ever accepted. */
  has(purchaseId: string): boolean {
    return ((this.told.get(purchaseId) ?? 0) & ACCEPTED) !== 0;
  }
}

const NAMES = ['accepted', 'captured', 'released', 'reversed', 'opened', 'delivered', 'failed', 'taken back'];

const words = (told: number): string => NAMES.filter((_, n) => told & (1 << n)).join(', ') || 'unheard of';
