import type { Logger } from 'pino';
import {
  checkpointsIn,
  type Checkpoints,
  type DisposableValues,
} from '../../infra/checkpoints/checkpoints.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import { type EventContext, systemContext } from '../../infra/event-store/event-context.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { Inbox } from '../../infra/inbox/inbox.js';
import type { Lease } from '../../infra/lease/lease.js';
import type { JobQueue } from '../../infra/queue/job-queue.js';
import type { SessionsServer } from '../../infra/simulation/sessions-server.js';
import type { Mailer } from '../../infra/mail/mailer.js';
import type { SnapshotStore } from '../../infra/snapshots/snapshots.js';
import { CatalogStream } from '../catalog/catalog-stream.js';
import { Catalog } from '../catalog/catalog.js';
import { ChangeCatalogHandler } from '../catalog/change-catalog.handler.js';
import type { InstallationPrices } from '../catalog/installation-prices.js';
import { keepCatalog } from '../catalog/keep-catalog.js';
import { followFundings } from '../funding/follow-fundings.js';
import { reportFunding } from '../funding/funding.stream.js';
import { RecentRecipients } from '../customers/beneficiaries/recent-recipients.js';
import { PlaceOrderHandler } from '../purchases/accept/place-order.handler.js';
import { QuoteOrderHandler } from '../purchases/accept/quote-order.handler.js';
import { RequestRequery } from '../purchases/attempt/request-requery.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { ResolveReviewsHandler } from '../purchases/review/resolve-reviews.handler.js';
import { CreditManuallyHandler } from '../money-desk/credit-manually.handler.js';
import type { KnownCustomer } from '../moving-in/check-customers.js';
import { moveCustomer } from '../moving-in/move-customer.js';
import { startNotices } from '../notices/start-notices.js';
import { followChanges } from '../runtime/follow-changes.js';
import type { PaymentProvider } from '../vendors/payment-provider.js';
import type { VendorAdapter } from '../vendors/vendor-adapter.js';
import { type WalletCacheSizes, WalletStreams } from '../wallet/wallet.streams.js';
import { startWorker, type RunningWorker } from '../worker/start-worker.js';
import { type WorkerConfig } from '../worker/worker-deps.js';
import { type CustomersRoom, openCustomersRoom, purchasingOf, SECRETS } from './people/customers-room.js';
import type { Door } from './people/buying.js';
import type { Place, Wiring } from './wiring.js';

/**
 * Settings of the product during a run. The values are small, so that a short run reaches each
 * limit.
 */
export const WORKER_CONFIG: WorkerConfig = {
  VENDOR_REQUERY_SCHEDULE: [2_000, 3_000, 5_000, 8_000, 13_000, 20_000],
  VENDOR_NOT_FOUND_AFTER: 20_000,
  VENDOR_NOT_FOUND_SPACING: 6_000,
  VENDOR_REVIEW_AFTER: 60_000,
  VENDOR_FAILOVER_WITHIN: 15_000,
  VENDOR_POST_TIMEOUT: 5_000,
  VENDOR_SEND_WITHIN: 5_000,
  VENDOR_CONCURRENCY: 4,
  SHUTDOWN_TIMEOUT: 8_000,
};
export const FUNDING_CHARGE = 50_00n;
const MONEY_DESK_CONFIG = { ADJUSTMENT_APPROVAL_LIMIT: '50000', ALONE_DAILY_CAP: '200000' };
const BALANCE_DATE = '2026-03-09';
const FUNDING_SWEEP_MS = 40_000;
const CATALOG_LOOKS_MS = 10_000;
export const CATALOG_CONFIG = {
  sandboxUrl: 'http://sandbox.invalid',
  VTPASS_PUBLIC_KEY: 'public',
  VTPASS_SECRET_KEY: 'secret',
};

const NO_INBOX: Inbox = {
  store: () => Promise.resolve(),
  get: () => undefined,
  prune: () => Promise.resolve(0),
  close: () => Promise.resolve(),
};

export interface ProcessParts {
  readonly place: Place;
  readonly wiring: Wiring;
  readonly store: EventStore;
  readonly values: SnapshotStore;
  readonly jobs: JobQueue;
  readonly vendors: ReadonlyMap<number, VendorAdapter>;
  readonly providers: readonly PaymentProvider[];
  readonly sizes: WalletCacheSizes;
  readonly logger: Logger;
  readonly leaseOf: (work: string) => Lease;
  readonly vault: KeyVault;
  readonly sessions: SessionsServer | undefined;
  readonly mailer: (() => Mailer) | undefined;
}

type MovedCustomer = Pick<KnownCustomer, 'oldId' | 'userId' | 'balance'> & { readonly isThere: true };

export interface ApiProcess {
  readonly orders: PlaceOrderHandler;
  readonly quotes: QuoteOrderHandler;
  readonly wallets: WalletStreams;
  readonly requery: RequestRequery;
  readonly reviews: ResolveReviewsHandler;
  readonly catalog: Catalog;
  readonly catalogStream: CatalogStream;
  readonly changes: ChangeCatalogHandler;
  readonly door: Door | undefined;
  readonly credits: CreditManuallyHandler;
  report(provider: string, transactionReference: string): Promise<void>;
  move(customer: MovedCustomer, context: EventContext): Promise<void>;
}

const nobody = (): never => {
  throw new Error('nobody is looked up');
};

