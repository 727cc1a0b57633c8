import { openMongoReadStore } from '../../../infra/read-store/mongo/open-mongo-read-store.js';
import { databaseExists } from '../../../infra/read-store/sqlite/database.js';
import { openSqliteReadStore } from '../../../infra/read-store/sqlite/open-sqlite-read-store.js';
import type { ReadStore } from '../../../infra/read-store/view.js';
import { views } from '../../../read-models/views.js';
import { type Config, foldersOf } from '../../runtime/config.js';

export const hasReadModels = (config: Config): boolean =>
  config.cluster !== undefined || databaseExists(foldersOf(config).readModels);

export async function askingReadModels<T>(
  config: Config,
  work: (readStore: ReadStore) => Promise<T>,
): Promise<T> {
  const readStore = config.cluster
    ? await openMongoReadStore({ url: config.cluster.mongoUrl, views })
    : await openSqliteReadStore({ dir: foldersOf(config).readModels, views });
  try {
    return await work(readStore);
  } finally {
    await readStore.close();
  }
}
