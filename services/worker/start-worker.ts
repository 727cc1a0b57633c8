import { nowMs } from '../../infra/host/clock.js';
import { sleep } from '../../infra/host/timers.js';
import { heldAlone } from '../../infra/lease/lease.js';
import type { JobQueueOptions } from '../../infra/queue/job-queue.js';
import { hasNameFor } from '../catalog/catalog.js';
import type { Product } from '../contracts/services.js';
import { LostAttempts } from '../purchases/attempt/lost-attempts.js';
import { AttemptAges } from '../purchases/outcome/attempt-ages.js';
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
import { FollowedPurchases } from './followed-purchases.js';
import type { WorkerHealth, WorkerDeps } from './worker-deps.js';

export interface RunningWorker {
  /** Finishes running work and saves the checkpoint. */
  stop(): Promise<void>;
  health(): WorkerHealth;
}

/**
 * Milliseconds after which a call to a vendor is slow. Slow calls do not count towards `VENDOR_CONCURRENCY`.
 */
const SLOW_AFTER_MS = 5_000;
const SLOW_FACTOR = 4;

const SHARE_OF_SHUTDOWN = 0.75;

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
    // Stop before the end of `SHUTDOWN_TIMEOUT`, because the other parts of the process need the
    // rest of the time.
    const timeoutMs = config.SHUTDOWN_TIMEOUT * SHARE_OF_SHUTDOWN;
    await Promise.all([
      jobs.close(timeoutMs),
      Promise.race([followed, sleep(timeoutMs, undefined, { ref: false })]),
    ]);
  }
}

const sellersOf = ({ catalog }: Pick<WorkerDeps, 'catalog'>, product: Product): number[] =>
  catalog
    .vendors()
    .filter((row) => row.services.includes(product.service) && hasNameFor(row, product))
    .map(({ code }) => code);

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
    ages: new AttemptAges(),
    lost: new LostAttempts(
      () => catalog.state?.sendingHold,
      (product) => sellersOf(deps, product),
    ),
    ...(onCall && { onCall }),
  };
}
