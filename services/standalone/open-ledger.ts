import { join } from 'node:path';
import type { Config } from '../../infra/config/config.js';
import { openLmdbKeyVault } from '../../infra/crypto/open-lmdb-key-vault.js';
import { loadSecrets } from '../../infra/crypto/secrets.js';
import { createCommitSignal } from '../../infra/event-store/commit-signal.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import type { LmdbEventStore } from '../../infra/event-store/lmdb/lmdb-event-store.js';
import { openLmdbSessions } from '../../infra/sessions/open-lmdb-sessions.js';
import { openLmdbSnapshots } from '../../infra/snapshots/open-lmdb-snapshots.js';
import type { Ground } from './ledger.module.js';
import { openDomain } from './open-domain.js';
import type { OpenDomain } from './open-domain.js';

/** Folders of an installation. Keys live apart, so that a backup of the data holds none. */
export const foldersOf = ({ dataDir, secretsDir }: Pick<Config, 'dataDir' | 'secretsDir'>) => ({
  events: join(dataDir, 'events'),
  readModels: join(dataDir, 'read-models'),
  snapshots: join(dataDir, 'snapshots'),
  sessions: join(dataDir, 'sessions'),
  inbox: join(dataDir, 'inbox'),
  keys: join(secretsDir, 'vault'),
});

/** The embedded stores with the domain over them. The caller holds the lock of the data directory. */
export interface OpenLedger extends OpenDomain {
  readonly eventStore: LmdbEventStore;
  /** Wakes followers in other threads at every commit. */
  readonly commitSignal: SharedArrayBuffer;
}

export async function openLedger(config: Config): Promise<OpenLedger> {
  const folders = foldersOf(config);
  const secrets = loadSecrets({ dir: config.secretsDir, production: config.production });
  const commitSignal = createCommitSignal();
  const vault = await openLmdbKeyVault({ dir: folders.keys });
  const eventStore = await openLmdbEventStore({ dir: folders.events, commitSignal });
  const snapshots = openLmdbSnapshots({ dir: folders.snapshots });
  const { close: closeSessions, ...signedIn } = openLmdbSessions({ dir: folders.sessions });
  const ground: Ground = { config, eventStore, vault, secrets, snapshots, ...signedIn };
  const domain = await openDomain(ground, async () => {
    await eventStore.close();
    await Promise.all([snapshots.close(), closeSessions(), vault.close()]);
  });
  return { ...domain, eventStore, commitSignal };
}
