import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { fundingEvent } from '../../funding/funding.events.js';
import { purchaseEvent } from '../../purchases/purchase.events.js';

/** How a payment stands in our books. `failed`: the other side charged nothing, or a person decided so. */
export type OurState = 'charged' | 'open' | 'failed' | 'reversed';

/** A payment of ours at the other side. */
export interface OurEntry {
  /** Our name of it there. */
  readonly reference: string;
  /** Their name of it, where they told it. */
  readonly vendorReference?: string | undefined;
  /** The purchase it is of; absent for money that came in. */
  readonly purchaseId?: string;
  readonly state: OurState;
  /** Kobo digits: what they charged, or what was paid in. */
  readonly amount: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Of the event that says how it stands. */
  readonly position: number;
}

/** What is kept of an event until all events of its payment are together. */
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
}

/** What events say of payments at one other side; undefined for those that say nothing of it. */
export type FactOf = (event: RecordedEvent) => Fact | undefined;

/** Attempts at a vendor, each a payment of its own there. */
export const attemptsAt =
  (vendor: number): FactOf =>
  (recorded) => {
    const event = purchaseEvent(recorded);
    if (!event || !('attempt' in event.data)) return undefined;
    const { purchaseId, attempt } = event.data;
    // What a person decided may name no vendor: its attempt says at whom it was.
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

/** Money that came in by a payment provider. */
export const fundingsBy =
  (provider: string): FactOf =>
  (recorded) => {
    const event = fundingEvent(recorded);
    if (!event || event.data.provider !== provider) return undefined;
    const { transactionReference: reference } = event.data;
    const said = { key: reference, reference, at: event.at, position: event.position };
    switch (event.type) {
      case 'FundingReported':
        return { ...said, state: 'open' };
      // Whom it belongs to is another question.
      case 'FundingVerified':
      case 'FundingUnmatched':
        return { ...said, state: 'charged', amount: event.data.paid };
      case 'FundingRejected':
        return { ...said, state: 'failed' };
      default:
        // What administrators decide of it, and disputes about it, change nothing of what the provider took in.
        return undefined;
    }
  };

/** Puts together what events say of the payments of one part. Those of other vendors, never begun at this one, are left out. */
export class OurPayments {
  private readonly entries = new Map<string, { -readonly [Key in keyof OurEntry]: OurEntry[Key] }>();

  add({ key, ...fact }: Fact): void {
    const known = this.entries.get(key);
    if (!known) {
      if (fact.reference === undefined) return;
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
    if (fact.amount !== undefined) known.amount = fact.amount;
  }

  values(): IterableIterator<OurEntry> {
    return this.entries.values();
  }
}