export async function startApi(on: ProcessParts): Promise<ApiProcess> {
  const { store, jobs, sizes, logger, values, vault, wiring } = on;
  const from = store.hasOtherWriters ? await store.lastPosition() : 0;
  const wallets = new WalletStreams(store, values, sizes);
  const streams = new PurchaseStreams(store);
  const { catalog, stream } = await keptCatalog(on, true);
  const customers: CustomersRoom | undefined =
    on.sessions && openCustomersRoom({ store, vault, sessions: on.sessions, wallets, wiring });
  const listeners = [wallets, streams, ...(customers ? [customers.users] : [])];
  if (store.hasOtherWriters) followChanges({ follow: followOf(on) }, from, listeners, logger);
  customers?.finishForgettings((err) => logger.warn({ err }, 'somebody is not wholly forgotten yet'));
  const pins = customers?.pins ?? { check: () => undefined, requireUnlocked: () => undefined };
  const ownPrices = {} as InstallationPrices;
  const known = { known: () => undefined };
  const orders = new PlaceOrderHandler(
    wallets,
    pins,
    vault,
    { PINLESS_DAILY_LIMIT: '0' },
    catalog,
    ownPrices,
    known,
    { nameOf: nobody },
    { holder: nobody },
    new RecentRecipients(store, vault),
    { permit: () => Promise.resolve() },
  );
  return {
    orders,
    wallets,
    catalog,
    catalogStream: stream,
    quotes: new QuoteOrderHandler(catalog, ownPrices),
    changes: new ChangeCatalogHandler(stream, catalog),
    door: customers && { customers, purchasing: purchasingOf(customers, orders) },
    requery: new RequestRequery(streams, jobs),
    reviews: new ResolveReviewsHandler(streams, vault),
    credits: new CreditManuallyHandler(wallets, store, vault, MONEY_DESK_CONFIG),
    report: (provider, transactionReference) =>
      reportFunding(store, { provider, transactionReference, by: 'webhook' }, systemContext()),
    move: (customer, context) =>
      moveCustomer(customer as KnownCustomer, BALANCE_DATE, context, {
        eventStore: store,
        wallets,
        vault,
        secrets: SECRETS,
        users: undefined as never,
      }),
  };
}

export async function startWorkerPart(on: ProcessParts, beside?: ApiProcess): Promise<RunningWorker> {
  const { store, jobs, vendors, logger, place, wiring, values, providers, vault, mailer } = on;
  const from = beside ? 0 : await store.lastPosition();
  const wallets = beside?.wallets ?? new WalletStreams(store, values, on.sizes);
  const { catalog, stream } = beside
    ? { catalog: beside.catalog, stream: beside.catalogStream }
    : await keptCatalog(on);
  if (!beside) followChanges({ follow: followOf(on) }, from, [wallets], logger);
  const kept = checkpointsIn(values as DisposableValues);
  const checkpoints: Checkpoints = wiring.checkpoints?.(kept) ?? kept;
  const fundings = (signal: AbortSignal): Promise<void> =>
    followFundings({
      eventStore: store,
      wallets,
      inbox: NO_INBOX,
      checkpoints,
      logger,
      signal,
      providers,
      charge: () => FUNDING_CHARGE,
      config: { FUNDING_SWEEP_EVERY: FUNDING_SWEEP_MS } as never,
    });
  void on.leaseOf('fundings').whileHeld(fundings, new AbortController().signal);
  const notices = async (signal: AbortSignal): Promise<void> => {
    const follow = followOf(on);
    const running = startNotices({
      eventStore: store,
      follow,
      vault,
      secrets: SECRETS,
      checkpoints,
      logger,
      mailer: mailer!(),
      config: MONEY_DESK_CONFIG,
    });
    await aborted(signal);
    await running.stop();
  };
  if (mailer) void on.leaseOf('notices').whileHeld(notices, new AbortController().signal);
  const settle: Parameters<typeof startWorker>[0]['settle'] = (userId, command, context) =>
    wallets.handle(userId, command, context);
  return startWorker({
    config: wiring.config?.(WORKER_CONFIG, place) ?? WORKER_CONFIG,
    eventStore: store,
    vault,
    jobs,
    vendors,
    catalog,
    checkpoints,
    logger,
    follow: followOf(on),
    settle: wiring.settle?.(settle, store) ?? settle,
    lease: on.leaseOf('purchases'),
    ...(wiring.sweepEveryMs !== undefined && { sweepEveryMs: wiring.sweepEveryMs }),
    ...(wiring.pausing && { pausing: { catalog, stream, rules: wiring.pausing, floats: noFloats } }),
  });
}

const noFloats = () => Promise.resolve({ floats: [], askedAtMs: 0 });

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

export function followOf({ store, wiring, place }: ProcessParts): EventStore['follow'] {
  const follow: EventStore['follow'] = (options) => store.follow(options);
  return wiring.follow?.(follow, place) ?? follow;
}

async function keptCatalog({ store, logger, wiring }: ProcessParts, hasMoments = false) {
  const catalog = new Catalog(CATALOG_CONFIG);
  const stream = new CatalogStream(catalog, store);
  const onFault = (err: unknown): void => logger.warn({ err }, 'a fault');
  await keepCatalog({
    stream: wiring.catalogue?.(stream) ?? stream,
    ...(hasMoments && { moments: stream }),
    signal: new AbortController().signal,
    onFault,
    everyMs: CATALOG_LOOKS_MS,
  });
  return { catalog, stream };
}
