import { join } from 'node:path';
import type { Config } from '../config.js';

/** Folders of an installation. Keys live apart, so that a backup of the data holds none. */
export const foldersOf = ({ dataDir, secretsDir }: Pick<Config, 'dataDir' | 'secretsDir'>) => ({
  events: join(dataDir, 'events'),
  readModels: join(dataDir, 'read-models'),
  snapshots: join(dataDir, 'snapshots'),
  sessions: join(dataDir, 'sessions'),
  inbox: join(dataDir, 'inbox'),
  keys: join(secretsDir, 'vault'),
});
