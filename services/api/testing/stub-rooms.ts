import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import {
  CommandHandler,
  CqrsModule,
  type ICommandHandler,
  type IQueryHandler,
  QueryHandler,
} from '@nestjs/cqrs';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { CONFIG } from '../../../infra/config/settings.js';
import { SECRETS } from '../../../infra/crypto/key-vault.js';
import { LIMITS } from '../../../infra/limits/limits.js';
import { EVENT_STORE } from '../../../infra/event-store/event-store.js';
import { loadConfig, type Config } from '../../runtime/config.js';
import { KEY_VAULT } from '../../../infra/crypto/key-vault.js';
import { UNLIMITED } from '../../../infra/testing/unlimited.js';
import { LiveHub } from '../../../infra/live/live-hub.js';
import { SHARED_WRITES, type SharedWrites } from '../../../infra/live/shared-writes.js';
import { READ_STORE, type ReadStore } from '../../../infra/read-store/view.js';
import { LoadSignal } from '../../../infra/threads/load-signal.js';
import type { SessionStore } from '../../../infra/sessions/session-store.js';
import { UNBRANDED } from '../../brand/brand.decider.js';
import { PermitReviews } from '../../purchases/review/permit-reviews.js';
import { Brands } from '../../brand/brands.js';
import { LegalPages } from '../../brand/legal/legal-pages.js';
import { WITHOUT_LOGO } from '../../brand/logo/logo.decider.js';
import { Logos } from '../../brand/logo/logos.js';
import { UNPUBLISHED } from '../../brand/legal/legal.decider.js';
import { DEFAULT_BRAND } from '../../contracts/brand/default-brand.js';
import { AlertStreams } from '../../alerts/alert-streams.js';
import { NO_ALERTS } from '../../alerts/alerts.state.js';
import { Administrators } from '../../administrators/administrators.js';
import { Invitations } from '../../administrators/invitations/invitations.js';
import { AdministratorPasskeys } from '../../administrators/passkeys/administrator-passkeys.js';
import type { LoginChallenge } from '../../administrators/passkeys/administrator-passkeys.js';
import { BeginAdministratorLogin } from '../../administrators/passkeys/begin-administrator-login.handler.js';
import { SecondFactors } from '../../administrators/second-factor/second-factors.js';
import { Visits } from '../../administrators/visits/visits.js';
import type { Permission } from '../../contracts/admin/administrators.contract.js';
import { Sessions } from '../../customers/login/sessions.js';
import {
  EndAllSessionsHandler,
  EndOtherSessionsHandler,
  EndOwnSessionHandler,
  EndSessionHandler,
  RenewSessionHandler,
} from '../../customers/login/sign-out.handlers.js';
import type { User } from '../../customers/user.state.js';
import { FundingTerms } from '../../catalog/funding-terms/funding-terms.js';
import { InstallationPrices } from '../../catalog/installation-prices.js';
import { Catalog } from '../../catalog/catalog.js';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { RecentRecipients } from '../../customers/beneficiaries/recent-recipients.js';
import { GetBvnStatus, type BvnStatus } from '../../customers/bvn/get-bvn-status.handler.js';
import { EventContexts } from '../../customers/event-contexts.js';
import { HouseAccount } from '../../customers/house-account.js';
import { Users } from '../../customers/users.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { AUDIT_READER } from '../../audit/audit.module.js';
import { EventExplorer } from '../../audit/explore/event-explorer.js';
import { Proofs } from '../../audit/proofs/proofs.js';
import { Documents } from '../../documents/documents.js';
import { FUNDING } from '../../funding/funding.service.js';
import { GetAllowanceHandler } from '../../money-desk/alone/allowance.js';
import { RequestRequery } from '../../purchases/attempt/request-requery.js';
import { VendorHints } from '../../purchases/attempt/vendor-hints.js';
import { BankDirectory } from '../../purchases/lookup/bank-directory.js';
import { VendorFloats } from '../../purchases/lookup/vendor-floats.js';
import { PlatformCustomers } from '../../purchases/lookup/platform-customers.js';
import { CustomerLookups } from '../../purchases/lookup/customer-lookups.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { RuleBroken } from '../../contracts/errors.js';
import { PurchaseStreams } from '../../purchases/purchase.streams.js';
import { VendorBacklog } from '../../purchases/accept/vendor-backlog.js';
import { type BuyAnswer, PlaceOrder } from '../../purchases/accept/place-order.handler.js';
import { QuoteOrderHandler } from '../../purchases/accept/quote-order.handler.js';
import { FindAccountHolderHandler, ListBanksHandler } from '../../purchases/lookup/bank-lookups.queries.js';
import { API_HEALTH, type ApiHealth } from '../api-health.js';
import { ApiModule } from '../api.module.js';
import { ReadModelsModule } from '../../../read-models/read-models.module.js';
import {
  ExportProfileHandler,
  GetNoticeSettingsHandler,
  GetUserDataHandler,
} from '../../customers/profile/profile.queries.js';
import { OpenAccountHandler } from '../../funding/reserve/open-account.handler.js';
import { ReserveMissingAccountHandler } from '../../funding/reserve/reserve-missing-account.handler.js';
import { GetUpgradeQuoteHandler } from '../../customers/affiliate/upgrade.handler.js';
import { ListBeneficiariesHandler } from '../../customers/beneficiaries/beneficiaries.handler.js';
import { ListActiveVendorsHandler } from '../../catalog/routing/list-active-vendors.query.js';
import {
  ListCablePlansHandler,
  ListCatalogHandler,
  ListDataPlansHandler,
} from '../../catalog/price-list.queries.js';
import {
  GetPricedPlanHandler,
  ListAmountTermsHandler,
  ListPricedPlansHandler,
} from '../../catalog/prices/priced-plans.queries.js';
import { WritePriceFileHandler } from '../../catalog/prices/price-file.queries.js';
import { WriteStatementHandler } from '../../documents/write-statement.handler.js';
import { GetBalanceHandler } from '../../wallet/get-balance.handler.js';
import { memorySessions } from './memory-sessions.js';
import { STUB_TOKEN_OWNERS, StubEndPush, StubLogin, stubUser } from './stub-people.js';

