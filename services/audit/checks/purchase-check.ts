import type { Service } from '../../contracts/services.js';
import { purchaseOf } from '../../ledger/streams.js';
import { checkSettlement } from './check-settlement.js';
import type { EventOf, Judges } from '../ledger-events.js';
import type { Problems } from '../problems.js';
import {
  ACCEPTED,
  CAPTURED,
  DELIVERED,
  FAILED,
  Hold,
  Mark,
  OPENED,
  Outcome,
  PurchaseRecord,
  RELEASED,
  REVERSED,
  REVIEWED,
  TAKEN_BACK,
  TakenBack,
  words,
} from './purchase-record.js';

export interface PurchaseCounts {
  readonly accepted: number;
  readonly open: number;
  readonly captured: number;
  readonly released: number;
  readonly reversed: number;
  readonly unsettled: number;
}

/** Time limits in milliseconds. */
export interface Patience {
  /**
   * Maximum milliseconds from the outcome of a purchase to its settlement, and from
   * `PurchaseAccepted` to `PurchaseOpened`.
   */
  readonly settledWithinMs: number;
  /** Maximum milliseconds from `PurchaseOpened` to an outcome or to `ReviewRequired`. */
  readonly reviewedWithinMs: number;
}

export const SETTLED_WITHIN_MS = 10 * 60_000;

type OfWallet = EventOf<'PurchaseAccepted' | 'PurchaseCaptured' | 'PurchaseReleased' | 'PurchaseReversed'>;
type OfConversation = EventOf<
  | 'PurchaseOpened'
  | 'AttemptStarted'
  | 'AttemptDelivered'
  | 'PartiallyDelivered'
  | 'AttemptFailed'
  | 'ReviewRequired'
  | 'ReviewResolved'
  | 'VendorReversed'
  | 'LateSuccessDetected'
>;

/**
 * A purchase must be accepted once, and settled once according to its outcome. A purchase may be sent again
 * only when the earlier attempt has surely failed.
 */
export class PurchaseCheck {
  private readonly purchases = new Map<string, PurchaseRecord>();
  private readonly pending = new Map<string, PurchaseRecord>();

  private sendingSinceMs = -Infinity;

  constructor(private readonly problems: Problems) {}

  readonly judges = {
    PurchaseAccepted: (event) => this.accepted(event),
    PurchaseCaptured: (event) => this.settled(event, CAPTURED, ACCEPTED | DELIVERED),
    PurchaseReleased: (event) => this.settled(event, RELEASED, ACCEPTED | FAILED),
    PurchaseReversed: (event) => this.reversed(event),
    PurchaseOpened: (event) => this.opened(event),
    AttemptStarted: (event) => this.attempt(event),
    AttemptDelivered: (event) => this.outcome(event, DELIVERED),
    PartiallyDelivered: (event) =>
      this.outcome(event, DELIVERED, { delivered: event.data.delivered, of: event.data.of }),
    AttemptFailed: (event) => this.failed(event),
    ReviewRequired: (event) => {
      this.converse(event, REVIEWED, OPENED, DELIVERED | FAILED);
    },
    ReviewResolved: (event) => this.outcome(event, event.data.decision === 'delivered' ? DELIVERED : FAILED),
    VendorReversed: (event) => this.takenBack(event),
    LateSuccessDetected: (event) => this.late(event),
    SendingHeld: () => {
      this.sendingSinceMs = Infinity;
    },
    SendingReleased: (event) => {
      this.sendingSinceMs = Date.parse(event.at);
    },
  } satisfies Judges;

  finish(asOfMs: number, { settledWithinMs, reviewedWithinMs }: Patience): void {
    for (const [purchaseId, { facts, hold, opened, outcome, takenBack }] of this.pending) {
      const owed = (mark: { readonly atMs: number } | undefined, withinMs: number): boolean =>
        mark !== undefined && asOfMs - mark.atMs > withinMs;
      const since = (mark: { readonly atMs: number }): string =>
        `for ${Math.round((asOfMs - mark.atMs) / 1_000)} s`;
      if (takenBack && owed(takenBack, settledWithinMs))
        this.problems.add(
          'reversal-unpaid',
          takenBack,
          `the vendor took ${purchaseId} back, and its customer has not been paid ${since(takenBack)}`,
        );
      if (outcome && owed(outcome, settledWithinMs))
        this.problems.add(
          'unsettled',
          outcome,
          `the outcome of ${purchaseId} is known, and its hold has not been settled ${since(outcome)}`,
        );
      if (outcome || !hold) continue;
      if (!opened && owed(hold, settledWithinMs))
        this.problems.add(
          'hold-unopened',
          hold,
          `${purchaseId} holds ${hold.price} kobo and has had no purchase stream ${since(hold)}`,
        );
      // Start the wait at `SendingReleased` at the earliest, because no purchase is sent to a vendor before
      // this event.
      const sendable = opened && { atMs: Math.max(opened.atMs, this.sendingSinceMs) };
      if (opened && !(facts & REVIEWED) && owed(sendable, reviewedWithinMs + settledWithinMs))
        this.problems.add(
          'stalled',
          opened,
          `${purchaseId} has had no outcome ${since(opened)}, and no person was told`,
        );
    }
  }

  costUnderWay(): bigint {
    let cost = 0n;
    for (const { facts, outcome, takenBack } of this.pending.values()) {
      if (outcome && facts & DELIVERED) cost += outcome.cost;
      if (takenBack) cost -= takenBack.cost;
    }
    return cost;
  }

