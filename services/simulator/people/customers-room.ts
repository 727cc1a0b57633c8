import { systemContext } from '../../../infra/event-store/event-context.js';
import type { KeyVault, Secrets } from '../../../infra/crypto/key-vault.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { SessionsServer } from '../../../infra/simulation/sessions-server.js';
import { Purchasing } from '../../api/purchasing.js';
import { BvnRecords } from '../../customers/bvn/bvn-records.js';
import { EventContexts } from '../../customers/event-contexts.js';
import { finishForgettings } from '../../customers/forgetting/finish-forgettings.js';
import { ForgetPerson } from '../../customers/forgetting/forget-person.js';
import { Forgettings } from '../../customers/forgetting/forgettings.js';
import { CodeLimits } from '../../customers/login/code-limits.js';
import { KnownDevices } from '../../customers/login/known-devices.js';
import { LoginHandler } from '../../customers/login/login.handler.js';
import { PasswordDoor } from '../../customers/login/password-door.js';
import { LoginLimits } from '../../customers/login/login-limits.js';
import { ConfirmPassword, type Passwords } from '../../customers/login/passwords.js';
import { Sessions } from '../../customers/login/sessions.js';
import { Codes } from '../../customers/mailed-codes/codes.js';
import { ChangePinHandler } from '../../customers/pin/change-pin.handler.js';
import { PinLocks, Pins } from '../../customers/pin/pins.js';
import { SetPin, SetPinHandler } from '../../customers/pin/set-pin.handler.js';
import { ChangeOwnPasswordHandler } from '../../customers/recovery/change-own-password.handler.js';
import { ChangePassword } from '../../customers/recovery/change-password.js';
import { FinishRecoveryHandler } from '../../customers/recovery/finish-recovery.handler.js';
import { RecoveryRequests } from '../../customers/recovery/recovery-requests.js';
import { StartRecoveryHandler } from '../../customers/recovery/start-recovery.handler.js';
import { RegisterUser, RegisterUserHandler } from '../../customers/registration/register-user.handler.js';
import { VerifyEmail, VerifyEmailHandler } from '../../customers/registration/verify-email.handler.js';
import { Users } from '../../customers/users.js';
import type { PlaceOrderHandler } from '../../purchases/accept/place-order.handler.js';
import type { Wiring } from '../wiring.js';
import type { WalletStreams } from '../../wallet/wallet.streams.js';

export const PIN_ATTEMPTS_MAX = 3;
export const SECRETS: Secrets = {
  pinPepper: Buffer.alloc(32, 1),
  sessionKey: Buffer.alloc(32, 2),
  emailKey: Buffer.alloc(32, 3),
  sealKey: Buffer.alloc(32, 4),
};
const SETTINGS = {
  SESSION_IDLE: 1_800_000,
  SESSION_MAX: 28_800_000,
  PIN_ATTEMPTS_MAX,
  RATE_LIMIT_CODES: 50,
  RATE_LIMIT_LOGIN_FAILURES: 50,
  RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: 200,
};

/** Skips the slow password hash. */
const PASSWORDS = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
} as unknown as Passwords;

/** Shorter than in production: a run lasts minutes. */
const FORGETTINGS_EVERY_MS = 10_000;

export const emailOf = (userId: string): string => `${userId}@example.test`;
export const FIRST_PASSWORD = 'the first password';
export const FIRST_PIN = '2468';

export interface CustomersRoomParts {
  readonly store: EventStore;
  readonly vault: KeyVault;
  readonly sessions: SessionsServer;
  readonly wallets: WalletStreams;
  readonly wiring?: Wiring;
}

/** The `customers` module of one process. */
export function openCustomersRoom({
  store,
  vault,
  sessions: server,
  wallets,
  wiring = {},
}: CustomersRoomParts) {
  const limits = server.limits();
  const tries = wiring.tries?.(server.tries()) ?? server.tries();
  const users = new Users(store, vault, SECRETS);
  const sessions = new Sessions(
    wiring.sessions?.(server.sessions()) ?? server.sessions(),
    SECRETS,
    SETTINGS,
    users,
  );
  const pins = new Pins(SECRETS, tries, SETTINGS, new PinLocks(users));
  const codes = new Codes(SECRETS, limits);
  const confirm = new ConfirmPassword(PASSWORDS, limits, SETTINGS);
  const requests = new RecoveryRequests(SECRETS);
  const change = new ChangePassword(users, PASSWORDS, sessions);
  const devices = new KnownDevices(SECRETS);
  const codeLimits = new CodeLimits(limits, SETTINGS);
  const loginLimits = new LoginLimits(limits, SETTINGS);
  const contexts = new EventContexts(vault);
  const bvns = new BvnRecords(store, vault, SECRETS);
  const forgettings = new Forgettings(store);
  const forgetting = new ForgetPerson(users, sessions, wallets, bvns, store, vault, tries, forgettings);
  return {
    users,
    sessions,
    pins,
    login: new LoginHandler(new PasswordDoor(users, PASSWORDS, loginLimits, devices), sessions, devices),
    changePin: new ChangePinHandler(users, pins, codes, confirm, tries),
    changePassword: new ChangeOwnPasswordHandler(
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
    forgetting,
    /** Finishes erasures begun by other processes. */
    finishForgettings: (onFault: (error: unknown) => void) =>
      void finishForgettings({
        forgettings: wiring.forgettings?.(forgettings) ?? forgettings,
        person: forgetting,
        signal: new AbortController().signal,
        onFault,
        everyMs: FORGETTINGS_EVERY_MS,
      }),
    /** Registers a person with email, password and PIN. */
    async register(userId: string): Promise<void> {
      const person = {
        email: emailOf(userId),
        password: FIRST_PASSWORD,
        firstName: 'Ada',
        lastName: 'Obi',
        ...({ phone: '08031234567', role: 'user', tier: 'regular' } as const),
      };
      const context = systemContext();
      const register = new RegisterUserHandler(store, vault, users, PASSWORDS, wallets);
      await register.execute(new RegisterUser(person, context, undefined, userId));
      await new VerifyEmailHandler(users).execute(new VerifyEmail(userId, context));
      await new SetPinHandler(users, pins).execute(new SetPin(userId, FIRST_PIN, context));
    },
  };
}

export type CustomersRoom = ReturnType<typeof openCustomersRoom>;

/** Runs the checks of every purchase before `orders`. */
export const purchasingOf = ({ users }: CustomersRoom, orders: PlaceOrderHandler): Purchasing =>
  new Purchasing(
    users,
    { begin: () => undefined, end: () => undefined } as never,
    { execute: (command: never) => orders.execute(command) } as never,
    ...([{}, { note: () => undefined }, {}] as unknown as [never, never, never]),
  );
