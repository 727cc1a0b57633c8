import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../infra/config/config.js';
import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { openLmdbSessions } from '../../../infra/sessions/open-lmdb-sessions.js';
import { openLmdbSnapshots } from '../../../infra/snapshots/open-lmdb-snapshots.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { ApiTokens } from '../api-tokens.js';
import { LoginLimits } from '../login-limits.js';
import { LoginHandler } from '../login.handler.js';
import { Passwords } from '../passwords.js';
import { Pins } from '../pins.js';
import { RegisterUserHandler, type NewPerson } from '../register-user.handler.js';
import { Sessions } from '../sessions.js';
import { SetPinHandler } from '../set-pin.handler.js';
import { Users } from '../users.js';
import { VerifyEmailHandler } from '../verify-email.handler.js';

export const ADA: NewPerson = {
  ...{ email: 'Ada@Example.test', password: 'a long password', firstName: 'Ada', lastName: 'Obi' },
  ...{ phone: '08031234567', role: 'user', tier: 'regular' },
};

/** Everything accounts are made of, on a folder of its own. */
export async function openPeople(
  settings: Record<string, string> = {},
  store: EventStore = new MemoryEventStore(),
  dir: string = mkdtempSync(join(tmpdir(), 'people-')),
) {
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dir, ...settings });
  const vault = await openLmdbKeyVault({ dir: join(dir, 'keys') });
  const secrets = {
    ...{ pinPepper: Buffer.alloc(32, 1), sessionKey: Buffer.alloc(32, 2) },
    ...{ emailKey: Buffer.alloc(32, 3), sealKey: randomBytes(32) },
  };
  const kept = openLmdbSessions({ dir: join(dir, 'sessions') });
  const snapshots = openLmdbSnapshots({ dir: join(dir, 'snapshots') });
  const wallets = new WalletStreams(store, snapshots);
  const users = new Users(store, vault, secrets);
  const passwords = new Passwords();
  const pins = new Pins(secrets, kept.tries, config);
  const sessions = new Sessions(kept.sessions, secrets, config);
  const close = async (): Promise<void> => {
    await wallets.close();
    await Promise.all([vault.close(), kept.close(), snapshots.close()]);
  };
  return {
    ...{
      config,
      dir,
      store,
      vault,
      secrets,
      wallets,
      users,
      passwords,
      pins,
      sessions,
      tries: kept.tries,
      limits: kept.limits,
    },
    sessionStore: kept.sessions,
    register: new RegisterUserHandler(store, vault, users, passwords, wallets),
    verifyEmail: new VerifyEmailHandler(users),
    setPin: new SetPinHandler(users, pins, vault),
    login: new LoginHandler(users, passwords, sessions, new LoginLimits(kept.limits, config)),
    apiTokens: new ApiTokens(users, store),
    close,
    remove: async (): Promise<void> => {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type People = Awaited<ReturnType<typeof openPeople>>;
