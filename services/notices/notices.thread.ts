import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { checkpointsIn } from '../../infra/checkpoints/checkpoints.js';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { loadSecrets } from '../../infra/crypto/secrets.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { storesOn } from '../../infra/lmdb/disk-space.js';
import { openMailer } from '../../infra/mail/open-mailer.js';
import { openLmdbSnapshots } from '../../infra/snapshots/open-lmdb-snapshots.js';
import { endOnFault } from '../../infra/process/end-on-fault.js';
import { lowerThreadPriority, nameThread, throttledFollow } from '../../infra/threads/throttled-follow.js';
import { LoadSignal } from '../../infra/threads/load-signal.js';
import { startPush } from './push/start-push.js';
import type { AloneSettings } from '../money-desk/money-desk.settings.js';
import { startNotices } from './start-notices.js';
import type { MailConfig } from '../../infra/mail/mail-settings.js';

export interface NoticesThreadData {
  readonly dirs: { readonly events: string; readonly keys: string; readonly snapshots: string };
  readonly config: Pick<MailConfig, 'SMTP_URL' | 'MAIL_FROM'> &
    AloneSettings & {
      readonly sandboxUrl: string;
      readonly LOG_LEVEL: string;
      readonly PUBLIC_URL?: string | undefined;
      readonly secretsDir: string;
      readonly PUSH_SERVICES: string;
      readonly DISK_RESERVE_MB: number;
    };
  readonly commitSignal: SharedArrayBuffer | undefined;
  readonly loadSignal: SharedArrayBuffer;
}

const WHILE_THROTTLED = { batchSize: 64, restMs: 100 };

/**
 * Thread that reads the ledger and sends mails. Requests run in other threads, so that no request
 * waits for the mail server.
 */
const { dirs, config, commitSignal, loadSignal } = workerData as NoticesThreadData;
nameThread('notices');
lowerThreadPriority();
const eventStore = await openLmdbEventStore({
  dir: dirs.events,
  readOnly: true,
  ...(commitSignal && { commitSignal }),
});
const vault = await openLmdbKeyVault({ dir: dirs.keys, readOnly: true });
const logger = pino({ level: config.LOG_LEVEL, base: { thread: 'notices' } });
const snapshots = openLmdbSnapshots(storesOn(config, (message) => logger.error(message))(dirs.snapshots));
const checkpoints = checkpointsIn(snapshots);
const follow = throttledFollow(eventStore, new LoadSignal(loadSignal), WHILE_THROTTLED);
const notices = startNotices({
  eventStore,
  vault,
  follow,
  secrets: loadSecrets({ dir: config.secretsDir, production: true }),
  checkpoints,
  publicUrl: config.PUBLIC_URL,
  mailer: openMailer(config),
  config,
  logger,
});

const push = startPush({
  eventStore,
  vault,
  follow,
  checkpoints,
  config,
  logger,
  // Ask the main thread to remove the push subscription, because this thread cannot write to the
  // ledger.
  onGone: (userId, subscriptionId) => parentPort?.postMessage({ gone: { userId, subscriptionId } }),
});

async function stop(): Promise<void> {
  await Promise.all([notices.stop(), push.stop()]);
  await Promise.all([eventStore.close(), vault.close(), snapshots.close()]);
}

endOnFault({ level: config.LOG_LEVEL, base: { thread: 'notices' }, end: stop });
parentPort?.once('message', () => void stop().then(() => parentPort?.close()));
