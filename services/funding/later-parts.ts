import type { EventStore, Stored, StreamHead } from '../../infra/event-store/event-store.js';
import type { Kobo } from '../contracts/money.js';
import type { FundingEvent } from './funding.events.js';
import { readFunding, type FundingHistory } from './funding.stream.js';

export type CertainFunding = Stored<Extract<FundingEvent, { type: 'FundingVerified' | 'FundingUnmatched' }>>;

export const certainOf = (events: FundingHistory['events']): CertainFunding | undefined =>
  events.find(
    (event): event is CertainFunding =>
      event?.type === 'FundingVerified' || event?.type === 'FundingUnmatched',
  );

interface Counted {
  readonly paid: Kobo;
  readonly settled: Kobo;
  readonly next: { readonly transactionReference: string; readonly head: StreamHead } & Pick<
    FundingHistory,
    'events'
  >;
}

/**
 * Adds up the stored parts of a payment. `next` is the stream for money that arrives later. When two
 * processes append to `next`, only one append succeeds, so that no money is booked twice.
 */
export async function countParts(
  store: Pick<EventStore, 'readStream'>,
  { provider, transactionReference, ...first }: CertainFunding['data'],
): Promise<Counted> {
  let [paid, settled] = [BigInt(first.paid), BigInt(first.settled)];
  for (let part = 2; ; part += 1) {
    const name = `${transactionReference} (part ${part})`;
    const { events, head } = await readFunding(store, provider, name);
    const certain = certainOf(events);
    if (!certain) return { paid, settled, next: { transactionReference: name, head, events } };
    paid += BigInt(certain.data.paid);
    settled += BigInt(certain.data.settled);
  }
}

export const paymentOfPart = (reference: string): string => reference.replace(/ \(part \d{1,9}\)$/, '');