  counts(): PurchaseCounts {
    const counts = { accepted: 0, open: 0, captured: 0, released: 0, reversed: 0, unsettled: 0 };
    for (const { facts } of this.purchases.values()) {
      if (facts & ACCEPTED) counts.accepted++;
      if (facts & REVERSED) counts.reversed++;
      else if (facts & CAPTURED) counts.captured++;
      else if (facts & RELEASED) counts.released++;
      else {
        counts.open++;
        if (facts & (DELIVERED | FAILED)) counts.unsettled++;
      }
    }
    return counts;
  }

  has(purchaseId: string): boolean {
    return this.purchases.get(purchaseId)?.is(ACCEPTED) ?? false;
  }

  serviceOf(purchaseId: string): Service | undefined {
    return this.purchases.get(purchaseId)?.service;
  }

  private accepted(event: EventOf<'PurchaseAccepted'>): void {
    const { userId, purchaseId, price, service } = event.data;
    const record = this.tell(event, ACCEPTED, 0, ACCEPTED);
    if (record.hold || record.is(CAPTURED | RELEASED)) return;
    record.hold = new Hold(event, userId, price);
    record.service = service;
    this.pending.set(purchaseId, record);
  }

  private opened(event: EventOf<'PurchaseOpened'>): void {
    const record = this.converse(event, OPENED, ACCEPTED, OPENED);
    record.opened = new Mark(event);
    record.maySend = true;
    const { userId, price, service, purchaseId } = event.data;
    const { hold } = record;
    if (hold && (hold.userId !== userId || hold.price !== price || record.service !== service))
      this.problems.add('opened-wrong', event, `${purchaseId} was not accepted like this`);
  }

  private attempt(event: EventOf<'AttemptStarted'>): void {
    const record = this.converse(event, 0, 0, 0);
    const { attempt, purchaseId } = event.data;
    if (attempt !== record.attempts + 1 || !record.maySend || record.is(DELIVERED | FAILED))
      this.problems.add(
        'attempt-wrong',
        event,
        `attempt ${attempt} of ${purchaseId}, which is ${words(record.facts)}, ${record.attempts} attempts`,
      );
    record.attempts += 1;
    record.maySend = false;
  }

  private failed(event: EventOf<'AttemptFailed'>): void {
    if (event.data.nextVendor === undefined) return this.outcome(event, FAILED);
    this.converse(event, 0, 0, 0).maySend = true;
  }

  private outcome(
    event: EventOf<'AttemptDelivered' | 'PartiallyDelivered' | 'AttemptFailed' | 'ReviewResolved'>,
    bit: number,
    part?: { readonly delivered: number; readonly of: number },
  ): void {
    const record = this.converse(event, bit, OPENED, DELIVERED | FAILED);
    if (!record.hold) return;
    const cost = event.type === 'AttemptFailed' ? 0n : BigInt(event.data.cost);
    record.outcome ??= new Outcome(event, event.data.vendor, cost, part);
  }

  private takenBack(event: EventOf<'VendorReversed'>): void {
    const record = this.converse(event, TAKEN_BACK, DELIVERED, TAKEN_BACK);
    if (record.is(REVERSED)) return;
    record.takenBack = new TakenBack(event, BigInt(event.data.cost));
    this.pending.set(event.data.purchaseId, record);
  }

  private late(event: EventOf<'LateSuccessDetected'>): void {
    const record = this.converse(event, 0, OPENED, 0);
    if (record.is(DELIVERED | FAILED)) return;
    const { purchaseId } = event.data;
    this.problems.add(
      'out-of-order',
      event,
      `${event.type} of ${purchaseId}, which is ${words(record.facts)}`,
    );
  }

  private settled(
    event: EventOf<'PurchaseCaptured' | 'PurchaseReleased'>,
    bit: number,
    needed: number,
  ): void {
    const record = this.tell(event, bit, needed, CAPTURED | RELEASED);
    checkSettlement(event, record, this.problems);
    if (event.type === 'PurchaseCaptured') {
      const { vendor, price, cost } = event.data;
      record.sale ??= { vendor, price, cost };
    }
    record.settled();
    if (!record.takenBack) this.pending.delete(event.data.purchaseId);
  }

  private reversed(event: EventOf<'PurchaseReversed'>): void {
    const record = this.tell(event, REVERSED, CAPTURED | TAKEN_BACK, REVERSED);
    checkSettlement(event, record, this.problems);
    record.takenBack = undefined;
    record.sale = undefined;
    if (!record.hold) this.pending.delete(event.data.purchaseId);
  }

  private converse(event: OfConversation, bit: number, needed: number, forbidden: number): PurchaseRecord {
    const record = this.tell(event, bit, needed, forbidden);
    const { purchaseId } = event.data;
    if (purchaseOf(event.stream) !== purchaseId)
      this.problems.add('wrong-stream', event, `${event.type} of ${purchaseId} in another stream`);
    return record;
  }

  private tell(
    event: OfWallet | OfConversation,
    bit: number,
    needed: number,
    forbidden: number,
  ): PurchaseRecord {
    const { purchaseId } = event.data;
    let record = this.purchases.get(purchaseId);
    if (!record) this.purchases.set(purchaseId, (record = new PurchaseRecord()));
    const { facts } = record;
    const twice = (facts & forbidden) !== 0;
    if (twice || (facts & needed) !== needed)
      this.problems.add(
        twice ? 'told-twice' : 'out-of-order',
        event,
        `${event.type} of ${purchaseId}, which is ${words(facts)}`,
      );
    record.facts |= bit;
    return record;
  }
}
