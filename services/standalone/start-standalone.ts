import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { Config } from '../../infra/config/config.js';
import { LiveHub } from '../../infra/live/live-hub.js';
import { createRush, Rush } from '../../infra/threads/rush.js';
import { openSqliteReadStore } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { projections } from '../../read-models/views.js';
import { createApi } from '../api/create-api.js';
import { domainDeps } from '../api/domain-deps.js';
import { serveControl } from '../cli/control-socket.js';
import { startNoticesThread } from '../notices/start-notices-thread.js';
import { startProjector } from '../projector/start-projector.js';
import { sandboxOptions } from '../sandbox/sandbox-options.js';
import { WalletStreams } from '../wallet/wallet.streams.js';
import { startWorkerThread } from '../worker/start-worker-thread.js';
import { ledgerCommands, rebuildThrough } from './commands.js';
import { makeDemoData } from './make-demo-data.js';
import { foldersOf, openLedger } from './open-ledger.js';
import { openFunding } from './open-funding.js';
import { requireFreePort } from './require-free-port.js';
import { standaloneHealth } from './standalone-health.js';
import { startSandboxThread } from './start-sandbox-thread.js';

const WEB_DIR = fileURLToPath(new URL('../../public', import.meta.url));

export interface Standalone {
  readonly url: string;
  /** Answers what is under way, saves where everything is, and closes the stores. */
  stop(): Promise<void>;
}

/** Wires every role of the product into this process. The caller holds the lock of the data directory. */
export async function startStandalone(config: Config): Promise<Standalone> {
  const logger: Logger = pino({ level: config.LOG_LEVEL, redact: ['*.authorization', '*.cookie'] });
  if (config.VENDOR_NOT_FOUND_AFTER < config.VENDOR_POST_TIMEOUT + 30_000)
    logger.warn(
      'VENDOR_NOT_FOUND_AFTER is too short for real vendors: a purchase still in flight could be refunded',
    );
  await requireFreePort(config.HOST, config.PORT, 'PORT');
  if (config.sandboxStarts) await requireFreePort('127.0.0.1', config.SANDBOX_PORT, 'SANDBOX_PORT');
  const onFault = (part: string) => (message: string) => logger.error({ part }, message);
  const sandbox = config.sandboxStarts ? await startSandboxThread(config) : undefined;
  const ledger = await openLedger(config);
  const { eventStore, commitSignal } = ledger;
  const { events, keys, readModels, snapshots } = foldersOf(config);
  const wallets = ledger.get(WalletStreams);

  const liveHub = new LiveHub();
  const rush = createRush();
  const projector = await startProjector({
    dirs: { events, keys, readModels },
    ...{ commitSignal, rush },
    onCommitted: (committed) => liveHub.publish(committed),
    onFault: onFault('projector'),
  });
  const readStore = await openSqliteReadStore({
    dir: readModels,
    views: projections.map(({ view }) => view),
  });
  const worker = await startWorkerThread({
    dirs: { events, keys, snapshots },
    config,
    ...{ eventStore, commitSignal, rush },
    settle: (userId, command, meta) => wallets.execute(userId, command, meta),
    onFault: onFault('worker'),
  });
  const notices = startNoticesThread({
    dirs: { events, keys, snapshots },
    ...{ config, commitSignal, rush },
    onFault: onFault('notices'),
  });
  const funding = await openFunding(ledger, logger);
  if (config.demoData) await makeDemoData(ledger, funding);

  const api = await createApi({
    ...domainDeps(ledger, worker.jobs, funding),
    ...{ logger, liveHub, readStore, rush: new Rush(rush) },
    health: standaloneHealth({ eventStore, projector, worker }),
    webDir: WEB_DIR,
  });
  await api.listen({ host: config.HOST, port: config.PORT });
  const url = await api.getUrl();
  // Only now is it known where a server on port 0 can be told.
  sandbox?.setWebhookUrls(sandboxOptions({ ...config, PORT: Number(new URL(url).port) }).webhookUrls);
  const control = await serveControl(config.dataDir, ledgerCommands(ledger, rebuildThrough(projector)));

  return {
    url,
    async stop() {
      control.close();
      // Side by side, because each may take nearly all of SHUTDOWN_TIMEOUT; whoever was told of a payment ends after the api.
      await Promise.all([api.close().then(() => funding.stop()), worker.stop(), notices.stop()]);
      await projector.stop();
      await readStore.close();
      await ledger.close();
      await sandbox?.stop();
    },
  };
}
