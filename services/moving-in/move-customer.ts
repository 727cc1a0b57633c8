import { KeyedDigest } from '../../infra/crypto/keyed-digest.js';
import type { KeyVault, Secrets } from '../../infra/crypto/key-vault.js';
import { appendedSurely } from '../../infra/event-store/decide-and-append.js';
import { type EventContext, fact } from '../../infra/event-store/event-context.js';
import { type EventStore, NO_STREAM, type StreamHead } from '../../infra/event-store/event-store.js';
import { freeEmail } from '../customers/email-claims.js';
import { macOfPin } from '../customers/pin/pins.js';
import { claimAccount } from '../customers/reserved-accounts.js';
import { apiTokenStream, emailStream, userStream, type UserEvent } from '../customers/user.events.js';
import type { Users } from '../customers/users.js';
import { OPENING } from '../ledger/posting-rules.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import { type KnownCustomer, openingReference, ownerOfToken, PHONE_TAKEN } from './check-customers.js';

export interface MoveDeps {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly secrets: Pick<Secrets, 'pinPepper'>;
  readonly users: Pick<Users, 'emails' | 'phones'>;
  readonly wallets: Pick<WalletStreams, 'handle'>;
}

/** Milliseconds for which the API token of the older system stays valid: 90 days. */
const OLD_TOKEN_MS = 90 * 86_400_000;

/** Error when another customer took the email, the account number or the token after the file was checked. */
export class RowRefused extends Error {
  override readonly name = 'RowRefused';
}

/**
 * Skips steps that an earlier import or another process has done. The key of a new customer must exist.
 * @throws RowRefused when the email, the phone, an account number or the token belongs to another customer
 */
export async function moveCustomer(
  customer: KnownCustomer,
  balanceDate: string,
  context: EventContext,
  deps: MoveDeps,
): Promise<void> {
  const { userId, balance, oldId } = customer;
  if (!customer.isThere) await register(customer, context, deps);
  await deps.wallets.handle(
    userId,
    balance > 0n
      ? {
          type: 'FundWallet',
          provider: OPENING,
          transactionReference: openingReference(oldId),
          source: 'Opening balance',
          paid: balance,
          settled: balance,
          charge: 0n,
          balanceDate,
        }
      : { type: 'OpenWallet' },
    context,
  );
}

async function register(customer: KnownCustomer, context: EventContext, deps: MoveDeps): Promise<void> {
  const { userId, accounts } = customer;
  const { eventStore, vault } = deps;
  await vault.loadKeys([userId]);
  // Seal before the first append, because keys stay at hand for 90 s.
  const events = registration(customer, context, deps);
  const reserved = accounts.map((account) => accountReserved(account, userId, context, vault));
  await claimSignInName(customer, context, deps);
  const token = oldToken(customer, context);
  if (
    token &&
    !(await appendedSurely(eventStore, apiTokenStream(token.data.tokenDigest), NO_STREAM, [token])) &&
    (await ownerOfToken(eventStore, token.data.tokenDigest)) !== userId
  ) {
    await freeSignInName(customer, context, deps);
    throw new RowRefused('The API token belongs to another customer.');
  }
  for (const [index, account] of accounts.entries())
    if (!(await claimAccount(eventStore, { userId, ...account }, reserved[index]!))) {
      await freeSignInName(customer, context, deps);
      throw new RowRefused('An account belongs to somebody else here.');
    }
  await appendedSurely(eventStore, userStream(userId), NO_STREAM, events);
}

async function claimSignInName(
  { userId, email, phone }: KnownCustomer,
  context: EventContext,
  { eventStore, users }: MoveDeps,
): Promise<void> {
  if (email === '') {
    if (!(await users.phones.claim(phone, userId, context))) throw new RowRefused(PHONE_TAKEN);
    return;
  }
  const claim = (head: StreamHead): Promise<boolean> =>
    appendedSurely(eventStore, emailStream(users.emails.mac(email)), head, [
      fact('EmailClaimed', { userId }, context),
    ]);
  // Most addresses are new, so only the others are read.
  if (await claim(NO_STREAM)) return;
  const { owner, head } = await users.emails.toClaim(email, context, userId);
  if (owner === userId) return;
  const isOurs = owner === undefined && (await claim(head));
  if (!isOurs && (await users.emails.ownerOf(email)) !== userId)
    throw new RowRefused('Somebody has an account with this email already.');
}

async function freeSignInName(
  { userId, email, phone }: KnownCustomer,
  context: EventContext,
  { eventStore, users }: MoveDeps,
): Promise<void> {
  if (email === '') await users.phones.free(phone, userId, context);
  else await freeEmail(eventStore, users.emails.mac(email), userId, context);
}

/**
 * Has no account numbers. The provider is asked for them when the customer opens the page that shows them.
 */
const accountReserved = (
  account: KnownCustomer['accounts'][number],
  userId: string,
  context: EventContext,
  vault: KeyVault,
): UserEvent =>
  fact('AccountReserved', { userId, ...account, sealed: vault.seal(userId, { accounts: [] }) }, context);

function oldToken({ userId, tokenDigest }: KnownCustomer, context: EventContext) {
  if (tokenDigest === undefined) return undefined;
  const validUntil = new Date(context.now.getTime() + OLD_TOKEN_MS).toISOString();
  return fact('ApiTokenIssued', { userId, tokenDigest, lastFour: '', validUntil }, context);
}

/** Put `PinSet` and the token last, because `EmailVerified` removes an earlier PIN and token. */
function registration(
  customer: KnownCustomer,
  context: EventContext,
  { vault, secrets }: MoveDeps,
): readonly UserEvent[] {
  const { userId, tier, firstName, lastName, email, phone, passwordHash, pin, accounts } = customer;
  const sealed = vault.seal(userId, { firstName, lastName, email, phone, passwordHash });
  const events: UserEvent[] = [fact('UserRegistered', { userId, role: 'user', tier, sealed }, context)];
  if (customer.emailVerified) events.push(fact('EmailVerified', { userId }, context));
  if (pin !== undefined) {
    const pinMac = macOfPin(new KeyedDigest(secrets.pinPepper), userId, pin);
    events.push(fact('PinSet', { userId, sealed: vault.seal(userId, { pinMac }) }, context));
  }
  const token = oldToken(customer, context);
  if (token) events.push(token);
  return [...events, ...accounts.map((account) => accountReserved(account, userId, context, vault))];
}
