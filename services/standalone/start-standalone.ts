import { fileURLToPath } from 'node:url';
import { checkpointsIn, type DisposableValues } from '../../infra/checkpoints/checkpoints.js';
import { noteLogWentBack } from '../../infra/checkpoints/log-went-back.js';
import { LogReplaced, StoreUnavailable } from '../../infra/event-store/event-store.js';
import { monotonicMs } from '../../infra/host/clock.js';
import { startRepeating } from '../../infra/host/timers.js';
import { watchClock } from '../../infra/host/clock-watch.js';
import { type Config, foldersOf } from '../runtime/config.js';
import type { DataDirLock } from '../../infra/data-dir/data-dir-lock.js';
import { heldAlone } from '../../infra/lease/lease.js';
import { openLmdbInbox } from '../../infra/inbox/open-lmdb-inbox.js';
import { LiveHub } from '../../infra/live/live-hub.js';
import { processLogger } from '../../infra/process/logger.js';
import { createLoadSignal, LoadSignal } from '../../infra/threads/load-signal.js';
import { openSqliteReadStore } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { projections } from '../../read-models/views.js';
import { BACKLOG } from '../api/admission/accept-queue.js';
import { ApiHealthPages } from '../api/api-health-pages.js';
import { createApi } from '../api/create-api.js';
import { runAlerts } from '../api/run-alerts.js';
import { keepAuditing } from '../audit/scheduled/keep-auditing.js';
import { serveControl } from '../cli/control-socket.js';
import { ledgerCommands, projectorCommands } from '../cli/standalone-commands.js';
import { createDemoDataIn, demoPeopleIn } from '../customers/demo/demo-data.js';
import { Users } from '../customers/users.js';
import { unsubscribeGone } from '../customers/push/unsubscribe-gone.js';
import { FUNDING, type FundingService } from '../funding/funding.service.js';
import { startNoticesThread } from '../notices/start-notices-thread.js';
import { runAudit } from '../projector/run-audit.js';
import { startProjector } from '../projector/start-projector.js';
import { followChanges } from '../runtime/follow-changes.js';
import { announceHealthBesides, requireHealthPort } from '../runtime/health/health-server.js';
import { CannotStart, requireFreePort } from '../runtime/process/run-process.js';
import { holdAfterOlderLog } from '../runtime/stores/hold-after-older-log.js';
import { openEmbeddedStores } from '../runtime/stores/embedded-stores.js';
import { whenEmptyOf } from '../runtime/stores/own-log.js';
import { sandboxOptions } from '../sandbox/start-sandbox.js';
import { LedgerSpans } from '../telemetry/ledger-spans.js';
import { leftToTell, openTelemetry } from '../telemetry/open-telemetry.js';
import { StandaloneModule } from './standalone.module.js';
import { startSandboxThread } from './start-sandbox-thread.js';

const LOOK_AT_LOG_EVERY_MS = 1_000;
const WEB_DIR = fileURLToPath(new URL('../../public', import.meta.url));

export interface Standalone {
  readonly url: string;
  /** Finishes running API calls, saves the checkpoints and closes the stores. */
  stop(): Promise<void>;
}

