import { hash } from 'node:crypto';
import { appendSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventStore, NO_STREAM, RevisionConflict } from '../../infra/event-store/event-store.js';

/** Provider of the streams that still have the former name. */
const FORMER_PROVIDER = 'monnify';

/**
 * Stream that finds the customer of an account by the account's reference at a provider. The stream has one
 * event, `AccountReserved`.
 */
export const reservedAccountStream = (provider: string, accountReference: string): string =>
  `reserved-${provider}-${hash('sha256', accountReference, 'hex').slice(0, 40)}`;

/** Name of the stream in older versions. These versions knew only one provider. */
export const formerReservedAccountStream = (accountReference: string): string =>
  `reserved-${accountReference}`;

/** User id of the account's customer. Undefined when the account is not ours. */
export async function ownerOfAccount(
  eventStore: Pick<EventStore, 'readStream'>,
  provider: string,
  accountReference: string,
): Promise<string | undefined> {
  const streams = [reservedAccountStream(provider, accountReference)];
  if (provider === FORMER_PROVIDER) streams.push(formerReservedAccountStream(accountReference));
  for (const stream of streams) {
    const [reserved] = await eventStore.readStream(stream, { limit: 1 });
    // Check the provider, because a former name may equal the name of another provider's stream.
    if (reserved && (reserved.data['provider'] ?? FORMER_PROVIDER) === provider)
      return String(reserved.data['userId']);
  }
  return undefined;
}

/** Stores the owner of an account. Returns false when the account belongs to another customer. */
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
