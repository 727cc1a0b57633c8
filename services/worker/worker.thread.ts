import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { checkpointsIn } from '../../infra/checkpoints/checkpoints.js';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { forwardingEventStore } from '../../infra/event-store/lmdb/forward-appends.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { monotonicMs } from '../../infra/host/clock.js';
import { startRepeating } from '../../infra/host/timers.js';
import { storesOn } from '../../infra/lmdb/disk-space.js';
import { endOnFault } from '../../infra/process/end-on-fault.js';
import { serveJobs } from '../../infra/queue/in-process/forward-jobs.js';
import { inProcessJobQueue } from '../../infra/queue/in-process/in-process-job-queue.js';
import { openLmdbSnapshots } from '../../infra/snapshots/open-lmdb-snapshots.js';
import { lowerThreadPriority, nameThread, throttledFollow } from '../../infra/threads/throttled-follow.js';
import { LoadSignal } from '../../infra/threads/load-signal.js';
import { openCatalog } from '../catalog/keep-catalog.js';
import { closeVendors, createVendors } from '../vendors/vendors.js';
import { forwardingSettle } from './forward-settlements.js';
import { pauseSettings } from './pause-settings.js';
import { leftToTell, openTelemetry } from '../telemetry/open-telemetry.js';
import { PurchaseMetrics } from '../telemetry/purchase-metrics.js';
import { callSpans } from '../telemetry/purchase-trace.js';
import { startWorker } from './start-worker.js';
import type { FromWorker, ToWorker, WorkerThreadData } from './worker-messages.js';

const HEALTH_EVERY_MS = 500;
const WHILE_THROTTLED = { batchSize: 128, restMs: 50 };

/**
 * Entry point of the worker thread. The thread asks the main thread to append events and to settle wallets.
 */
const { dirs, config, commitSignal, loadSignal, ports } = workerData as WorkerThreadData;
const tell = (message: FromWorker): void => parentPort?.postMessage(message);
const logger = pino({ level: config.LOG_LEVEL, base: { thread: 'worker' } });

nameThread('worker');
lowerThreadPriority();
const reader = await openLmdbEventStore({
  dir: dirs.events,
  readOnly: true,
  ...(commitSignal && { commitSignal }),
});
const eventStore = forwardingEventStore(reader, ports.appends);
const vault = await openLmdbKeyVault({ dir: dirs.keys, readOnly: true });
const snapshots = openLmdbSnapshots(storesOn(config, (message) => logger.error(message))(dirs.snapshots));
const kept = await openCatalog({
  config,
  eventStore,
  onFault: (error) => logger.warn({ err: error }, 'could not look at the catalogue; the next look will'),
});
const { catalog } = kept;
const { pausing, close: closeFloats } = pauseSettings(config, kept);
const vendors = createVendors(catalog.vendors(), {
  postTimeoutMs: config.VENDOR_POST_TIMEOUT,
  queryTimeoutMs: config.VENDOR_QUERY_TIMEOUT,
});
const telemetry = await openTelemetry(config, 'worker', (fault) =>
  logger.warn({ part: 'telemetry', err: fault }, 'a fault'),
);
const jobs = inProcessJobQueue();
serveJobs(jobs, ports.jobs);
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
  follow: throttledFollow(eventStore, new LoadSignal(loadSignal), WHILE_THROTTLED),
  checkpoints: checkpointsIn(snapshots),
  counts,
  settle: forwardingSettle(ports.settlements),
  ...(telemetry && { onCall: callSpans(telemetry.purchases) }),
});
const tellHealth = async (): Promise<void> =>
  tell({ tell: 'health', health: worker.health(), counts: await counts.values() });
const healthTimer = startRepeating(() => void tellHealth(), HEALTH_EVERY_MS);
tell({ tell: 'started' });

async function stop(): Promise<void> {
  const since = monotonicMs();
  telemetry?.flush();
  await worker.stop();
  healthTimer.cancel();
  kept.close();
  await Promise.all([closeVendors(vendors), closeFloats()]);
  await Promise.all([eventStore.close(), vault.close(), snapshots.close()]);
  ports.settlements.close();
  ports.jobs.close();
  // Close `telemetry` last and with a time limit, because a collector may not answer.
  await telemetry?.close(leftToTell(config.SHUTDOWN_TIMEOUT, since));
  parentPort?.close();
  // Exit now, because a running call to a collector that does not answer would keep the thread alive.
  if (telemetry) process.exit();
}

endOnFault({ level: config.LOG_LEVEL, base: { thread: 'worker' }, end: stop });
parentPort?.on('message', (message: ToWorker) => {
  if (message.ask === 'stop') void stop();
});
