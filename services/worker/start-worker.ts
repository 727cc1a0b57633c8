import type { Logger } from 'pino';
import type { Checkpoints } from '../../infra/checkpoints/checkpoints.js';
import { nowMs } from '../../infra/host/clock.js';
import { sleep } from '../../infra/host/timers.js';
import type { Config } from '../runtime/config.js';
import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import { heldAlone, type Lease } from '../../infra/lease/lease.js';
import type { JobQueue, JobQueueOptions } from '../../infra/queue/job-queue.js';
import type { Catalog } from '../catalog/catalog.js';
import type { Service } from '../contracts/services.js';
import { dispatchAttempt } from '../purchases/attempt/dispatch-attempt.js';
import {
  type PurchaseWork,
  sendingQueue,
  UNCONFIGURED_QUEUE,
  vendorQueue,
  PurchaseJob,
  tellFailure,
} from '../purchases/purchase-work.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { requeryAttempt } from '../purchases/attempt/requery-attempt.js';
import type { Settle } from '../purchases/settle/settle-wallet.reactor.js';
import type { DispatchProgress } from '../runtime/cluster-status.js';
import type { VendorAdapter } from '../vendors/vendor-adapter.js';
import { FollowedPurchases } from './followed-purchases.js';
import type { PauseVendorsOptions } from './pause-vendors.js';

export type WorkerConfig = Pick<
  Config,
  | 'VENDOR_REQUERY_SCHEDULE'
  | 'VENDOR_NOT_FOUND_AFTER'
  | 'VENDOR_NOT_FOUND_SPACING'
  | 'VENDOR_REVIEW_AFTER'
  | 'VENDOR_FAILOVER_WITHIN'
  | 'VENDOR_POST_TIMEOUT'
  | 'VENDOR_SEND_WITHIN'
  | 'VENDOR_CONCURRENCY'
  | 'VENDOR_CALLS_PER_SECOND'
  | 'SHUTDOWN_TIMEOUT'
>;

/** Who pauses vendors that fail, and on what. */
export type PausingConfig = Pick<
  Config,
  | 'VENDOR_PAUSE_SUCCESS'
  | 'VENDOR_PAUSE_ATTEMPTS'
  | 'VENDOR_PAUSE_WINDOW'
  | 'VENDOR_PAUSE_FLOAT'
  | 'VENDOR_PROBE_AFTER'
>;

export interface WorkerDeps {
  readonly config: WorkerConfig;
  readonly eventStore: EventStore;
  /** How the log is followed, when not as the store does. */
  readonly follow?: EventStore['follow'];
  readonly vault: Pick<KeyVault, 'loadKeys' | 'open' | 'seal'>;
  readonly jobs: JobQueue;
  readonly vendors: ReadonlyMap<number, VendorAdapter>;
  readonly catalog: Pick<Catalog, 'nextVendor'> &
    Partial<Pick<Catalog, 'probes'>> & {
      vendors(): readonly { readonly code: number; readonly services: readonly Service[] }[];
    };
  readonly checkpoints: Checkpoints;
  /** `WalletStreams.handle`, here or in another thread. */
  readonly settle: Settle;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly onCall?: PurchaseWork['onCall'];
  /** With several workers: only the one that holds it follows the log; all of them run jobs. */
  readonly lease?: Lease;
  /** Pauses vendors that fail or run dry; nobody does where it is absent. */
  readonly pausing?: Pick<PauseVendorsOptions, 'catalog' | 'stream' | 'floats' | 'rules'>;
  readonly now?: () => Date;
  /** Milliseconds between two looks at everything open; default as often as VENDOR_REVIEW_AFTER asks for. */
  readonly sweepEveryMs?: number;
}

export interface WorkerHealth extends DispatchProgress {
  readonly underWay: number;
  readonly inFlight: number;
  /** Reactions that failed and were or are repeated. */
  readonly faults: number;
}

