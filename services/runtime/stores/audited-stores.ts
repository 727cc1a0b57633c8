import { openLmdbKeyVault } from '../../../infra/crypto/open-lmdb-key-vault.js';
import type { KeyVault } from '../../../infra/crypto/key-vault.js';
import { loadMasterKey } from '../../../infra/crypto/secrets.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { databaseExists } from '../../../infra/read-store/sqlite/database.js';
import { openSqliteReadStore } from '../../../infra/read-store/sqlite/open-sqlite-read-store.js';
import type { ReadStore } from '../../../infra/read-store/view.js';
import { views } from '../../../read-models/views.js';
import { type Config, foldersOf } from '../config.js';
import { CloseStack } from '../process/close-stack.js';

/** Part of the configuration that can be sent to threads, because it is plain data. */
export type AuditedConfig = Pick<Config, 'dataDir' | 'secretsDir' | 'cluster'>;

export interface AuditedStores {
  readonly eventStore: EventStore;
  readonly readStore: ReadStore;
  readonly vault: KeyVault;
}

/**
 * Opens the stores for reading, and closes them after `work`. Call in a thread of its own, because reading
 * rows blocks the thread.
 * @throws when a store is missing
 */
export async function withAuditedStores<T>(
  { cluster, ...folders }: AuditedConfig,
  work: (stores: AuditedStores) => Promise<T>,
): Promise<T> {
  const closing = new CloseStack();
  const open = async <Opened extends { close(): Promise<void> }>(opening: Promise<Opened>): Promise<Opened> =>
    closing.adopt(await opening, (opened) => opened.close());
  try {
    if (cluster) {
      // Import these modules only for a cluster, because they would slow down the opening of a standalone
      // ledger.
      const [
        { openMongoKeyVault },
        { openMongoReadStore },
        { openEventStoreDb },
        { openMongoPositionMarks },
      ] = await Promise.all([
        import('../../../infra/crypto/open-mongo-key-vault.js'),
        import('../../../infra/read-store/mongo/open-mongo-read-store.js'),
        import('../../../infra/event-store/eventstoredb/open-eventstoredb.js'),
        import('../../../infra/event-store/eventstoredb/log/open-mongo-position-marks.js'),
      ]);
      const { mongoUrl: url } = cluster;
      const masterKey = cluster.masterKey ?? loadMasterKey(folders.secretsDir);
      return await work({
        vault: await open(openMongoKeyVault({ url, masterKey: Buffer.from(masterKey) })),
        readStore: await open(openMongoReadStore({ url, views })),
        eventStore: await open(
          openEventStoreDb({
            url: cluster.eventStoreUrl,
            marks: await open(openMongoPositionMarks({ url })),
          }),
        ),
      });
    }
    const { events, readModels, keys } = foldersOf(folders);
    if (!databaseExists(readModels)) throw new Error('there are no read models here to compare');
    return await work({
      eventStore: await open(openLmdbEventStore({ dir: events, readOnly: true })),
      vault: await open(openLmdbKeyVault({ dir: keys, readOnly: true })),
      readStore: await open(openSqliteReadStore({ dir: readModels, views, threads: 0 })),
    });
  } finally {
    await closing.close();
  }
}
