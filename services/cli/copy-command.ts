import { ownEntry } from '../contracts/own-entry.js';
import { join, resolve } from 'node:path';
import { type Config, foldersOf } from '../runtime/config.js';
import { moveKeys } from '../../infra/crypto/move-keys.js';
import { loadMasterKey, makeClusterSecrets, shareSecrets } from '../../infra/crypto/secrets.js';
import { openEventStoreDb } from '../../infra/event-store/eventstoredb/open-eventstoredb.js';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { checkpointsOnDisk } from '../../infra/snapshots/open-lmdb-snapshots.js';
import { openMongoSnapshots } from '../../infra/snapshots/open-mongo-snapshots.js';
import { copyLedger } from './copy-ledger.js';
import { lockUnserved } from './control-socket.js';

export interface CopyOptions {
  readonly from: string;
  /** `SECRETS_DIR` of the standalone ledger that is copied. Default: the folder `secrets` inside `from`. */
  readonly fromSecrets?: string | undefined;
  /** Address `esdb://…`; default `EVENTSTORE_URL`. */
  readonly to?: string | undefined;
}

const RENAMED: Readonly<Record<string, string>> = {
  'checkpoint:funding-monnify': 'checkpoint:fundings-monnify-1',
};

/**
 * Copies a standalone ledger into a cluster, byte for byte. With MongoDB, the keys and checkpoints
 * are copied too. The standalone server must be stopped. The command may be repeated.
 */
export async function copy(
  config: Config,
  options: CopyOptions,
  print: (line: string) => void,
  progress: (line: string) => void,
): Promise<void> {
  const { cluster, secretsDir } = config;
  const url = options.to ?? cluster?.eventStoreUrl;
  if (url === undefined) throw new Error('say where to: --to esdb://… or EVENTSTORE_URL');
  const dataDir = resolve(options.from);
  const fromSecrets = resolve(options.fromSecrets ?? join(dataDir, 'secrets'));
  const folders = foldersOf({ dataDir, secretsDir: fromSecrets });
  const lock = await lockUnserved(dataDir);
  try {
    const from = await openLmdbEventStore({ dir: folders.events, readOnly: true });
    const to = await openEventStoreDb({ url });
    try {
      const copied = await copyLedger(from, to, (done, of) => progress(`${done} of ${of} events`));
      print(`${copied.events} events are in the event store, ${copied.found} were there before`);
      print(`every position and hash is the same; digest over all of them: ${copied.root}`);
    } finally {
      await Promise.all([from.close(), to.close()]);
    }
    if (!cluster) {
      print(
        'the keys of people were not moved: set EVENTSTORE_URL, MONGODB_URL, REDIS_URL and MASTER_KEY for that',
      );
      return;
    }
    const shared = shareSecrets(fromSecrets, secretsDir);
    if (shared.length > 0) print(`${secretsDir} has the ledger's ${shared.join(', ')} now`);
    if (!cluster.masterKey) makeClusterSecrets(secretsDir);
    const masterKey = cluster.masterKey ?? loadMasterKey(secretsDir);
    const keys = await moveKeys({ dir: folders.keys }, { url: cluster.mongoUrl, masterKey });
    print(`the keys of ${keys.people} people are in MongoDB, ${keys.found} were there before`);
    print(
      `${await moveCheckpoints(folders.snapshots, cluster.mongoUrl)} followers of the log go on where they were`,
    );
  } finally {
    lock.release();
  }
}

async function moveCheckpoints(dir: string, url: string): Promise<number> {
  const checkpoints = Object.entries(await checkpointsOnDisk(dir));
  const snapshots = await openMongoSnapshots({ url });
  try {
    for (const [key, value] of checkpoints) await snapshots.save(ownEntry(RENAMED, key) ?? key, value);
    return checkpoints.length;
  } finally {
    await snapshots.close();
  }
}
