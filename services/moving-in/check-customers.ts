import type { EventStore } from '../../infra/event-store/event-store.js';
import { uuidsOf } from '../../infra/crypto/keyed-digest.js';
import type { Kobo } from '../contracts/money.js';
import { ownerOfAccount } from '../customers/reserved-accounts.js';
import type { Users } from '../customers/users.js';
import { OPENING } from '../ledger/posting-rules.js';
import { apiTokenStream } from '../customers/user.events.js';
import { walletStream } from '../ledger/streams.js';
import { walletEvent } from '../wallet/wallet.events.js';
import { overOutages } from './over-outages.js';
import { OLD_TOKEN, type ImportedCustomer, type LineFault } from './customers-file.js';

export interface CheckDeps {
  readonly eventStore: EventStore;
  readonly users: Pick<Users, 'accountUnder' | 'emails' | 'phones'>;
}

export interface KnownCustomer extends ImportedCustomer {
  readonly userId: string;
  readonly isThere: boolean;
}

export interface CheckedCustomers {
  readonly customers: readonly KnownCustomer[];
  readonly faults: readonly LineFault[];
}

/** A busy event store answers this many reads within the deadline of each. */
const SIDE_BY_SIDE = 64;

export const PHONE_TAKEN =
  'Another customer without an email signs in with this phone. Write an email, or the right phone.';

/**
 * Derives each id from `oldId`, so that a repeated import finds the same customer.
 * @param ledgerId 64 hexadecimal digits
 */
export const userIdsOf = (ledgerId: string): ((oldId: string) => string) => {
  const uuidOf = uuidsOf(ledgerId.slice(0, 32));
  return (oldId) => uuidOf(`import ${oldId}`);
};

export const openingReference = (oldId: string): string => `import-${oldId}`;

export async function checkCustomers(
  customers: readonly ImportedCustomer[],
  ledgerId: string,
  deps: CheckDeps,
): Promise<CheckedCustomers> {
  const userIdOf = userIdsOf(ledgerId);
  const checked: KnownCustomer[] = [];
  const faults: LineFault[] = [];
  for (let first = 0; first < customers.length; first += SIDE_BY_SIDE) {
    const part = customers.slice(first, first + SIDE_BY_SIDE);
    const found = await Promise.all(
      part.map((customer) =>
        overOutages(() => checkOne({ ...customer, userId: userIdOf(customer.oldId) }, deps)),
      ),
    );
    for (const { customer, messages } of found) {
      checked.push(customer);
      for (const [column, message] of messages) faults.push({ line: customer.line, column, message });
    }
  }
  return { customers: checked, faults };
}

async function checkOne(
  customer: ImportedCustomer & { readonly userId: string },
  { eventStore, users }: CheckDeps,
): Promise<{ readonly customer: KnownCustomer; readonly messages: (readonly [string, string])[] }> {
  const { userId, email, phone, oldId, balance, accounts, tokenDigest } = customer;
  const messages: (readonly [string, string])[] = [];
  const standing = await users.accountUnder(userId);
  const isThere = standing === 'made';
  if (standing === 'never') messages.push(['', 'This customer was erased. Remove the line.']);
  if (isThere) {
    const booked = await openingOf(eventStore, userId, oldId);
    if (booked !== undefined && booked !== balance)
      messages.push([
        'Balance (NGN)',
        'The customer moved in before with another balance, which stays. Write that balance, or remove the line.',
      ]);
  } else if (email === '') {
    if (await users.phones.isTaken(phone, userId)) messages.push(['Phone', PHONE_TAKEN]);
  } else {
    const claim = await users.emails.claimOf(email);
    const isOthers = claim.owner !== undefined && claim.owner !== userId;
    if (isOthers && (await users.emails.isTaken(email)))
      messages.push(['Email', 'Somebody has an account with this email already.']);
  }
  for (const { provider, accountReference } of accounts) {
    const owner = await ownerOfAccount(eventStore, provider, accountReference);
    if (owner !== undefined && owner !== userId)
      messages.push([`Account reference (${provider})`, 'This account belongs to somebody else here.']);
  }
  const tokenOwner = tokenDigest === undefined ? userId : await ownerOfToken(eventStore, tokenDigest);
  if (tokenOwner !== undefined && tokenOwner !== userId)
    messages.push([OLD_TOKEN, 'This token belongs to another customer here.']);
  return { customer: { ...customer, isThere }, messages };
}

export async function ownerOfToken(
  eventStore: Pick<EventStore, 'readStream'>,
  tokenDigest: string,
): Promise<string | undefined> {
  const [issued] = await eventStore.readStream(apiTokenStream(tokenDigest), { limit: 1 });
  return issued?.data['userId'] as string | undefined;
}

/**
 * Returns the booked opening balance, or `undefined`. It is among the first events of the wallet.
 */
async function openingOf(
  eventStore: Pick<EventStore, 'readStream'>,
  userId: string,
  oldId: string,
): Promise<Kobo | undefined> {
  const events = await eventStore.readStream(walletStream(userId), { limit: 10 });
  const reference = openingReference(oldId);
  for (const recorded of events) {
    const event = walletEvent(recorded);
    if (event?.type !== 'WalletFunded' || event.data.provider !== OPENING) continue;
    if (event.data.transactionReference === reference) return BigInt(event.data.paid);
  }
  return undefined;
}
