import { checkpointsIn } from '../../infra/checkpoints/checkpoints.js';
import type { DisposableValues } from '../../infra/checkpoints/checkpoints.js';
import { redisLease } from '../../infra/lease/redis-lease.js';
import type { Lease } from '../../infra/lease/lease.js';
import { openMailer } from '../../infra/mail/open-mailer.js';
import { openBullmqJobQueue } from '../../infra/queue/bullmq/open-bullmq-job-queue.js';
import { Users } from '../accounts/users.js';
import { openCatalog } from '../catalog/open-catalog.js';
import { Closing } from '../cluster/closing.js';
import { followChanges } from '../cluster/follow-changes.js';
import { openStores } from '../cluster/open-stores.js';
import type { RunningRole, Surroundings } from '../cluster/run-process.js';
import { StoreWatch } from '../cluster/store-watch.js';
import { tellVending } from '../cluster/vending-notes.js';
import { followFundings } from '../funding/follow-fundings.js';
import { startNotices } from '../notices/start-notices.js';
import { closeVendors, createVendors } from '../vendors/vendors.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { startWorker } from './start-worker.js';
import { workerHealth } from './worker-health.js';

/** Opens one worker process. Whatever was opened before something failed is closed again. */
export async function startWorkerProcess(surroundings: Surroundings): Promise<RunningRole> {
  const closing = new Closing();
  try {
    return await start(surroundings, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/**
 * Every worker runs jobs. Of all workers one opens and settles purchases, one finishes payments and one writes mails: each
 * under a lease of its own, so that nothing is done twice for nothing.
 */
async function start(surroundings: Surroundings, closing: Closing): Promise<RunningRole> {
  const { config, logger } = surroundings;
  const onFault = (part: string) => (fault: unknown) => logger.warn({ part, err: fault }, 'a fault');
  const stores = closing.later(await openStores(surroundings), (open) => open.close());
  const { eventStore, vault, secrets, snapshots, inbox, redis } = stores;
  const checkpoints = checkpointsIn(snapshots as DisposableValues);
  const answering = closing.later(new StoreWatch(stores.checks), (watch) => watch.stop());

  const from = await eventStore.lastPosition();
  const wallets = closing.later(new WalletStreams(eventStore, snapshots), (open) => open.close());
  const users = new Users(eventStore, vault, secrets);
  const changes = followChanges(eventStore, from, [wallets, users, stores.keys], onFault('changes'));
  closing.later(changes, (following) => following.stop());
  const { catalog, close } = await openCatalog({ config, eventStore, onFault: onFault('catalog') });
  closing.later(close, (closeCatalog) => closeCatalog());
  const vendors = createVendors(catalog.vendors(), {
    postTimeoutMs: config.VENDOR_POST_TIMEOUT,
    queryTimeoutMs: config.VENDOR_QUERY_TIMEOUT,
  });
  closing.later(vendors, closeVendors);

  const leaseOf = (work: string): Lease =>
    redisLease({ client: redis.client, key: `ledger:lease:${work}`, onFault: onFault(work) });
  const stopping = new AbortController();
  const whileHeld = (lease: Lease, work: (held: AbortSignal) => Promise<void>): void => {
    const ended = lease.whileHeld(work, stopping.signal);
    closing.later(stopping, async () => {
      stopping.abort();
      await ended;
    });
  };
  const [fundings, notices] = [leaseOf('fundings'), leaseOf('notices')];
  whileHeld(fundings, (signal) =>
    followFundings({ eventStore, wallets, inbox, checkpoints, config, logger, signal }),
  );
  whileHeld(notices, async (held) => {
    const running = startNotices({
      ...{ eventStore, vault, secrets, checkpoints, logger },
      mailer: openMailer(config),
    });
    await aborted(held);
    await running.stop();
  });

  const jobs = await openBullmqJobQueue({ redisUrl: config.cluster.redisUrl, onFault: onFault('jobs') });
  const worker = startWorker({
    ...{ config, eventStore, vault, jobs, vendors, catalog, logger, checkpoints },
    lease: leaseOf('purchases'),
    settle: (userId, command, meta) => wallets.execute(userId, command, meta),
  });
  closing.later(worker, (running) => running.stop());
  closing.later(tellVending(redis.client, worker.health), (stopTelling) => stopTelling());

  return {
    ...workerHealth({ answering, worker, fundings, notices }),
    stop: () => closing.close(),
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
