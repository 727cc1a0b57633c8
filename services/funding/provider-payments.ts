import type { EventContext } from '../../infra/event-store/event-context.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { PaymentProvider } from '../contracts/admin/money-desk.contract.js';
import { sessionOf } from '../vendors/provider-answer.js';
import { namedSession, nameSession } from './bank-sessions.js';
import { BY_HAND } from './funding.events.js';
import { fundingStream, reportFunding } from './funding.stream.js';

const SPELLINGS: Readonly<Record<PaymentProvider, (letters: string) => string | undefined>> = {
  monnify: (letters) => {
    const [, shard, second, number] = /^MNFY(\d{2})?(\d{14})(\d{6})$/.exec(letters) ?? [];
    return second && ['MNFY', ...(shard === undefined ? [] : [shard]), second, number].join('|');
  },
  // Recognise no references of Paystack, because they have no special form.
  paystack: () => undefined,
};

/**
 * True when a reference belongs to a provider's payment, or has the form of a provider's reference. Reports
 * each payment of the second kind, because its webhook may have got lost. An administrator must not credit
 * these payments by hand.
 */
export async function isOfProvider(
  eventStore: Pick<EventStore, 'append' | 'head' | 'readStream'>,
  reference: string,
  context: EventContext,
): Promise<boolean> {
  const session = sessionOf(reference);
  const named = session === undefined ? undefined : await namedSession(eventStore, session);
  if (named && named.provider !== BY_HAND) return true;
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

/**
 * Stores that a manual credit owns the bank session of a bank statement line. Returns false when a provider's
 * payment owns the session. Returns true for a line without a session id.
 */
export async function takeSession(
  eventStore: Pick<EventStore, 'append' | 'readStream'>,
  reference: string,
  line: string,
  context: EventContext,
): Promise<boolean> {
  const session = sessionOf(reference);
  if (session === undefined) return true;
  const payment = { provider: BY_HAND, transactionReference: line };
  return (await nameSession(eventStore, session, payment, context)).provider === BY_HAND;
}
