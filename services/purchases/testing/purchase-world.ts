import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { checkpointsInMemory } from '../../../infra/checkpoints/checkpoints.js';
import type { EventStore, NewEvent } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { inProcessJobQueue } from '../../../infra/queue/in-process/in-process-job-queue.js';
import type { SnapshotStore } from '../../../infra/snapshots/snapshots.js';
import type { SendingHold } from '../../catalog/catalog.state.js';
import type { Catalog } from '../../catalog/catalog.js';
import { SEED } from '../../catalog/seed/seed.js';
import type { Product } from '../../contracts/services.js';
import { walletEvent, type WalletEvent } from '../../wallet/wallet.events.js';
import { walletStream, purchaseStream } from '../../ledger/streams.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import type { WorkerConfig, WorkerDeps } from '../../worker/worker-deps.js';
import { derivedId } from '../accept/references.js';
import { purchaseEvent, type PurchaseEvent } from '../purchase.events.js';
import { FakeVendor } from './fake-vendor.js';
import { until } from '../../../infra/testing/until.js';

/** Settings with milliseconds for waits, and hours for limits that a slow machine must not reach. */
export const FAST: WorkerConfig = {
  VENDOR_REQUERY_SCHEDULE: [20, 20, 20],
  VENDOR_NOT_FOUND_AFTER: 80,
  VENDOR_NOT_FOUND_SPACING: 30,
  VENDOR_REVIEW_AFTER: 7_200_000,
  VENDOR_FAILOVER_WITHIN: 3_600_000,
  VENDOR_POST_TIMEOUT: 100,
  VENDOR_SEND_WITHIN: 600_000,
  VENDOR_CONCURRENCY: 16,
  SHUTDOWN_TIMEOUT: 300,
};

export const SWEEP_EVERY_MS = 1_000;

export const PLAIN_VAULT = {
  loadKeys: () => undefined,
  seal: (_person: string, value: Readonly<Record<string, unknown>>) => JSON.stringify(value),
  open: (_person: string, sealed: string) => JSON.parse(sealed) as Record<string, unknown>,
};

const SYSTEM = { kind: 'system', id: 'test' } as const;
const PRICE = 9_900n;
const AIRTIME: Product = { service: 'airtime', network: 1 };

function snapshotsInMemory(): SnapshotStore {
  const values = new Map<string, unknown>();
  return {
    load: <Value>(key: string) => values.get(key) as Value | undefined,
    save: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
    close: () => Promise.resolve(),
  };
}

/** Ledger, wallets, worker and vendors 1 to 3 in memory. The ledger stays when the worker stops. */
export class PurchaseWorld {
  readonly vendors = new Map([1, 2, 3].map((code) => [code, new FakeVendor()]));
  readonly checkpoints = checkpointsInMemory();
  wallets: WalletStreams;
  jobs = inProcessJobQueue();
  vault: Pick<KeyVault, 'loadKeys' | 'open' | 'seal'> = { ...PLAIN_VAULT };
  worker: RunningWorker | undefined;
  /** Clock of the worker. */
  clock = (): Date => new Date();
  /** Hold of sending after a restore. */
  hold: SendingHold | undefined;
  /** Catalogue and rules of automatic pauses, in place of vendors 1 to 3 in turn. */
  routed: Required<Pick<WorkerDeps, 'pausing'>> | undefined;
  /** Warnings and errors logged by the worker, and the errors alone. */
  readonly faults: unknown[] = [];
  readonly errors: unknown[] = [];

  /** Vendors already tried, for each search for another vendor. */
  readonly othersAsked: (readonly number[])[] = [];

  constructor(
    readonly store: EventStore = new MemoryEventStore(),
    readonly config: WorkerConfig = FAST,
    private readonly sweepEveryMs = SWEEP_EVERY_MS,
  ) {
    this.wallets = new WalletStreams(store, snapshotsInMemory());
  }

  /** Drops all wallets from memory. */
  reopenWallets(store: EventStore = this.store): void {
    this.wallets = new WalletStreams(store, snapshotsInMemory());
  }