export async function startStandalone(
  config: Config,
  lock: Pick<DataDirLock, 'afterCrash' | 'lost'>,
): Promise<Standalone> {
  const logger = processLogger(config.LOG_LEVEL);
  await requireFreePort(config.HOST, config.PORT, 'PORT');
  await requireHealthPort(config);
  if (config.sandboxStarts) await requireFreePort(config.SANDBOX_HOST, config.SANDBOX_PORT, 'SANDBOX_PORT');
  const onFault = (part: string) => (message: string) => logger.error({ part }, message);
  const sandbox = config.sandboxStarts ? await startSandboxThread(config) : undefined;
  const stores = await openEmbeddedStores({
    config,
    lock,
    whenEmpty: whenEmptyOf(config),
    onUnwritten: (line) => logger.warn({ part: 'ledger id' }, line),
    report: onFault('stores'),
  });
  const { eventStore, commitSignal, damaged, on } = stores;
  const { events, keys, readModels, snapshots, inbox: inboxDir } = foldersOf(config);
  const inbox = openLmdbInbox(on(inboxDir));
  const readStore = await openSqliteReadStore({
    dir: readModels,
    views: projections.map(({ view }) => view),
  });
  await holdAfterOlderLog({
    eventStore,
    snapshots: stores.snapshots,
    readStore: { place: (view) => readStore.place(view).catch(() => ({ position: 0 })) },
    onHeld: (reason) => logger.error({ alert: 'log-went-back' }, `${reason}; sending is held`),
  });

  const liveHub = new LiveHub();
  const loadSignal = createLoadSignal();
  const projector = await startProjector({
    dirs: { events, keys, readModels },
    commitSignal,
    loadSignal,
    sealing: {
      secretsDir: config.secretsDir,
      everyMs: config.SEAL_EVERY,
      publish:
        config.SEAL_PUBLISH === undefined
          ? undefined
          : { to: config.SEAL_PUBLISH, snapshots, DISK_RESERVE_MB: config.DISK_RESERVE_MB },
      eventStore,
    },
    onCommitted: (committed) => liveHub.publish(committed),
    onFault: onFault('projector'),
    onLogWentBack: () =>
      void noteLogWentBack(checkpointsIn(stores.snapshots as DisposableValues)).catch((fault: unknown) =>
        logger.warn({ part: 'projector', err: fault }, 'a fault'),
      ),
  });
  const watch = startRepeating(() => {
    // End the process. The next start compares all stores with the log.
    if (eventStore.isReplaced())
      throw new LogReplaced(`${events} holds another log than the one that was opened`);
    const broken = on.mustReopen();
    if (broken !== undefined)
      throw new StoreUnavailable(
        `the last step of a commit in ${broken} failed; the disk can be written again, and a restart opens the file again`,
      );
  }, LOOK_AT_LOG_EVERY_MS);
  watch.unref();
  const notices = startNoticesThread({
    dirs: { events, keys, snapshots },
    config,
    commitSignal,
    loadSignal,
    onFault: onFault('notices'),
    onGone: (userId, id) =>
      void unsubscribeGone(userId, id, stores).catch((fault: unknown) =>
        logger.warn({ part: 'push', err: fault }, 'a fault'),
      ),
  });

  const product = StandaloneModule.over({
    stores: { ...stores, logger, inbox, readStore, liveHub, loadSignal: new LoadSignal(loadSignal) },
    projector,
    damaged,
    worker: {
      dirs: { events, keys, snapshots },
      config,
      eventStore,
      commitSignal,
      loadSignal,
      onFault: onFault('worker'),
    },
  });
  const telemetry = await openTelemetry(config, 'standalone', (fault) =>
    logger.warn({ part: 'telemetry', err: fault }, 'a fault'),
  );
  const traces = telemetry && new LedgerSpans((span) => telemetry.purchases.record(span));
  const traced = traces && followChanges(eventStore, await eventStore.lastPosition(), [traces], logger);
  const api = await createApi(product, { config, logger, webDir: WEB_DIR, ...(telemetry && { telemetry }) });
  if (config.demoData) await createDemoDataIn(api, api.get<FundingService>(FUNDING));
  const demo = config.production ? await demoPeopleIn(api.get(Users)) : undefined;
  if (demo !== undefined) throw new CannotStart(demo);
  // Serve `ledger` commands before calling `listen`, because operators may use them as soon as the
  // port answers.
  const control = await serveControl(config.dataDir, ledgerCommands(api, projectorCommands(projector)));
  await api.listen({ host: config.HOST, port: config.PORT, backlog: BACKLOG });
  const health = await announceHealthBesides({ config, logger }, api.get(ApiHealthPages));
  const url = await api.getUrl();
  // Set the addresses for webhooks after `listen`. When `PORT` is 0, `listen` chooses the port.
  sandbox?.setWebhookUrls(sandboxOptions({ ...config, PORT: Number(new URL(url).port) }).webhookUrls);
  const stopAlerts = runAlerts(api, config, heldAlone(), (fault) =>
    logger.warn({ part: 'alerts', err: fault }, 'a fault'),
  );
  const stopClockWatch = watchClock((step) => logger.warn(step, 'the clock of this machine was set'));
  const endAudits = new AbortController();
  const auditing = keepAuditing({
    store: eventStore,
    everyMs: config.AUDIT_EVERY,
    firstAfterMs: config.AUDIT_FIRST_AFTER,
    signal: endAudits.signal,
    audit: (signal) => runAudit(config, signal),
    onFault: (fault) => logger.warn({ part: 'audit', err: fault }, 'a fault'),
  });

  return {
    url,
    async stop() {
      const since = monotonicMs();
      watch.cancel();
      telemetry?.flush();
      control.close();
      stopClockWatch();
      endAudits.abort();
      await stopAlerts();
      await auditing;
      await Promise.all([api.close(), notices.stop()]);
      await health.close();
      await traced?.stop();
      // Send the last metrics before closing the stores, because some metrics are read from the
      // stores.
      await Promise.all([projector.stop(), telemetry?.endMetrics()]);
      await readStore.close();
      await inbox.close();
      await stores.close();
      await sandbox?.stop();
      // Close `telemetry` last and with a time limit, because a collector may not answer.
      await telemetry?.close(leftToTell(config.STOP_WITHIN, since));
    },
  };
}
