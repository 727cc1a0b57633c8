import { hash } from 'node:crypto';
import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { type EventStore, NO_STREAM, RevisionConflict } from '../../infra/event-store/event-store.js';
import { bankSessionEvent, type BankSessionNamed } from './funding.events.js';

export const bankSessionStream = (session: string): string =>
  `bank-session-${hash('sha256', session, 'hex').slice(0, 40)}`;

/**
 * Returns the payment that owns a bank session (id of a bank transfer). Returns undefined when no payment
 * owns the session.
 */
export async function namedSession(
  store: Pick<EventStore, 'readStream'>,
  session: string,
): Promise<BankSessionNamed | undefined> {
  const [first] = await store.readStream(bankSessionStream(session), { limit: 1 });
  return first && bankSessionEvent(first)?.data;
}

/**
 * Stores that a bank session belongs to a payment, unless another payment already owns the session.
 * Returns the owner.
 */
export async function nameSession(
  store: Pick<EventStore, 'append' | 'readStream'>,
  session: string,
  payment: BankSessionNamed,
  context: EventContext,
): Promise<BankSessionNamed> {
  const known = await namedSession(store, session);
  if (known) return known;
  try {
    await appendSurely(store, bankSessionStream(session), NO_STREAM, [
      fact('BankSessionNamed', payment, context),
    ]);
    return payment;
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    return (await namedSession(store, session)) ?? payment;
  }
}
