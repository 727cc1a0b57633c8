import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { paymentOfPart } from '../../funding/later-parts.js';
import { fundingEvent } from '../../funding/funding.events.js';
import { purchaseEvent } from '../../purchases/purchase.events.js';

/** State of a payment in our books. `failed` means that the vendor charged nothing or that no customer paid. */
export type OurState = 'charged' | 'open' | 'failed' | 'reversed';

export interface OurEntry {
  readonly reference: string;
  readonly vendorReference?: string | undefined;
  /** Absent for incoming money. */
  readonly purchaseId?: string;
  readonly state: OurState;
  /** Kobo as a decimal string: the vendor's charge, or a customer's payment. */
  readonly amount: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Position of the event that led to `state`. */
  readonly position: number;
}

export interface Fact {
  readonly key: string;
  readonly at: string;
  readonly position: number;
  readonly state?: OurState;
  readonly reference?: string;
  readonly vendorReference?: string;
  readonly purchaseId?: string;
  /** Kobo digits. */
  readonly amount?: string;
  readonly part?: string;
}

/**
 * Function that extracts a `Fact` from an event about the vendor or payment provider of the statement. Returns
 * `undefined` for other events.
 */
export type FactOf = (event: RecordedEvent) => Fact | undefined;

export const attemptsAt =
  (vendor: number): FactOf =>
  (recorded) => {
    const event = purchaseEvent(recorded);
    if (!event || !('attempt' in event.data)) return undefined;
    const { purchaseId, attempt } = event.data;
    if (event.type === 'ReviewRequired') return undefined;
    if (event.type !== 'ReviewResolved' && event.data.vendor !== vendor) return undefined;
    const { at, position } = event;
    const said = {
      key: `${purchaseId}/${attempt}`,
      at,
      position,
      purchaseId,
      ...('vendorTransactionId' in event.data &&
        event.data.vendorTransactionId !== undefined && { vendorReference: event.data.vendorTransactionId }),
    };
    switch (event.type) {
      case 'AttemptStarted':
        return { ...said, state: 'open', reference: event.data.vendorReference };
      case 'AttemptDelivered':
      case 'PartiallyDelivered':
      case 'LateSuccessDetected':
        return { ...said, state: 'charged', amount: event.data.cost };
      case 'AttemptFailed':
        return { ...said, state: 'failed' };
      case 'ReviewResolved':
        return event.data.decision === 'delivered'
          ? { ...said, state: 'charged', amount: event.data.cost }
          : { ...said, state: 'failed' };
      case 'VendorReversed':
        return { ...said, state: 'reversed', amount: event.data.cost };
      default:
        return said;
    }
  };

export const fundingsBy =
  (provider: string): FactOf =>
  (recorded) => {
    const event = fundingEvent(recorded);
    if (!event || event.data.provider !== provider) return undefined;
    const { transactionReference: reference } = event.data;
    const payment = paymentOfPart(reference);
    const said = { key: payment, reference: payment, at: event.at, position: event.position };
    switch (event.type) {
      case 'FundingReported':
        return { ...said, state: 'open' };
      case 'FundingVerified':
      case 'FundingUnmatched':
        return { ...said, state: 'charged', amount: event.data.paid, part: reference };
      case 'FundingRejected':
        return { ...said, state: 'failed' };
      default:
        return undefined;
    }
  };

export class OurPayments {
  private readonly entries = new Map<string, { -readonly [Key in keyof OurEntry]: OurEntry[Key] }>();

  private readonly parts = new Map<string, bigint>();

  add({ key, part, ...fact }: Fact): void {
    const known = this.entries.get(key);
    if (!known) {
      if (fact.reference === undefined) return;
      if (part !== undefined) this.parts.set(part, BigInt(fact.amount ?? 0));
      this.entries.set(key, {
        state: 'open',
        amount: '0',
        ...fact,
        reference: fact.reference,
      });
      return;
    }
    if (fact.vendorReference !== undefined) known.vendorReference = fact.vendorReference;
    if (fact.state === undefined || (fact.state === 'open' && known.state !== 'open')) return;
    known.state = fact.state;
    known.position = fact.position;
    if (fact.amount === undefined) return;
    if (part === undefined) known.amount = fact.amount;
    else {
      const counted = this.parts.get(part) ?? 0n;
      this.parts.set(part, BigInt(fact.amount));
      known.amount = String(BigInt(known.amount) - counted + BigInt(fact.amount));
    }
  }

  values(): IterableIterator<OurEntry> {
    return this.entries.values();
  }
}