  get vendor(): FakeVendor {
    return this.vendors.get(1)!;
  }

  /** Starts a worker on `store`. With `elsewhere`, other workers run the jobs. */
  start(store: EventStore = this.store, jobsRun: 'here' | 'elsewhere' = 'here'): RunningWorker {
    this.jobs = inProcessJobQueue();
    const { slot: _absent, ...shared } = this.jobs;
    const holdOf = (): SendingHold | undefined => this.hold;
    const report = (detail: unknown): void => void this.faults.push(detail);
    return (this.worker = startWorker({
      config: this.config,
      vault: this.vault,
      jobs: jobsRun === 'here' ? this.jobs : shared,
      checkpoints: this.checkpoints,
      vendors: this.vendors,
      eventStore: store,
      now: () => this.clock(),
      sweepEveryMs: this.sweepEveryMs,
      ...this.routed,
      catalog: (this.routed?.pausing.catalog as Catalog | undefined) ?? {
        nextVendor: (_product, tried) => {
          this.othersAsked.push(tried);
          return [1, 2, 3].find((code) => !tried.includes(code));
        },
        vendors: () => [1, 2, 3].map((code) => ({ code, services: ['airtime', 'data'] })),
        get state() {
          const sendingHold = holdOf();
          return { ...SEED, ...(sendingHold && { sendingHold }) };
        },
      },
      settle: (userId, command, context) => this.wallets.handle(userId, command, context),
      logger: {
        warn: report,
        error: (detail: unknown) => {
          report(detail);
          this.errors.push(detail);
        },
      } as never,
    }));
  }

  async fund(userId: string, kobo: bigint): Promise<void> {
    const payment = {
      provider: 'opening',
      transactionReference: 'opening',
      source: 'test',
      paid: kobo,
      settled: kobo,
      charge: 0n,
    };
    await this.wallets.handle(userId, { type: 'FundWallet', ...payment }, eventContext());
  }

  async buy(
    userId: string,
    key: string,
    recipient = '+2348031234567',
    product: Product = AIRTIME,
    vendor = 1,
  ): Promise<string> {
    const purchaseId = derivedId(userId, key);
    const reference = `NL-${key}`;
    await this.wallets.handle(
      userId,
      {
        type: 'AcceptPurchase',
        purchaseId,
        reference,
        service: product.service,
        product,
        tier: 'regular',
        vendor,
        amount: 10_000n,
        discount: 100n,
        price: PRICE,
        expectedCost: 9_700n,
        confirmDuplicate: true,
        requestDigest: key,
        duplicateKey: key,
        firstAnswer: { message: 'Accepted', reference },
        sealed: PLAIN_VAULT.seal(userId, { recipient }),
      },
      eventContext(),
    );
    return purchaseId;
  }

  async context(purchaseId: string): Promise<string[]> {
    return (await this.purchaseEvents(purchaseId)).map(({ type }) => type);
  }

  async purchaseEvents(purchaseId: string): Promise<PurchaseEvent[]> {
    const events = await this.store.readStream(purchaseStream(purchaseId));
    return events.map(purchaseEvent).filter((event) => event !== undefined);
  }

  async walletEvents(userId: string): Promise<WalletEvent[]> {
    const events = await this.store.readStream(walletStream(userId));
    return events.map(walletEvent).filter((event) => event !== undefined);
  }

  /** Settlement events of the purchase, in order. */
  async settlements(userId: string, purchaseId: string): Promise<string[]> {
    const settles = ['PurchaseCaptured', 'PurchaseReleased', 'PurchaseReversed'];
    return (await this.walletEvents(userId))
      .filter(
        ({ type, data }) => settles.includes(type) && 'purchaseId' in data && data.purchaseId === purchaseId,
      )
      .map(({ type }) => type);
  }

  async append(stream: string, events: readonly NewEvent[]): Promise<void> {
    await this.store.append(stream, await this.store.head(stream), events);
  }
}

const eventContext = () => ({ actor: SYSTEM, correlationId: 'context', now: new Date() });

export async function eventually(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  await until(holds, what);
}
