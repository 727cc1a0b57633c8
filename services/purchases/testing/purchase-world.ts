import { setTimeout as sleep } from 'node:timers/promises';
import { checkpointsInMemory } from '../../../infra/checkpoints/checkpoints.js';
import type { EventStore, NewEvent } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { inProcessJobQueue } from '../../../infra/queue/in-process/in-process-job-queue.js';
import type { SnapshotStore } from '../../../infra/snapshots/snapshots.js';
import type { WalletEvent } from '../../wallet/wallet.events.js';
import { walletStream } from '../../wallet/wallet.events.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';
import { type RunningWorker, startWorker, type WorkerConfig } from '../../worker/start-worker.js';
import { derivedId } from '../derived-id.js';
import type { PurchaseEvent } from '../purchase.events.js';
import { purchaseStream } from '../purchase.events.js';
import { FakeVendor } from './fake-vendor.js';

export const FAST: WorkerConfig = {
  ...{ VENDOR_REQUERY_SCHEDULE: [20, 20, 20], VENDOR_NOT_FOUND_AFTER: 80, VENDOR_NOT_FOUND_SPACING: 30 },
  ...{ VENDOR_REVIEW_AFTER: 8_000, VENDOR_POST_TIMEOUT: 100, VENDOR_CONCURRENCY: 16, SHUTDOWN_TIMEOUT: 300 },
};

export const PLAIN_VAULT = {
  bring: () => undefined,
  seal: (_person: string, value: Readonly<Record<string, unknown>>) => JSON.stringify(value),
  open: (_person: string, sealed: string) => JSON.parse(sealed) as Record<string, unknown>,
};

const SYSTEM = { kind: 'system', id: 'test' } as const;
const PRICE = 9_900n;

function snapshotsInMemory(): SnapshotStore {
  const values = new Map<string, unknown>();
  return {
    load: <Value>(key: string) => values.get(key) as Value | undefined,
    save: async (key, value) => void values.set(key, value),
    remove: async (key) => void values.delete(key),
    close: () => Promise.resolve(),
  };
}

/** A ledger, wallets, a worker and vendors 1 to 3, all in memory. What is in the ledger survives `crash`. */
export class PurchaseWorld {
  readonly vendors = new Map([1, 2, 3].map((code) => [code, new FakeVendor()]));
  readonly checkpoints = checkpointsInMemory();
  wallets: WalletStreams;
  jobs = inProcessJobQueue();
  worker: RunningWorker | undefined;
  /** What the worker takes for the time. */
  clock = (): Date => new Date();
  /** Errors that the worker reported. */
  readonly faults: unknown[] = [];

  constructor(
    readonly store: EventStore = new MemoryEventStore(),
    readonly config: WorkerConfig = FAST,
  ) {
    this.wallets = new WalletStreams(store, snapshotsInMemory());
  }

  /** Wallets of a new process: nothing remembered. */
  reopenWallets(store: EventStore = this.store): void {
    this.wallets = new WalletStreams(store, snapshotsInMemory());
  }

  get vendor(): FakeVendor {
    return this.vendors.get(1)!;
  }

  /** `store` is what the worker sees of the ledger. Jobs run `elsewhere` too where several workers share the queue. */
  start(store: EventStore = this.store, jobsRun: 'here' | 'elsewhere' = 'here'): RunningWorker {
    this.jobs = inProcessJobQueue();
    const { place: _absent, ...shared } = this.jobs;
    const report = (detail: unknown): void => void this.faults.push(detail);
    return (this.worker = startWorker({
      ...{
        config: this.config,
        vault: PLAIN_VAULT,
        jobs: jobsRun === 'here' ? this.jobs : shared,
        checkpoints: this.checkpoints,
        vendors: this.vendors,
      },
      eventStore: store,
      now: () => this.clock(),
      catalog: { nextVendor: (_product, tried) => [1, 2, 3].find((code) => !tried.includes(code)) },
      settle: (userId, command, meta) => this.wallets.execute(userId, command, meta),
      logger: { warn: report, error: report } as never,
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
    await this.wallets.execute(userId, { type: 'FundWallet', ...payment }, this.meta());
  }

  async buy(userId: string, key: string, recipient = '+2348031234567'): Promise<string> {
    const purchaseId = derivedId(userId, key);
    const reference = `NL-${key}`;
    await this.wallets.execute(
      userId,
      {
        ...{
          type: 'AcceptPurchase',
          purchaseId,
          reference,
          service: 'airtime',
          product: { service: 'airtime', network: 1 },
          tier: 'regular',
          vendor: 1,
        },
        ...{ amount: 10_000n, discount: 100n, price: PRICE, expectedCost: 9_700n, confirmDuplicate: true },
        ...{ requestDigest: key, duplicateKey: key, firstAnswer: { message: 'Accepted', reference } },
        sealed: PLAIN_VAULT.seal(userId, { recipient }),
      },
      this.meta(),
    );
    return purchaseId;
  }

  async story(purchaseId: string): Promise<string[]> {
    return (await this.purchaseEvents(purchaseId)).map(({ type }) => type);
  }

  async purchaseEvents(purchaseId: string): Promise<PurchaseEvent[]> {
    return (await this.store.readStream(purchaseStream(purchaseId))) as unknown as PurchaseEvent[];
  }

  async walletEvents(userId: string): Promise<WalletEvent[]> {
    return (await this.store.readStream(walletStream(userId))) as unknown as WalletEvent[];
  }

  /** Settlements of a purchase in its wallet, in order. */
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

  private meta() {
    return { actor: SYSTEM, correlationId: 'story', causationId: 'story', now: new Date() };
  }
}

/** Waits until it is so, and fails loudly when it does not become so. */
export async function eventually(
  what: string,
  holds: () => Promise<boolean> | boolean,
  withinMs = 30_000,
): Promise<void> {
  for (const until = Date.now() + withinMs; !(await holds()); await sleep(5))
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${what}`);
}
