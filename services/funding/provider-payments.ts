import type { EventContext } from '../../infra/event-store/event-context.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { PaymentProvider } from '../contracts/admin/money-desk.contract.js';
import { fundingStream, reportFunding } from './funding.stream.js';

/** Bars, a word and digits of known number are how a provider writes references: however one was typed, it is found by those. */
const SPELLINGS: Readonly<Record<PaymentProvider, (letters: string) => string | undefined>> = {
  monnify: (letters) => {
    const [, shard, second, number] = /^MNFY(\d{2})?(\d{14})(\d{6})$/.exec(letters) ?? [];
    return second && ['MNFY', ...(shard === undefined ? [] : [shard]), second, number].join('|');
  },
};

/**
 * Whether this is the reference of a payment that a provider tells of, and credits or leaves to be assigned as its own: nobody credits
 * it by hand. One that is spelled as a provider spells them is, also before the provider told of it, or both would be credited; it is
 * asked about from here on, in case that what the provider told was lost. Of what is typed letters and digits count, as for the
 * lines of a bank.
 */
export async function isOfProvider(
  eventStore: Pick<EventStore, 'append' | 'head' | 'readStream'>,
  reference: string,
  context: EventContext,
): Promise<boolean> {
  const letters = reference.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  for (const [provider, spelt] of Object.entries(SPELLINGS)) {
    const transactionReference = spelt(letters);
    if (transactionReference !== undefined) {
      await reportFunding(eventStore, { provider, transactionReference, by: 'administrator' }, context);
      return true;
    }
    for (const told of new Set([reference, reference.trim()])) {
      const events = await eventStore.readStream(fundingStream(provider, told), { limit: 1 });
      if (events.length > 0) return true;
    }
  }
  return false;
}
