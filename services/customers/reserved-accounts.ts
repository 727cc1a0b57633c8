import { hash } from 'node:crypto';
import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventStore, NO_STREAM, RevisionConflict } from '../../infra/event-store/event-store.js';

/** Payment provider of old streams, whose names contain no provider. */
const FORMER_PROVIDER = 'monnify';

/**
 * Returns the name of the stream that tells which customer a reserved account belongs to. The
 * stream has one event, `AccountReserved`.
 */
export const reservedAccountStream = (provider: string, accountReference: string): string =>
  `reserved-${provider}-${hash('sha256', accountReference, 'hex').slice(0, 40)}`;

/**
 * Returns the name of a reserved account's stream in older versions, which knew only one payment
 * provider.
 */
export const formerReservedAccountStream = (accountReference: string): string =>
  `reserved-${accountReference}`;

export async function ownerOfAccount(
  eventStore: Pick<EventStore, 'readStream'>,
  provider: string,
  accountReference: string,
): Promise<string | undefined> {
  const streams = [reservedAccountStream(provider, accountReference)];
  if (provider === FORMER_PROVIDER) streams.push(formerReservedAccountStream(accountReference));
  for (const stream of streams) {
    const [reserved] = await eventStore.readStream(stream, { limit: 1 });
    // Compare the provider in the event, because an old stream name without a provider may equal the new name
    // for another provider's account.
    if (reserved && (reserved.data['provider'] ?? FORMER_PROVIDER) === provider)
      return String(reserved.data['userId']);
  }
  return undefined;
}

/**
 * Stores which customer a reserved account belongs to. Returns false when the account belongs to
 * another customer.
 */
export async function claimAccount(
  eventStore: Pick<EventStore, 'append' | 'head' | 'readStream'>,
  {
    provider,
    accountReference,
    userId,
  }: Readonly<Record<'provider' | 'accountReference' | 'userId', string>>,
  reserved: Parameters<typeof appendSurely>[3][number],
): Promise<boolean> {
  const owner = await ownerOfAccount(eventStore, provider, accountReference);
  if (owner !== undefined) return owner === userId;
  try {
    await appendSurely(eventStore, reservedAccountStream(provider, accountReference), NO_STREAM, [reserved]);
    return true;
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error;
    return (await ownerOfAccount(eventStore, provider, accountReference)) === userId;
  }
}
