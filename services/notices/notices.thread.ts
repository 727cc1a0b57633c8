import { parentPort, workerData } from 'node:worker_threads';
import { pino } from 'pino';
import { checkpointsIn } from '../../infra/checkpoints/checkpoints.js';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { loadSecrets } from '../../infra/crypto/secrets.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { openMailer } from '../../infra/mail/open-mailer.js';
import { openLmdbSnapshots } from '../../infra/snapshots/open-lmdb-snapshots.js';
import { lowerThreadPriority } from '../../infra/threads/lower-thread-priority.js';
import { Rush } from '../../infra/threads/rush.js';
import { standingBack } from '../../infra/threads/stand-back.js';
import type { NoticesThreadData } from './notices-thread-data.js';
import { startNotices } from './start-notices.js';

const IN_A_RUSH = { bite: 64, restMs: 100 };

/** Thread that writes mails: reads the ledger beside its writer, so that no customer waits for a mail server. */
const { dirs, config, commitSignal, rush } = workerData as NoticesThreadData;
lowerThreadPriority();
const eventStore = await openLmdbEventStore({
  dir: dirs.events,
  readOnly: true,
  ...(commitSignal && { commitSignal }),
});
const vault = await openLmdbKeyVault({ dir: dirs.keys, readOnly: true });
const snapshots = openLmdbSnapshots({ dir: dirs.snapshots });
const notices = startNotices({
  ...{ eventStore, vault },
  follow: standingBack(eventStore, new Rush(rush), IN_A_RUSH),
  secrets: loadSecrets({ dir: config.secretsDir, production: true }),
  checkpoints: checkpointsIn(snapshots),
  mailer: openMailer(config),
  logger: pino({ level: config.LOG_LEVEL, base: { thread: 'notices' } }),
});

parentPort?.once('message', () => {
  void notices
    .stop()
    .then(() => Promise.all([eventStore.close(), vault.close(), snapshots.close()]))
    .then(() => parentPort?.close());
});
parentPort?.postMessage('started');
