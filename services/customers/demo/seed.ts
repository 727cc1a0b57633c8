import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { KeyVault, Secrets } from '../../../infra/crypto/key-vault.js';
import { KeyedDigest } from '../../../infra/crypto/keyed-digest.js';
import { randomBytes, randomInt, randomUUID } from '../../../infra/host/chance.js';
import type { Kobo } from '../../contracts/money.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';
import { apiTokenIssued, newApiToken } from '../api-token/api-tokens.js';
import { Passwords } from '../login/passwords.js';
import { macOfPin } from '../pin/pins.js';
import { apiTokenStream, emailStream, userStream } from '../user.events.js';
import { emailMac } from '../email-claims.js';
import { appendSurely } from '../../../infra/event-store/decide-and-append.js';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import type { EventContext } from '../../../infra/event-store/event-context.js';

export interface SeedOptions {
  readonly eventStore: EventStore;
  readonly vault: KeyVault;
  readonly secrets: Secrets;
  readonly wallets: WalletStreams;
  readonly users: number;
  readonly balanceKobo: Kobo;
  readonly now?: Date;
  readonly onProgress?: (done: number) => void;
}

export interface SeededUser {
  readonly userId: string;
  readonly email: string;
  readonly apiToken: string;
  readonly pin: string;
}

const SIDE_BY_SIDE = 512;

/** Not secret, because a person who can seed users can also spend their money. */
const SEED_PIN = '4826';

/**
 * Creates users with a verified email, a PIN, an API token and money. All of them share one random
 * password, because hashing a password for each would be slow.
 */
export async function seedUsers(options: SeedOptions): Promise<SeededUser[]> {
  const passwordHash = await new Passwords().hash(randomBytes(32).toString('base64url'));
  const run = randomBytes(4).toString('hex');
  const context = systemContext(options.now);
  const seeded: SeededUser[] = [];
  for (let first = 0; first < options.users; first += SIDE_BY_SIDE) {
    const count = Math.min(SIDE_BY_SIDE, options.users - first);
    const batch = Array.from({ length: count }, (_, index) =>
      newcomer(`seed-${run}-${first + index + 1}@seed.test`),
    );
    await options.vault.createKeys(batch.map((user) => user.userId));
    await Promise.all(batch.map((user) => store(user, passwordHash, context, options)));
    seeded.push(...batch);
    options.onProgress?.(seeded.length);
  }
  return seeded;
}

const newcomer = (email: string): SeededUser => ({
  userId: randomUUID(),
  email,
  apiToken: newApiToken(),
  pin: SEED_PIN,
});

async function store(
  user: SeededUser,
  passwordHash: string,
  context: EventContext,
  options: SeedOptions,
): Promise<void> {
  const { eventStore, vault, secrets, wallets, balanceKobo } = options;
  const { userId, email } = user;
  const token = apiTokenIssued(userId, user.apiToken, context);
  const phone = `080${String(randomInt(100_000_000)).padStart(8, '0')}`;
  const personal = vault.seal(userId, { firstName: 'Seed', lastName: 'User', email, phone, passwordHash });
  const pinMac = macOfPin(new KeyedDigest(secrets.pinPepper), userId, user.pin);
  // Turn off mails about purchases, because load tests make thousands of purchases.
  const notices = { delivered: false, refunded: false };
  const registered = { userId, role: 'user', tier: 'regular', notices } as const;
  await Promise.all([
    appendSurely(eventStore, emailStream(emailMac(secrets.emailKey, email)), NO_STREAM, [
      fact('EmailClaimed', { userId }, context),
    ]),
    appendSurely(eventStore, userStream(userId), NO_STREAM, [
      fact('UserRegistered', { ...registered, sealed: personal }, context),
      fact('EmailVerified', { userId }, context),
      fact('PinSet', { userId, sealed: vault.seal(userId, { pinMac }) }, context),
      apiTokenIssued(userId, user.apiToken, context),
    ]),
    appendSurely(eventStore, apiTokenStream(token.data.tokenDigest), NO_STREAM, [token]),
    balanceKobo > 0n
      ? wallets.handle(
          userId,
          {
            type: 'FundWallet',
            provider: 'opening',
            transactionReference: `seed-${userId}`,
            source: 'Seed',
            paid: balanceKobo,
            settled: balanceKobo,
            charge: 0n,
          },
          context,
        )
      : wallets.handle(userId, { type: 'OpenWallet' }, context),
  ]);
}
