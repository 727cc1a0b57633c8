import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../runtime/config.js';
import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { openLmdbSessions, type LmdbSessions } from '../../../infra/sessions/open-lmdb-sessions.js';
import { openLmdbSnapshots } from '../../../infra/snapshots/open-lmdb-snapshots.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { ApiTokens } from '../api-token/api-tokens.js';
import { codeDigits, codeKey } from '../mailed-codes/code-digits.js';
import { OldHashes } from '../login/old-hashes.js';
import { Passwords } from '../login/passwords.js';
import { PasskeyChallenges } from '../passkeys/passkey-challenges.js';
import { Passkeys } from '../passkeys/passkeys.js';
import { openCustomers } from '../open-customers.js';
import type { NewPerson } from '../registration/create-user.handler.js';
import { RotateApiTokenHandler } from '../api-token/rotate-api-token.handler.js';
import { SendCodeHandler } from '../mailed-codes/send-code.handler.js';
import type { SessionOwners } from '../login/sessions.js';
import { LegalPages } from '../../brand/legal/legal-pages.js';
import { SignUpHandler } from '../registration/sign-up.handler.js';
import type { CodePurpose } from '../user.events.js';

export const ADA: NewPerson = {
  email: 'Ada@Example.test',
  password: 'a long password',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '08031234567',
  role: 'user',
  tier: 'regular',
};

export interface SharedParts {
  readonly vault?: KeyVault;
  readonly kept?: Pick<LmdbSessions, 'sessions' | 'tries' | 'counters' | 'limits' | 'close'>;
  readonly passwords?: Passwords;
  /** Wraps the stores. */
  readonly watch?: <Part extends object>(part: Part) => Part;
  /** Default: `users`. */
  readonly owners?: SessionOwners;
}

export const EVERYBODY: SessionOwners = {
  cachedById: () => ({ credentialEpoch: 0 }),
  current: async () => ({ credentialEpoch: 0 }),
};

export async function openPeople(
  settings: Record<string, string> = {},
  eventStore: EventStore = new MemoryEventStore(),
  dir: string = mkdtempSync(join(tmpdir(), 'people-')),
  { owners, watch = (part) => part, ...shared }: SharedParts = {},
) {
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dir, ...settings });
  const store = watch(eventStore);
  const ownVault = shared.vault ?? (await openLmdbKeyVault({ dir: join(dir, 'keys') }));
  const vault = watch(ownVault);
  const secrets = {
    pinPepper: Buffer.alloc(32, 1),
    sessionKey: Buffer.alloc(32, 2),
    emailKey: Buffer.alloc(32, 3),
    sealKey: Buffer.alloc(32, 4),
  };
  const opened = shared.kept ?? openLmdbSessions({ dir: join(dir, 'sessions') });
  const kept = { sessions: watch(opened.sessions), tries: watch(opened.tries), limits: watch(opened.limits) };
  const snapshots = openLmdbSnapshots({ dir: join(dir, 'snapshots') });
  const wallets = new WalletStreams(store, snapshots);
  const passwords = watch(shared.passwords ?? new Passwords(new OldHashes(store)));
  const customers = openCustomers({
    store,
    vault,
    secrets,
    sessionStore: kept.sessions,
    tries: kept.tries,
    limits: kept.limits,
    wallets,
    passwords,
    settings: config,
    owners,
  });
  const { users, pins, codes, confirm, codeLimits, register } = customers;
  const challenges = new PasskeyChallenges(secrets, kept.limits);
  const apiTokens = new ApiTokens(users, store);
  const close = async (): Promise<void> => {
    await wallets.close();
    if (!shared.passwords) await passwords.onApplicationShutdown();
    await Promise.all([
      shared.vault ? undefined : ownVault.close(),
      shared.kept ? undefined : opened.close(),
    ]);
    await snapshots.close();
  };
  return {
    ...customers,
    config,
    dir,
    store,
    vault,
    secrets,
    wallets,
    passwords,
    challenges,
    passkeys: new Passkeys(users, pins, challenges, opened.counters, config),
    tries: kept.tries,
    limits: kept.limits,
    counters: opened.counters,
    sessionStore: kept.sessions,
    codeOf: (userId: string, code: { readonly purpose: CodePurpose; readonly codeId: string }) =>
      codeDigits(codeKey(secrets.pinPepper), userId, code),
    signUp: new SignUpHandler(users, register, codes, codeLimits, new LegalPages(store)),
    apiTokens,
    rotateApiToken: new RotateApiTokenHandler(users, confirm, apiTokens),
    sendCode: new SendCodeHandler(users, codes, codeLimits),
    close,
    remove: async (): Promise<void> => {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type People = Awaited<ReturnType<typeof openPeople>>;

export async function withoutEmail({ vault, users, passwords }: People, userId: string): Promise<void> {
  const { firstName, lastName } = ADA;
  const phone = '08039999999';
  await vault.createKey(userId);
  await users.phones.claim(phone, userId, systemContext());
  const passwordHash = await passwords.hash(ADA.password);
  const personal = { firstName, lastName, email: '', phone, passwordHash };
  await users.create({ userId, role: 'user', tier: 'regular', personal }, systemContext());
}
