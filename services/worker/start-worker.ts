import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import type { Config } from '../../infra/config/config.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { heldAlone, type Lease } from '../../infra/lease/lease.js';
import type { Job, JobQueue } from '../../infra/queue/job-queue.js';
import type { Catalog } from '../catalog/catalog.js';
import { dispatchAttempt } from '../purchases/dispatch-attempt.js';
import { type PurchaseWork, UNCONFIGURED_QUEUE, vendorQueue } from '../purchases/purchase-work.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { requeryAttempt } from '../purchases/requery-attempt.js';
import type { Settle } from '../purchases/settle-wallet.reactor.js';
import type { VendorAdapter } from '../vendors/vendor-adapter.js';
import { FollowedPurchases } from './followed-purchases.js';

export type WorkerConfig = Pick<
  Config,
  | 'VENDOR_REQUERY_SCHEDULE'
  | 'VENDOR_NOT_FOUND_AFTER'
  | 'VENDOR_NOT_FOUND_SPACING'
  | 'VENDOR_REVIEW_AFTER'
  | 'VENDOR_POST_TIMEOUT'
  | 'VENDOR_CONCURRENCY'
  | 'VENDOR_CALLS_PER_SECOND'
  | 'SHUTDOWN_TIMEOUT'
>;

export interface WorkerDeps {
  readonly config: WorkerConfig;
  readonly eventStore: EventStore;
  /** How the log is followed, when not as the store does. */
  readonly follow?: EventStore['follow'];
  readonly vault: Pick<KeyVault, 'bring' | 'open' | 'seal'>;
  readonly jobs: JobQueue;
  readonly vendors: ReadonlyMap<number, VendorAdapter>;
  readonly catalog: Pick<Catalog, 'nextVendor'>;
  readonly checkpoints: Checkpoints;
  /** `WalletStreams.execute`, here or in another thread. */
  readonly settle: Settle;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** With several workers: only the one that holds it follows the log; all of them run jobs. */
  readonly lease?: Lease;
  /** Ends the worker, as `stop` does. */
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
}

export interface WorkerHealth {
  /** Whether this worker follows the log; what is open and where it is are known only then. */
  readonly follows: boolean;
  readonly openPurchases: number;
  /** ISO 8601; undefined when nothing is open. */
  readonly oldestOpenAt: string | undefined;
  /** Everything in the log up to here has been reacted to. */
  readonly position: number;
  readonly underWay: number;
  readonly posting: number;
  /** Reactions that failed and were or are repeated. */
  readonly faults: number;
}

export interface RunningWorker {
  /** Takes no more work, waits for what is under way (most of SHUTDOWN_TIMEOUT), and saves where it is. */
  stop(): Promise<void>;
  health(): WorkerHealth;
}

/** Of SHUTDOWN_TIMEOUT, what the worker may take. */
const SHARE_OF_SHUTDOWN = 0.75;

/** Opens, sends, asks about and settles purchases, until stopped. */
export function startWorker(deps: WorkerDeps): RunningWorker {
  const { config, jobs, logger, lease = heldAlone() } = deps;
  const stopping = new AbortController();
  const work = purchaseWork(deps);
  const following = new FollowedPurchases(deps, work);
  const followed = lease.whileHeld((held) => following.run(held), stopping.signal);
  const handle = (job: Job): Promise<void> =>
    job.kind === 'dispatch' ? dispatchAttempt(work, job.purchaseId) : requeryAttempt(work, job);
  const logged = (job: Job): Promise<void> =>
    handle(job).catch((error: unknown) =>
      logger.error({ err: error, ...job }, 'a job failed; the sweep brings it back'),
    );
  const queues = [UNCONFIGURED_QUEUE, ...Array.from(work.vendors.keys(), vendorQueue)];
  const { VENDOR_CONCURRENCY: concurrency, VENDOR_CALLS_PER_SECOND: startsPerSecondMax } = config;
  const limits = { concurrency, ...(startsPerSecondMax === undefined ? {} : { startsPerSecondMax }) };
  for (const queue of queues) jobs.process(queue, limits, logged);

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= end());
  deps.signal?.addEventListener('abort', () => void stop(), { once: true });
  return { stop, health: () => ({ ...following.health(), posting: work.posting.size }) };

  async function end(): Promise<void> {
    stopping.abort();
    // The rest of the time belongs to whoever stops after this.
    const timeoutMs = config.SHUTDOWN_TIMEOUT * SHARE_OF_SHUTDOWN;
    await Promise.all([
      jobs.close(timeoutMs),
      Promise.race([followed, sleep(timeoutMs, undefined, { ref: false })]),
    ]);
  }
}

function purchaseWork(deps: WorkerDeps): PurchaseWork {
  const { config, eventStore, vault, vendors, catalog, jobs, logger, now = () => new Date() } = deps;
  return {
    ...{ vault, vendors, jobs, logger, now },
    streams: new PurchaseStreams(eventStore),
    otherVendor: (product, tried) => catalog.nextVendor(product, tried),
    policy: {
      notFoundAfterMs: config.VENDOR_NOT_FOUND_AFTER,
      notFoundSpacingMs: config.VENDOR_NOT_FOUND_SPACING,
      reviewAfterMs: config.VENDOR_REVIEW_AFTER,
    },
    schedule: config.VENDOR_REQUERY_SCHEDULE,
    postTimeoutMs: config.VENDOR_POST_TIMEOUT,
    posting: new Set(),
  };
}
