import { checkpointsIn } from '../../infra/checkpoints/checkpoints.js';
import type { DisposableValues } from '../../infra/checkpoints/checkpoints.js';
import { redisLease } from '../../infra/lease/redis-lease.js';
import type { Lease } from '../../infra/lease/lease.js';
import { openMailer } from '../../infra/mail/open-mailer.js';
import { openBullmqJobQueue } from '../../infra/queue/bullmq/open-bullmq-job-queue.js';
import { FundingTerms } from '../catalog/funding-terms/funding-terms.js';
import { openCatalog } from '../catalog/keep-catalog.js';
import { CloseStack } from '../runtime/process/close-stack.js';
import type { RunningRole, ProcessContext } from '../runtime/process/run-process.js';
import { followChanges } from '../runtime/follow-changes.js';
import { openClusterStores } from '../runtime/stores/cluster-stores.js';
import { openRooms } from '../runtime/stores/stores.module.js';
import { StoreWatch } from '../runtime/health/store-watch.js';
import { DISPATCH_STATUS, dispatchStatusOf } from '../runtime/cluster-status.js';
import { publishNote } from '../runtime/status-note.js';
import { followFundings } from '../funding/follow-fundings.js';
import { followMoneyDesk } from '../money-desk/follow-money-desk.js';
import { unsubscribeGone } from '../customers/push/unsubscribe-gone.js';
import { startPush } from '../notices/push/start-push.js';
import { startNotices } from '../notices/start-notices.js';
import { closeVendors, createVendors } from '../vendors/vendors.js';
import { tellUnreadable } from '../wallet/unreadable-wallet.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { pauseSettings } from './pause-settings.js';
import { callSpans } from '../telemetry/purchase-trace.js';
import { PurchaseMetrics } from '../telemetry/purchase-metrics.js';
import { startWorker } from './start-worker.js';
import { workerHealth } from './worker-health.js';

export async function startWorkerProcess(context: ProcessContext): Promise<RunningRole> {
  const closing = new CloseStack();
  try {
    return await start(context, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

/** Every worker runs jobs. All other work is done only by the worker that holds the lease for it. */
async function start(context: ProcessContext, closing: CloseStack): Promise<RunningRole> {
  const { config, logger, telemetry } = context;
  const onFault = (part: string) => (fault: unknown) => logger.warn({ part, err: fault }, 'a fault');
  const stores = closing.adopt(await openClusterStores(context), (open) => open.close());
  const { eventStore, vault, secrets, snapshots, inbox, redis } = stores;
  await stores.holdAfterOlderLog();
  const checkpoints = checkpointsIn(snapshots as DisposableValues, async () => {
    await stores.holdAfterOlderLog();
    await kept.stream.catchUp();
  });
  const answering = closing.adopt(new StoreWatch(stores.checks), (watch) => watch.stop());

  const from = await eventStore.lastPosition();
  const rooms = closing.adopt(await openRooms({ ...stores, config }, [WalletModule]), (open) => open.close());
  const wallets = rooms.get(WalletStreams);
  wallets.onUnreadable = tellUnreadable(logger);
  const changes = followChanges(eventStore, from, [wallets, stores.keys], logger);
  closing.adopt(changes, (following) => following.stop());
  const kept = await openCatalog({ config, eventStore, onFault: onFault('catalog') });
  const { catalog } = closing.adopt(kept, (open) => open.close());
  const { pausing } = closing.adopt(pauseSettings(config, kept), (open) => open.close());
  const vendors = createVendors(catalog.vendors(), {
    postTimeoutMs: config.VENDOR_POST_TIMEOUT,
    queryTimeoutMs: config.VENDOR_QUERY_TIMEOUT,
  });
  closing.adopt(vendors, closeVendors);

  // Hold a lease only while `log` and `documents` answer, because this worker can do no work without them.
  const [log, documents] = stores.checks;
  const able = (): boolean => answering.answers(log) && answering.answers(documents);
  const leaseOf = (work: string): Lease =>
    redisLease({ client: redis.client, key: `ledger:lease:${work}`, able, onFault: onFault(work) });
  const stopping = new AbortController();
  const whileHeld = (lease: Lease, work: (held: AbortSignal) => Promise<void>): void => {
    const ended = lease.whileHeld(work, stopping.signal);
    closing.adopt(stopping, async () => {
      stopping.abort();
      await ended;
    });
  };
  const { charge } = new FundingTerms(catalog, config);
  const fundings = leaseOf('fundings');
  const moneyDesk = leaseOf('money-desk');
  const notices = leaseOf('notices');
  whileHeld(fundings, (signal) =>
    followFundings({ eventStore, wallets, inbox, checkpoints, config, charge, logger, signal }),
  );
  whileHeld(moneyDesk, (signal) =>
    followMoneyDesk({
      eventStore,
      wallets,
      checkpoints,
      logger,
      signal,
      soleOwnerDelayMs: config.SOLE_OWNER_DELAY,
    }),
  );
  whileHeld(notices, async (held) => {
    const running = startNotices({
      eventStore,
      vault,
      secrets,
      checkpoints,
      logger,
      publicUrl: config.PUBLIC_URL,
      mailer: openMailer(config),
      config,
    });
    const push = startPush({
      eventStore,
      vault,
      checkpoints,
      config,
      logger,
      onGone: (userId, id) => void unsubscribeGone(userId, id, { eventStore, vault }).catch(onFault('push')),
    });
    await aborted(held);
    await Promise.all([running.stop(), push.stop()]);
  });

  const jobs = await openBullmqJobQueue({ redisUrl: config.cluster.redisUrl, onFault: onFault('jobs') });
  const counts = new PurchaseMetrics();
  const worker = startWorker({
    config,
    eventStore,
    vault,
    jobs,
    vendors,
    catalog,
    pausing,
    logger,
    checkpoints,
    counts,
    ...(telemetry && { onCall: callSpans(telemetry.purchases) }),
    lease: leaseOf('purchases'),
    settle: (userId, command, by) => wallets.handle(userId, command, by),
  });
  closing.adopt(worker, (running) => running.stop());
  closing.adopt(
    publishNote(redis.client, DISPATCH_STATUS, () => dispatchStatusOf(worker.health())),
    (stopTelling) => stopTelling(),
  );

  return {
    ...workerHealth({ eventStore, answering, worker, fundings, moneyDesk, notices, wallets, counts }),
    stop: () => closing.close(),
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
