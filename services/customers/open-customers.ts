import type { KeyVault, Secrets } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { Limits } from '../../infra/limits/limits.js';
import type { SessionStore, TriesStore } from '../../infra/sessions/session-store.js';
import type { WalletStreams } from '../wallet/wallet.streams.js';
import type { CustomerSettings } from './customer.settings.js';
import { EventContexts } from './event-contexts.js';
import { CodeLimits } from './login/code-limits.js';
import { KnownDevices } from './login/known-devices.js';
import { LoginHandler } from './login/login.handler.js';
import { LoginLimits } from './login/login-limits.js';
import { PasswordDoor } from './login/password-door.js';
import { ConfirmPassword, type Passwords } from './login/passwords.js';
import { type SessionOwners, Sessions } from './login/sessions.js';
import { Codes } from './mailed-codes/codes.js';
import { ChangePinHandler } from './pin/change-pin.handler.js';
import { PinLocks, Pins } from './pin/pins.js';
import { SetPinHandler } from './pin/set-pin.handler.js';
import { ChangeOwnPasswordHandler } from './recovery/change-own-password.handler.js';
import { ReplacePassword } from './recovery/replace-password.js';
import { FinishRecoveryHandler } from './recovery/finish-recovery.handler.js';
import { RecoveryRequests } from './recovery/recovery-requests.js';
import { StartRecoveryHandler } from './recovery/start-recovery.handler.js';
import { CreateUserHandler } from './registration/create-user.handler.js';
import { MarkEmailVerifiedHandler } from './registration/verify-email.handler.js';
import { Users } from './users.js';

interface CustomersParts {
  readonly store: EventStore;
  readonly vault: KeyVault;
  readonly secrets: Secrets;
  readonly sessionStore: SessionStore;
  readonly tries: TriesStore;
  readonly limits: Limits;
  readonly wallets: WalletStreams;
  readonly passwords: Passwords;
  readonly settings: Pick<
    CustomerSettings,
    | 'SESSION_IDLE'
    | 'SESSION_MAX'
    | 'PAYOUT_DELAY'
    | 'PIN_ATTEMPTS_MAX'
    | 'RATE_LIMIT_CODES'
    | 'RATE_LIMIT_LOGIN_FAILURES'
    | 'RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT'
  >;
  /** Default: `users`. */
  readonly owners?: SessionOwners | undefined;
}

/**
 * Makes the services of `CustomersModule` without Nest, because Nest is too slow for thousands of
 * simulated processes.
 */
export function openCustomers(parts: CustomersParts) {
  const { store, vault, secrets, tries, limits, wallets, passwords, settings } = parts;
  const users = new Users(store, vault, secrets);
  const sessions = new Sessions(parts.sessionStore, secrets, settings, parts.owners ?? users);
  const pins = new Pins(secrets, tries, settings, new PinLocks(users));
  const codes = new Codes(secrets, limits);
  const confirm = new ConfirmPassword(passwords, limits, settings);
  const requests = new RecoveryRequests(secrets);
  const change = new ReplacePassword(users, passwords, sessions);
  const devices = new KnownDevices(secrets);
  const codeLimits = new CodeLimits(limits, settings);
  const loginLimits = new LoginLimits(limits, settings);
  const contexts = new EventContexts(vault);
  const door = new PasswordDoor(users, passwords, loginLimits, devices);
  return {
    users,
    sessions,
    pins,
    codes,
    confirm,
    devices,
    codeLimits,
    door,
    register: new CreateUserHandler(store, vault, users, passwords, wallets),
    verifyEmail: new MarkEmailVerifiedHandler(users),
    setPin: new SetPinHandler(users, pins),
    login: new LoginHandler(door, sessions, devices),
    changePin: new ChangePinHandler(users, pins, codes, confirm, tries, settings),
    changeOwnPassword: new ChangeOwnPasswordHandler(
      users,
      codes,
      confirm,
      requests,
      codeLimits,
      change,
      devices,
    ),
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
  };
}