@CommandHandler(PlaceOrder)
class StubPlaceOrder implements ICommandHandler<PlaceOrder> {
  constructor(
    private readonly orders: PlaceOrder['order'][],
    private readonly behave: StubbedProduct['behave'],
  ) {}

  async execute(command: PlaceOrder): Promise<BuyAnswer> {
    await this.behave(command);
    const { order, asked } = command;
    this.orders.push({ ...order, ...asked });
    return { status: true, message: 'ok', reference: 'NL1', transaction_status: 'Pending' };
  }
}

@CommandHandler(BeginAdministratorLogin)
class StubBeginLogin implements ICommandHandler<BeginAdministratorLogin> {
  execute(): Promise<LoginChallenge> {
    return Promise.resolve({ challenge: 'c', party: {} as LoginChallenge['party'], credentialIds: [] });
  }
}

@QueryHandler(GetBvnStatus)
class StubBvnStatus implements IQueryHandler<GetBvnStatus> {
  execute(): Promise<BvnStatus> {
    return Promise.resolve({ verified: false, lastFour: '', attemptsLeft: 3, price: 0n });
  }
}

const QUERIES: Provider[] = [
  StubBeginLogin,
  GetAllowanceHandler,
  StubBvnStatus,
  ExportProfileHandler,
  FindAccountHolderHandler,
  GetBalanceHandler,
  GetPricedPlanHandler,
  GetNoticeSettingsHandler,
  GetUpgradeQuoteHandler,
  GetUserDataHandler,
  ListBanksHandler,
  ListBeneficiariesHandler,
  ListCablePlansHandler,
  ListActiveVendorsHandler,
  ListAmountTermsHandler,
  ListCatalogHandler,
  ListDataPlansHandler,
  ListPricedPlansHandler,
  QuoteOrderHandler,
  OpenAccountHandler,
  ReserveMissingAccountHandler,
  WritePriceFileHandler,
  WriteStatementHandler,
];

const SESSION_COMMANDS: Provider[] = [
  EndAllSessionsHandler,
  EndOtherSessionsHandler,
  EndOwnSessionHandler,
  EndSessionHandler,
  RenewSessionHandler,
];

@Module({})
class StubRooms {}

/** Stores that several test processes share; each process gets its own when absent. */
export interface StubStores {
  readonly sessions?: SessionStore;
  readonly liveHub?: LiveHub;
  readonly sharedWrites?: SharedWrites;
}

export interface StubVisits {
  /** Events that would be stored. */
  readonly stored: unknown[];
  /** Error of every store of an event. */
  refusal: Error | undefined;
}

export interface StubbedProduct {
  /** `ApiModule` over stubs, without a ledger. */
  readonly module: DynamicModule;
  readonly config: Config;
  readonly logger: Logger;
  readonly webDir: string;
  readonly sessions: Sessions;
  readonly liveHub: LiveHub;
  readonly orders: PlaceOrder['order'][];
  readonly received: string[];
  /** Runs before a purchase succeeds. A thrown error refuses the purchase. */
  behave: (command: PlaceOrder) => Promise<void> | void;
  lastPosition: number;
  /** Permissions of the administrator. */
  permissions: readonly Permission[];
  /** Time at which the administrator got `permissions`, ISO 8601. Undefined for `create-admin`. */
  permissionsGivenAt: string | undefined;
  readonly visits: StubVisits;
}