export interface RunningWorker {
  /** Takes no more work, waits for what is under way (most of SHUTDOWN_TIMEOUT), and saves where it is. */
  stop(): Promise<void>;
  health(): WorkerHealth;
}

/** A vendor that has not answered by then may not answer at all: its calls no longer keep others waiting, ... */
const SLOW_AFTER_MS = 5_000;
/** ... until this many times VENDOR_CONCURRENCY are under way. */
const SLOW_FACTOR = 4;

/** Of SHUTDOWN_TIMEOUT, what the worker may take. */
const SHARE_OF_SHUTDOWN = 0.75;

/** Opens, sends, asks about and settles purchases, until stopped. */
export function startWorker(deps: WorkerDeps): RunningWorker {
  const { config, jobs, logger, lease = heldAlone() } = deps;
  const stopping = new AbortController();
  const work = purchaseWork(deps);
  const following = new FollowedPurchases(deps, work);
  const followed = lease.whileHeld((held) => following.run(held), stopping.signal);
  const handle = (job: PurchaseJob): Promise<void> =>
    job.kind === 'dispatch' ? dispatchAttempt(work, job.purchaseId) : requeryAttempt(work, job);
  const logged = async (data: unknown): Promise<void> => {
    const job = PurchaseJob.parse(data);
    await handle(job).catch((error: unknown) =>
      tellFailure(logger, error, { ...job }, 'a job failed; the sweep brings it back'),
    );
  };
  const { VENDOR_CONCURRENCY: concurrency, VENDOR_CALLS_PER_SECOND: startsPerSecondMax } = config;
  const pace: JobQueueOptions = {
    concurrency,
    concurrencyMax: concurrency * SLOW_FACTOR,
    slowAfterMs: SLOW_AFTER_MS,
    ...(startsPerSecondMax === undefined ? {} : { startsPerSecondMax }),
  };
  jobs.process(UNCONFIGURED_QUEUE, pace, logged);
  for (const vendor of work.vendors.keys()) {
    const startsOf = vendorQueue(vendor);
    for (const queue of [startsOf, ...sendingQueuesOf(deps, vendor)])
      jobs.process(queue, { ...pace, startsOf }, logged);
  }

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= end());
  return { stop, health: () => ({ ...following.health(), inFlight: work.inFlight.size }) };

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

/** One for each service that the vendor sells. */
const sendingQueuesOf = ({ catalog }: Pick<WorkerDeps, 'catalog'>, vendor: number): string[] =>
  catalog
    .vendors()
    .filter(({ code }) => code === vendor)
    .flatMap(({ services }) => services.map((service) => sendingQueue(vendor, service)));

function purchaseWork(deps: WorkerDeps): PurchaseWork {
  const {
    config,
    eventStore,
    vault,
    vendors,
    catalog,
    jobs,
    logger,
    onCall,
    now = () => new Date(nowMs()),
  } = deps;
  return {
    vault,
    vendors,
    jobs,
    logger,
    now,
    streams: new PurchaseStreams(eventStore),
    otherVendor(product, tried) {
      const vendor = catalog.nextVendor(product, tried);
      if (vendor !== undefined) catalog.probes?.take(product.service, vendor);
      return vendor;
    },
    policy: {
      notFoundAfterMs: config.VENDOR_NOT_FOUND_AFTER,
      notFoundSpacingMs: config.VENDOR_NOT_FOUND_SPACING,
      reviewAfterMs: config.VENDOR_REVIEW_AFTER,
      failoverWithinMs: config.VENDOR_FAILOVER_WITHIN,
    },
    schedule: config.VENDOR_REQUERY_SCHEDULE,
    postTimeoutMs: config.VENDOR_POST_TIMEOUT,
    sendWithinMs: config.VENDOR_SEND_WITHIN,
    sendingQueues: new Set([...vendors.keys()].flatMap((vendor) => sendingQueuesOf(deps, vendor))),
    inFlight: new Set(),
    ...(onCall && { onCall }),
  };
}
