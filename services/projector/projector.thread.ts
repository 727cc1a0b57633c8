import { parentPort, workerData } from 'node:worker_threads';
import { LogWentBack } from '../../infra/checkpoints/log-went-back.js';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { loadSecrets } from '../../infra/crypto/secrets.js';
import { readHashes } from '../../infra/event-store/event-store.js';
import { forwardingEventStore } from '../../infra/event-store/lmdb/forward-appends.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { startRepeating } from '../../infra/host/timers.js';
import { storesOn } from '../../infra/lmdb/disk-space.js';
import { openLmdbSnapshots } from '../../infra/snapshots/open-lmdb-snapshots.js';
import { sqliteReadModels } from '../../infra/read-store/sqlite/open-sqlite-read-store.js';
import { projections, views } from '../../read-models/views.js';
import { LoadSignal } from '../../infra/threads/load-signal.js';
import { lowerThreadPriority, nameThread, throttledFollow } from '../../infra/threads/throttled-follow.js';
import { sealKeyOf } from '../audit/seals/seal-key.js';
import { sinkOf } from '../audit/seals/publish/seal-sinks.js';
import { keepPublishing, type PublishStatus } from '../audit/seals/publish/seal-publisher.js';
import { keepSealing, type SealingStatus } from '../audit/seals/sealer.js';
import { keepProjecting } from './keep-projecting.js';
import { endOnFault } from '../../infra/process/end-on-fault.js';
import type { FromProjector, ProjectorThreadData, ToProjector } from './projector-messages.js';

const HEALTH_EVERY_MS = 500;
const PROGRESS_EVERY = 20_000;
const WHILE_THROTTLED = { batchSize: 1_000, restMs: 400 };

/**
 * The only thread that writes the read models in SQLite. Also seals the ledger, because this thread reads all
 * events anyway.
 */
const { dirs, commitSignal, loadSignal, sealing } = workerData as ProjectorThreadData;
const tell = (message: FromProjector): void => parentPort?.postMessage(message);
const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

nameThread('projector');
lowerThreadPriority();
const stop = new AbortController();
const reader = await openLmdbEventStore({
  dir: dirs.events,
  readOnly: true,
  ...(commitSignal && { commitSignal }),
});
const eventStore = sealing ? forwardingEventStore(reader, sealing.appends) : reader;
const vault = await openLmdbKeyVault({ dir: dirs.keys, readOnly: true });
const projecting = keepProjecting({
  eventStore: {
    follow: throttledFollow(eventStore, new LoadSignal(loadSignal), WHILE_THROTTLED),
    readAll: (after, limit) => eventStore.readAll(after, limit),
    readHashes: (after, limit) => readHashes(eventStore, after, limit),
    lastPosition: () => eventStore.lastPosition(),
  },
  readModels: sqliteReadModels({ dir: dirs.readModels, views }),
  projections,
  open: (personId, sealed) => vault.open(personId, sealed),
  onCommitted: ({ position, changes }) =>
    tell({ tell: 'committed', position, changes: changes.flatMap(({ userId, list }) => [userId, list]) }),
  onFault: (error) =>
    tell({ tell: 'fault', message: reason(error), logWentBack: error instanceof LogWentBack }),
  signal: stop.signal,
});
const seals: { sealing?: SealingStatus; publishing?: PublishStatus } = {};
if (sealing)
  void keepSealing({
    store: eventStore,
    onStatus: (status) => (seals.sealing = status),
    key: sealKeyOf(loadSecrets({ dir: sealing.secretsDir, production: true }).sealKey),
    everyMs: sealing.everyMs,
    signal: stop.signal,
    onFault: (error) => tell({ tell: 'fault', message: `sealing: ${reason(error)}` }),
  });
const publish = sealing?.publish;
const kept =
  publish &&
  openLmdbSnapshots(storesOn(publish, (message) => tell({ tell: 'fault', message }))(publish.snapshots));
const publishing =
  publish &&
  kept &&
  keepPublishing({
    store: eventStore,
    sink: sinkOf(publish.to, kept),
    everyMs: sealing.everyMs,
    signal: stop.signal,
    onStatus: (status) => (seals.publishing = status),
    onFault: (error) => tell({ tell: 'fault', message: `publishing seals: ${reason(error)}` }),
  });
const healthTimer = startRepeating(
  () => tell({ tell: 'health', views: projecting.health(), seals }),
  HEALTH_EVERY_MS,
);

async function rebuild({ id, view, force }: Extract<ToProjector, { ask: 'rebuild' }>): Promise<void> {
  let reported = 0;
  try {
    const report = await projecting.rebuild(view, {
      force,
      onProgress: ({ position, total }) => {
        if (position < total && position - reported < PROGRESS_EVERY) return;
        reported = position;
        tell({ tell: 'progress', id, position, total });
      },
    });
    tell({ tell: 'rebuilt', id, report });
  } catch (error) {
    tell({ tell: 'refused', id, reason: reason(error) });
  }
}

async function unpark({ id, view }: Extract<ToProjector, { ask: 'unpark' }>): Promise<void> {
  try {
    tell({ tell: 'unparked', id, report: await projecting.unpark(view) });
  } catch (error) {
    tell({ tell: 'refused', id, reason: reason(error) });
  }
}

async function close(): Promise<void> {
  stop.abort();
  await Promise.all([projecting.finished, publishing]);
  healthTimer.cancel();
  await eventStore.close();
  await vault.close();
  await kept?.close();
}

endOnFault({ base: { thread: 'projector' }, end: close });
parentPort?.on('message', (message: ToProjector) => {
  if (message.ask === 'rebuild') void rebuild(message);
  else if (message.ask === 'unpark') void unpark(message);
  else void close().then(() => parentPort?.close());
});
