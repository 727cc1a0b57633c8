import { systemContext } from '../../../infra/event-store/event-context.js';
import type { KeyVault, Secrets } from '../../../infra/crypto/key-vault.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import type { SessionsServer } from '../../../infra/simulation/sessions-server.js';
import { Purchasing } from '../../api/purchasing.js';
import { BvnRecords } from '../../customers/bvn/bvn-records.js';
import { finishForgettings } from '../../customers/forgetting/finish-forgettings.js';
import { ForgetPerson } from '../../customers/forgetting/forget-person.js';
import { Forgettings } from '../../customers/forgetting/forgettings.js';
import type { Passwords } from '../../customers/login/passwords.js';
import { openCustomers } from '../../customers/open-customers.js';
import { SetPin } from '../../customers/pin/set-pin.handler.js';
import { CreateUser } from '../../customers/registration/create-user.handler.js';
import { MarkEmailVerified } from '../../customers/registration/verify-email.handler.js';
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
  PAYOUT_DELAY: 0,
  PIN_ATTEMPTS_MAX,
  RATE_LIMIT_CODES: 50,
  RATE_LIMIT_LOGIN_FAILURES: 50,
  RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: 200,
};

/** Fast replacement for the product's slow password hash. */
const PASSWORDS = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
  isOld: () => false,
} as unknown as Passwords;

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

export function openCustomersRoom({
  store,
  vault,
  sessions: server,
  wallets,
  wiring = {},
}: CustomersRoomParts) {
  const tries = wiring.tries?.(server.tries()) ?? server.tries();
  const customers = openCustomers({
    store,
    vault,
    secrets: SECRETS,
    sessionStore: wiring.sessions?.(server.sessions()) ?? server.sessions(),
    tries,
    limits: server.limits(),
    wallets,
    passwords: PASSWORDS,
    settings: SETTINGS,
  });
  const { users, sessions } = customers;
  const bvns = new BvnRecords(store, vault, SECRETS);
  const forgettings = new Forgettings(store);
  const forgetting = new ForgetPerson(users, sessions, wallets, bvns, store, vault, tries, forgettings);
  return {
    ...customers,
    forgetting,
    finishForgettings: (onFault: (error: unknown) => void) =>
      void finishForgettings({
        forgettings: wiring.forgettings?.(forgettings) ?? forgettings,
        person: forgetting,
        signal: new AbortController().signal,
        onFault,
        everyMs: FORGETTINGS_EVERY_MS,
      }),
    async signUp(userId: string): Promise<void> {
      const person = {
        email: emailOf(userId),
        password: FIRST_PASSWORD,
        firstName: 'Ada',
        lastName: 'Obi',
        ...({ phone: '08031234567', role: 'user', tier: 'regular' } as const),
      };
      const context = systemContext();
      await customers.register.execute(new CreateUser(person, context, undefined, userId));
      await customers.verifyEmail.execute(new MarkEmailVerified(userId, context));
      await customers.setPin.execute(new SetPin(userId, FIRST_PIN, context));
    },
  };
}

export type CustomersRoom = ReturnType<typeof openCustomersRoom>;

export const purchasingOf = ({ users }: CustomersRoom, orders: PlaceOrderHandler): Purchasing =>
  new Purchasing(
    users,
    { begin: () => undefined, end: () => undefined } as never,
    { execute: (command: never) => orders.execute(command) } as never,
    ...([{}, { note: () => undefined }, {}] as unknown as [never, never, never]),
  );
