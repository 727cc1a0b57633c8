import type { EventContext } from '../../infra/event-store/event-context.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { PaymentProvider } from '../contracts/admin/money-desk.contract.js';
import { fundingStream, reportFunding } from './funding.stream.js';

/**
 * Spelling of each provider's references, built from the letters and digits of an input; undefined for other
 * inputs.
 */
const SPELLINGS: Readonly<Record<PaymentProvider, (letters: string) => string | undefined>> = {
  monnify: (letters) => {
    const [, shard, second, number] = /^MNFY(\d{2})?(\d{14})(\d{6})$/.exec(letters) ?? [];
    return second && ['MNFY', ...(shard === undefined ? [] : [shard]), second, number].join('|');
  },
};

/**
 * True when a reference names a provider's payment, which must not be credited by hand too. The provider's
 * spelling is enough, even before any report. `reportFunding` then causes a query, in case a webhook was
 * lost.
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
