import { hash } from 'node:crypto';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { pino } from 'pino';
import { loadConfig, type Config } from '../../../infra/config/config.js';
import { LiveHub } from '../../../infra/live/live-hub.js';
import type { SharedWrites } from '../../../infra/live/shared-writes.js';
import { Rush } from '../../../infra/threads/rush.js';
import type { SessionStore, StoredSession } from '../../../infra/sessions/session-store.js';
import { Login, type LoggedIn } from '../../accounts/login.handler.js';
import { Sessions } from '../../accounts/sessions.js';
import type { User } from '../../accounts/user.state.js';
import { BankingQuotes } from '../../catalog/banking-quotes.js';
import { Catalog } from '../../catalog/catalog.js';
import { systemStory } from '../../accounts/write-stream.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Role } from '../../contracts/services.js';
import type { BuyAnswer } from '../../purchases/accept-order.js';
import { BuyAirtime, type AirtimeOrder } from '../../purchases/airtime/buy-airtime.handler.js';
import type { ApiDeps } from '../api-deps.js';

export const STUB_PASSWORD = 'Demo-pass-1';
export const STUB_API_TOKEN = `nl_${'a'.repeat(43)}`;

/** A person of the stubbed product; all share one password. */
export const stubUser = (userId: string, role: Role = 'user'): User => ({
  ...{ userId, role, tier: 'regular', emailVerified: true, firstName: 'Ada', lastName: 'Obi' },
  ...{ email: `${userId}@demo.test`, phone: '08031234567', passwordHash: '', pinMac: 'mac' },
  ...{
    apiTokenDigest: hash('sha256', STUB_API_TOKEN, 'hex'),
    apiTokenLastFour: 'aaaa',
    reservedAccounts: [],
  },
});

function memorySessions(): SessionStore {
  const stored = new Map<string, StoredSession>();
  const listeners: ((id: string) => void)[] = [];
  return {
    shared: false,
    get: (id) => stored.get(id),
    put: async (session) => void stored.set(session.id, session),
    seen: async () => undefined,
    delete: async (id) => {
      if (stored.delete(id)) for (const listener of listeners) listener(id);
    },
    onDeleted: (listener) => void listeners.push(listener),
    idsOf: (userId) =>
      [...stored.values()].filter((session) => session.userId === userId).map(({ id }) => id),
    prune: async () => 0,
  };
}

@CommandHandler(Login)
class StubLogin implements ICommandHandler<Login> {
  constructor(
    private readonly people: ReadonlyMap<string, User>,
    private readonly sessions: Sessions,
  ) {}

  async execute({ email, password, roles }: Login): Promise<LoggedIn> {
    const user = [...this.people.values()].find((person) => person.email === email);
    if (!user || password !== STUB_PASSWORD || !roles.includes(user.role))
      throw new RuleBroken('LOGIN_FAILED');
    return { user, ...(await this.sessions.start(user)) };
  }
}

@CommandHandler(BuyAirtime)
class StubBuyAirtime implements ICommandHandler<BuyAirtime> {
  constructor(
    private readonly orders: AirtimeOrder[],
    private readonly behave: () => Promise<void> | void,
  ) {}

  async execute({ order }: BuyAirtime): Promise<BuyAnswer> {
    await this.behave();
    this.orders.push(order);
    return { status: true, message: 'ok', reference: 'NL1', transaction_status: 'Pending' };
  }
}

/** Prices as they are; every account is Ada's. */
const stubBanking = (config: Config): ApiDeps['banking'] => ({
  quotes: new BankingQuotes(new Catalog(config), config),
  directory: {
    banks: async () => [{ code: '058', name: 'GTBank' }],
    holder: async () => ({ name: 'ADA OKAFOR', bankName: 'GTBank' }),
  },
  bets: { nameOf: async () => 'ADA OKAFOR' },
  bvn: { status: async () => ({ verified: false, lastFour: '', attemptsLeft: 3, price: 0n }) },
});

/** What several processes share; a store of its own when absent. */
export interface StubStores {
  readonly sessions?: SessionStore;
  readonly liveHub?: LiveHub;
  readonly sharedWrites?: SharedWrites;
}

export interface StubbedProduct {
  readonly deps: ApiDeps;
  readonly sessions: Sessions;
  readonly liveHub: LiveHub;
  /** What was bought. */
  readonly orders: AirtimeOrder[];
  /** Webhook bodies that were stored. */
  readonly received: string[];
  /** What buying does before it succeeds; throw to refuse. */
  behave: () => Promise<void> | void;
  lastPosition: number;
}

/** A product without a ledger, for testing the HTTP layer alone: it keeps every rule of HTTP and none of money. */
export function stubbedProduct(
  settings: Readonly<Record<string, string>> = {},
  webDir = '/nonexistent',
  stores: StubStores = {},
): StubbedProduct {
  const config = loadConfig({ NODE_ENV: 'test', ...settings });
  const people = new Map(
    [stubUser('customer'), stubUser('admin', 'admin'), stubUser('auditor', 'auditor')].map((user) => [
      user.userId,
      user,
    ]),
  );
  const sessions = new Sessions(
    stores.sessions ?? memorySessions(),
    { sessionKey: Buffer.alloc(32, 1) },
    config,
  );
  const liveHub = stores.liveHub ?? new LiveHub();
  const byToken = (token: string): User | undefined =>
    token === STUB_API_TOKEN ? people.get('customer') : undefined;
  const orders: AirtimeOrder[] = [];
  const received: string[] = [];
  const product: StubbedProduct = {
    ...{ sessions, liveHub, orders, received, lastPosition: 0, behave: () => undefined },
    deps: {
      ...(stores.sharedWrites && { sharedWrites: stores.sharedWrites }),
      ...{ config, sessions, liveHub, webDir, rush: new Rush(), logger: pino({ level: 'silent' }) },
      users: {
        byId: async (userId) => people.get(userId),
        cachedById: (userId) => people.get(userId),
        byApiToken: async (token) => byToken(token),
        cachedByApiToken: byToken,
      },
      reserveAccount: async () => undefined,
      stories: { of: async () => systemStory() },
      recentRecipients: { of: async () => [] },
      wallets: { load: async () => ({ available: 5_000_000n, held: 0n }) },
      catalog: new Catalog(config),
      lookups: { find: async () => ({ name: 'ADA OKAFOR' }) },
      banking: stubBanking(config),
      readStore: {
        get: async () => undefined,
        page: async () => ({ rows: [], total: 0, totalCapped: false }),
        checkpoint: async () => product.lastPosition,
        close: async () => undefined,
      },
      commandHandlers: [new StubLogin(people, sessions), new StubBuyAirtime(orders, () => product.behave())],
      documents: { receipt: async () => Buffer.from('%PDF'), statement: async () => Buffer.from('Date') },
      webhooks: {
        monnify: async (body, signature) => {
          if (signature !== 'right') throw new RuleBroken('SIGNATURE_INVALID');
          received.push(body.toString());
        },
        vtpass: async (body) => void received.push(body.toString()),
      },
      health: {
        problems: () => [],
        lastPosition: async () => product.lastPosition,
        oldestOpenPurchaseMs: async () => undefined,
        vending: () => ({ openPurchases: 0, position: product.lastPosition }),
      },
    },
  };
  return product;
}
