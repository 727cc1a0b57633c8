import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../runtime/config.js';
import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { openLmdbSessions, type LmdbSessions } from '../../../infra/sessions/open-lmdb-sessions.js';
import { openLmdbSnapshots } from '../../../infra/snapshots/open-lmdb-snapshots.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { CodeLimits } from '../login/code-limits.js';
import { ApiTokens } from '../api-token/api-tokens.js';
import { ChangeOwnPasswordHandler } from '../recovery/change-own-password.handler.js';
import { ChangePassword } from '../recovery/change-password.js';
import { ChangePinHandler } from '../pin/change-pin.handler.js';
import { codeDigits, codeKey } from '../mailed-codes/code-digits.js';
import { Codes } from '../mailed-codes/codes.js';
import { ConfirmPassword, Passwords } from '../login/passwords.js';
import { FinishRecoveryHandler } from '../recovery/finish-recovery.handler.js';
import { KnownDevices } from '../login/known-devices.js';
import { LoginLimits } from '../login/login-limits.js';
import { LoginHandler } from '../login/login.handler.js';
import { PasswordDoor } from '../login/password-door.js';
import { PasskeyChallenges } from '../passkeys/passkey-challenges.js';
import { Passkeys } from '../passkeys/passkeys.js';
import { PinLocks, Pins } from '../pin/pins.js';
import { RecoveryRequests } from '../recovery/recovery-requests.js';
import { RegisterUserHandler, type NewPerson } from '../registration/register-user.handler.js';
import { RotateApiTokenHandler } from '../api-token/rotate-api-token.handler.js';
import { SendCodeHandler } from '../mailed-codes/send-code.handler.js';
import { Sessions, type SessionOwners } from '../login/sessions.js';
import { SetPinHandler } from '../pin/set-pin.handler.js';
import { SignUpHandler } from '../registration/sign-up.handler.js';
import { StartRecoveryHandler } from '../recovery/start-recovery.handler.js';
import { EventContexts } from '../event-contexts.js';
import type { CodePurpose } from '../user.events.js';
import { Users } from '../users.js';
import { VerifyEmailHandler } from '../registration/verify-email.handler.js';

export const ADA: NewPerson = {
  email: 'Ada@Example.test',
  password: 'a long password',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '08031234567',
  role: 'user',
  tier: 'regular',
};

/** Shared with another process, or given by a test. */
export interface SharedParts {
  readonly vault?: KeyVault;
  readonly kept?: Pick<LmdbSessions, 'sessions' | 'tries' | 'counters' | 'limits' | 'close'>;
  readonly passwords?: Passwords;
  /** Wraps the stores. */
  readonly watch?: <Part extends object>(part: Part) => Part;
  /** Default: `users`. */
  readonly owners?: SessionOwners;
}

/** Session owners who never change their password. */
export const EVERYBODY: SessionOwners = {
  cachedById: () => ({ credentialEpoch: 0 }),
  current: async () => ({ credentialEpoch: 0 }),
};

/** All account services over one folder. */
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
  const users = new Users(store, vault, secrets);
  const passwords = watch(shared.passwords ?? new Passwords());
  const pins = new Pins(secrets, kept.tries, config, new PinLocks(users));
  const challenges = new PasskeyChallenges(secrets, kept.limits);
  const passkeys = new Passkeys(users, pins, challenges, opened.counters, config);
  const sessions = new Sessions(kept.sessions, secrets, config, owners ?? users);
  const close = async (): Promise<void> => {
    await wallets.close();
    await Promise.all([
      shared.vault ? undefined : ownVault.close(),
      shared.kept ? undefined : opened.close(),
    ]);
    await snapshots.close();
  };
  const confirm = new ConfirmPassword(passwords, kept.limits, config);
  const codes = new Codes(secrets, kept.limits);
  const requests = new RecoveryRequests(secrets);
  const codeLimits = new CodeLimits(kept.limits, config);
  const loginLimits = new LoginLimits(kept.limits, config);
  const change = new ChangePassword(users, passwords, sessions);
  const apiTokens = new ApiTokens(users, store);
  const contexts = new EventContexts(vault);
  const devices = new KnownDevices(secrets);
  const door = new PasswordDoor(users, passwords, loginLimits, devices);
  const register = new RegisterUserHandler(store, vault, users, passwords, wallets);
  return {
    config,
    dir,
    store,
    vault,
    secrets,
    wallets,
    users,
    passwords,
    pins,
    challenges,
    passkeys,
    sessions,
    tries: kept.tries,
    limits: kept.limits,
    counters: opened.counters,
    sessionStore: kept.sessions,
    codeOf: (userId: string, code: { readonly purpose: CodePurpose; readonly codeId: string }) =>
      codeDigits(codeKey(secrets.pinPepper), userId, code),
    register,
    devices,
    door,
    signUp: new SignUpHandler(users, register, codes, codeLimits),
    verifyEmail: new VerifyEmailHandler(users),
    setPin: new SetPinHandler(users, pins),
    login: new LoginHandler(door, sessions, devices),
    apiTokens,
    changeOwnPassword: new ChangeOwnPasswordHandler(
      users,
      codes,
      confirm,
      requests,
      codeLimits,
      change,
      devices,
    ),
    changePin: new ChangePinHandler(users, pins, codes, confirm, kept.tries),
    rotateApiToken: new RotateApiTokenHandler(users, confirm, apiTokens),
    sendCode: new SendCodeHandler(users, codes, codeLimits),
    startRecovery: new StartRecoveryHandler(users, codes, requests, codeLimits, devices),
    finishRecovery: new FinishRecoveryHandler(
      users,
      codes,
      requests,
      codeLimits,
      loginLimits,
      change,
      contexts,
      devices,
    ),
    close,
    remove: async (): Promise<void> => {
      await close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

export type People = Awaited<ReturnType<typeof openPeople>>;
