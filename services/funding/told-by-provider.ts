import type { EventStore } from '../../infra/event-store/event-store.js';
import type { PaymentProvider } from '../contracts/admin/money-desk.contract.js';
import { fundingStream } from './funding.stream.js';

/** Bars, a word and digits of known number are how a provider writes references: however one was typed, it is found by those. */
const SPELLINGS: Readonly<Record<PaymentProvider, (letters: string) => string | undefined>> = {
  monnify: (letters) => {
    const [, shard, second, number] = /^MNFY(\d{2})?(\d{14})(\d{6})$/.exec(letters) ?? [];
    return second && ['MNFY', ...(shard === undefined ? [] : [shard]), second, number].join('|');
  },
};

/**
 * Whether a payment provider told of a payment with this reference: that one is credited, or assigned, as its own. Of what is
 * typed letters and digits count, as for the lines of a bank.
 */
export async function isToldByProvider(
  eventStore: Pick<EventStore, 'readStream'>,
  reference: string,
): Promise<boolean> {
  const letters = reference.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  for (const [provider, spelt] of Object.entries(SPELLINGS))
    for (const told of new Set([reference, reference.trim(), spelt(letters) ?? reference])) {
      const events = await eventStore.readStream(fundingStream(provider, told), { limit: 1 });
      if (events.length > 0) return true;
    }
  return false;
}
