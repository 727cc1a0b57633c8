import { type Config, foldersOf } from '../config.js';
import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import { loadSecrets } from '../../../infra/crypto/secrets.js';
import type { DataDirLock } from '../../../infra/data-dir/data-dir-lock.js';
import { storesOn } from '../../../infra/lmdb/disk-space.js';
import { keepPrivate } from '../../../infra/data-dir/keep-private.js';
import { createCommitSignal } from '../../../infra/event-store/commit-signal.js';
import { hasLogFile, openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import type { LmdbEventStore } from '../../../infra/event-store/lmdb/lmdb-event-store.js';
import { type EmptyLog, requireOwnLog } from '../../../infra/ledger-id/ledger-id.js';
import { openLmdbSessions } from '../../../infra/sessions/open-lmdb-sessions.js';
import { openLmdbSnapshots } from '../../../infra/snapshots/open-lmdb-snapshots.js';
import type { ListedSnapshots } from '../../../infra/snapshots/snapshots.js';
import { damagedKeys } from '../../customers/newest-without-key.js';
import { loadVendorRows } from '../../catalog/vendor-rows.js';
import { ledgerIdPlaces, openOwnLog } from './own-log.js';
import type { Stores } from './stores.module.js';

export interface EmbeddedStores extends Stores {
  readonly eventStore: LmdbEventStore;
  readonly snapshots: ListedSnapshots;
  readonly commitSignal: SharedArrayBuffer;
  readonly damaged: ReadonlySet<string>;
  readonly on: ReturnType<typeof storesOn>;
  close(): Promise<void>;
}

export interface OpenEmbeddedStores {
  readonly config: Config;
  readonly lock: Pick<DataDirLock, 'afterCrash' | 'lost'>;
  readonly whenEmpty: EmptyLog;
  readonly onUnwritten: (line: string) => void;
  readonly report: (message: string) => void;
}

/**
 * The modules that use the stores must be closed before the stores.
 * @throws LedgerRefused when the stores belong to different ledgers
 */
export async function openEmbeddedStores(options: OpenEmbeddedStores): Promise<EmbeddedStores> {
  const { config, lock, whenEmpty, onUnwritten, report } = options;
  // Load the vendors file before Nest, which would print a stack trace for an error in it.
  loadVendorRows(config);
  const folders = foldersOf(config);
  const secrets = loadSecrets({ dir: config.secretsDir, production: config.production });
  keepPrivate(config.secretsDir, 'SECRETS_DIR');
  const own = { log: folders.events, places: ledgerIdPlaces(config), whenEmpty };
  // Look for the log file before opening the log, because opening creates a missing file.
  if (!hasLogFile(folders.events)) await requireOwnLog({ ...own, ledgerId: undefined });
  const commitSignal = createCommitSignal();
  const damaged = new Set<string>();
  const on = storesOn(config, (message, store) => {
    damaged.add(store);
    report(message);
  });
  const eventStore = await openLmdbEventStore({
    ...on(folders.events),
    commitSignal,
    afterCrash: lock.afterCrash,
    lost: () => lock.lost(),
  });
  const { production } = config;
  const keepId = await openOwnLog({ ...own, production, eventStore }).catch(async (refusal: unknown) => {
    await eventStore.close();
    throw refusal;
  });
  const vault = await openLmdbKeyVault(on(folders.keys));
  const snapshots = openLmdbSnapshots({ ...on(folders.snapshots), first: true });
  const { close: closeSessions, ...signedIn } = openLmdbSessions(on(folders.sessions));
  const close = async (): Promise<void> => {
    await eventStore.close();
    await Promise.all([snapshots.close(), closeSessions(), vault.close()]);
  };
  await keepId(onUnwritten).catch(async (refusal: unknown) => {
    await close();
    throw refusal;
  });
  for (const store of await damagedKeys(eventStore, vault, folders.keys, report)) damaged.add(store);
  return {
    config,
    eventStore,
    commitSignal,
    damaged,
    on,
    vault,
    secrets,
    snapshots,
    ...signedIn,
    close,
  };
}
