import type { EventContext } from '../../infra/event-store/event-context.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { PaymentProvider } from '../contracts/admin/money-desk.contract.js';
import { fundingStream, reportFunding } from './funding.stream.js';

/** Functions that make a provider's reference from letters and digits; undefined for other text. */
const SPELLINGS: Readonly<Record<PaymentProvider, (letters: string) => string | undefined>> = {
  monnify: (letters) => {
    const [, shard, second, number] = /^MNFY(\d{2})?(\d{14})(\d{6})$/.exec(letters) ?? [];
    return second && ['MNFY', ...(shard === undefined ? [] : [shard]), second, number].join('|');
  },
  // Its references have no form of their own.
  paystack: () => undefined,
};

/**
 * True for a reference of a provider's payment, which an administrator must not credit too. Calls
 * `reportFunding`, in case the webhook got lost.
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