/** Product without a ledger, for tests of HTTP alone. */
const NO_PAGES = { terms: UNPUBLISHED, privacy: UNPUBLISHED, refunds: UNPUBLISHED };
export function stubbedProduct(
  settings: Readonly<Record<string, string>> = {},
  webDir = '/nonexistent',
  stores: StubStores = {},
): StubbedProduct {
  const config = loadConfig({ NODE_ENV: 'test', ...UNLIMITED, ...settings });
  const people = new Map(
    [
      stubUser('customer'),
      { ...stubUser('affiliate', 'user', 'affiliate'), callsPerSecond: 10_000 },
      stubUser('admin', 'admin'),
      stubUser('auditor', 'auditor'),
    ].map((user) => [user.userId, user]),
  );
  const sessions = new Sessions(
    stores.sessions ?? memorySessions(),
    { sessionKey: Buffer.alloc(32, 1) },
    config,
    { cachedById: (userId) => people.get(userId), current: async (userId) => people.get(userId) },
  );
  const logger = pino({ level: 'silent' });
  const liveHub = stores.liveHub ?? new LiveHub();
  const orders: PlaceOrder['order'][] = [];
  const received: string[] = [];
  const product: Omit<StubbedProduct, 'module'> = {
    config,
    logger,
    webDir,
    sessions,
    liveHub,
    orders,
    received,
    lastPosition: 0,
    permissions: ['owner'],
    permissionsGivenAt: undefined,
    visits: { stored: [], refusal: undefined },
    behave: () => undefined,
  };
  const readStore: ReadStore = {
    get: async () => undefined,
    getMany: async () => new Map(),
    rowsAfter: async () => [],
    rowTextsAfter: async () => [],
    page: async () => ({ rows: [], total: 0, totalCapped: false }),
    checkpoint: async () => product.lastPosition,
    place: async () => ({ position: product.lastPosition }),
    parkedKeys: async () => [],
    close: async () => undefined,
  };
  const health: ApiHealth = {
    problems: () => [],
    lastPosition: async () => product.lastPosition,
    oldestOpenPurchaseMs: async () => undefined,
    parked: () => [],
    views: () => [],
    dispatching: () => ({ openPurchases: 0, position: product.lastPosition }),
  };
  const login = new StubLogin(people, sessions);
  const buying = new StubPlaceOrder(orders, (command) => product.behave(command));
  const providers: Provider[] = [
    { provide: CONFIG, useValue: config },
    { provide: READ_STORE, useValue: readStore },
    { provide: LiveHub, useValue: liveHub },
    { provide: LoadSignal, useValue: new LoadSignal() },
    ...(stores.sharedWrites ? [{ provide: SHARED_WRITES, useValue: stores.sharedWrites }] : []),
    { provide: API_HEALTH, useValue: health },
    { provide: Sessions, useValue: sessions },
    { provide: StubLogin, useFactory: () => login },
    { provide: StubPlaceOrder, useFactory: () => buying },
    StubEndPush,
    ...SESSION_COMMANDS,
    AUDIT_READER,
    EventExplorer,
    ...stubsOfRooms(product, people),
    ...QUERIES,
  ];
  const rooms: DynamicModule = {
    module: StubRooms,
    imports: [CqrsModule],
    global: true,
    providers,
    exports: providers.map((each) => (typeof each === 'function' ? each : each.provide)),
  };
  return Object.assign(product, { module: ApiModule.over([rooms, ReadModelsModule]) });
}

/** Stubs of modules, with fixed prices. Ada owns every account. */
function stubsOfRooms(
  product: Pick<StubbedProduct, 'config' | 'received' | 'permissions' | 'permissionsGivenAt' | 'visits'>,
  people: ReadonlyMap<string, User>,
): Provider[] {
  const { config, received } = product;
  const byToken = (token: string): User | undefined => people.get(STUB_TOKEN_OWNERS.get(token) ?? '');
  const catalog = new Catalog(config);
  return [
    {
      provide: Users,
      useValue: {
        byId: async (userId: string) => people.get(userId),
        byIds: async (ids: Iterable<string>) =>
          new Map([...ids].flatMap((id) => (people.has(id) ? [[id, people.get(id)!]] : []))),
        cachedById: (userId: string) => people.get(userId),
        byApiToken: async (token: string) => byToken(token),
        cachedByApiToken: byToken,
        isFrozen: () => false,
      },
    },
    {
      provide: HouseAccount,
      useValue: {
        buyer: async () => ({ ...stubUser(HOUSE_USER_ID), pinMac: undefined }),
        actorOf: async ({ userId, role }: Pick<User, 'userId' | 'role'>) => ({ kind: role, id: userId }),
      },
    },
    { provide: EVENT_STORE, useValue: { readStream: async () => [] } },
    { provide: WalletStreams, useValue: { newest: async () => ({ available: 5_000_000n, held: 0n }) } },
    {
      provide: LIMITS,
      useValue: { take: async () => ({ allowed: true, left: 1 }), giveBack: async () => undefined },
    },
    { provide: SECRETS, useValue: { emailKey: Buffer.alloc(32) } },
    {
      provide: FUNDING,
      useValue: {
        reserveAccount: async () => undefined,
        openAccounts: async () => [],
        lacking: () => [],
        receiveWebhook: async (_provider: string, body: Buffer, signature: string | undefined) => {
          if (signature !== 'right') throw new RuleBroken('SIGNATURE_INVALID');
          received.push(body.toString());
        },
      },
    },
    VendorHints,
    {
      provide: RequestRequery,
      useValue: { byVendorReference: async (reference: string) => void received.push(reference) },
    },
    {
      provide: Administrators,
      useValue: {
        current: async ({ userId, role }: Pick<User, 'userId' | 'role'>) => ({
          userId,
          role,
          permissions: role === 'admin' ? product.permissions : [],
          secondFactor: false,
          suspended: false,
        }),
        givenAt: async () => product.permissionsGivenAt,
      },
    },
    { provide: PermitReviews, useValue: { permit: async () => undefined } },
    { provide: Brands, useValue: { current: async () => DEFAULT_BRAND, newest: async () => UNBRANDED } },
    { provide: Logos, useValue: { current: async () => undefined, newest: async () => WITHOUT_LOGO } },
    {
      provide: LegalPages,
      useValue: { current: async () => NO_PAGES, newest: async () => NO_PAGES, published: async () => [] },
    },
    { provide: Invitations, useValue: { open: async () => [] } },
    { provide: KEY_VAULT, useValue: { loadKeys: () => undefined, open: () => undefined } },
    { provide: SecondFactors, useValue: { mustEnrol: () => false, prove: async () => undefined } },
    { provide: Visits, useValue: stubVisits(product.visits) },
    { provide: AdministratorPasskeys, useValue: { list: async () => [] } },
    { provide: PurchaseStreams, useValue: { events: async () => [] } },
    {
      provide: EventContexts,
      useValue: {
        of: async ({ userId, role }: Pick<User, 'userId' | 'role'>) => ({
          ...systemContext(),
          actor: { kind: role, id: userId },
        }),
      },
    },
    { provide: RecentRecipients, useValue: { of: async () => [] } },
    { provide: Catalog, useValue: catalog },
    { provide: AlertStreams, useValue: { current: async () => NO_ALERTS } },
    { provide: InstallationPrices, useValue: new InstallationPrices(catalog, config) },
    { provide: FundingTerms, useValue: new FundingTerms(catalog, config) },
    { provide: CustomerLookups, useValue: { find: async () => ({ name: 'ADA OKAFOR' }) } },
    {
      provide: BankDirectory,
      useValue: {
        banks: async () => [{ code: '058', name: 'GTBank' }],
        holder: async () => ({ name: 'ADA OKAFOR', bankName: 'GTBank' }),
      },
    },
    VendorBacklog,
    { provide: VendorFloats, useValue: { current: async () => ({ askedAtMs: 0, floats: [] }) } },
    { provide: PlatformCustomers, useValue: { nameOf: async () => 'ADA OKAFOR' } },
    { provide: Proofs, useValue: { ofPurchase: async () => undefined } },
    {
      provide: Documents,
      useValue: { receipt: async () => Buffer.from('%PDF'), statement: async () => Buffer.from('Date') },
    },
  ];
}

function stubVisits(
  visits: StubVisits,
): Pick<Visits, 'signedIn' | 'viewed' | 'noteRefusal' | 'noteUnfinished'> {
  const store = async (event: unknown): Promise<void> => {
    if (visits.refusal) throw visits.refusal;
    visits.stored.push(event);
  };
  return {
    signedIn: ({ actor }) => store({ signedIn: actor.id }),
    viewed: ({ userId }, visit) => store({ by: userId, ...visit }),
    noteUnfinished: (name) => void visits.stored.push({ unfinished: name }),
    noteRefusal: (_error, name) => void visits.stored.push({ refused: name }),
  };
}
