import { closeSync, fchmodSync, fsyncSync, openSync } from 'node:fs';
import { open, type RootDatabaseOptionsWithPath } from 'lmdb';

/**
 * Copies an LMDB file as of one moment. A plain copy may hold half a commit, and still opens without an error. The
 * copy is on disk and private once the promise resolves.
 * @param options same as for opening the file elsewhere
 * @param to path of the copy
 */
export async function copyDatabase(options: RootDatabaseOptionsWithPath, to: string): Promise<void> {
  const root = open({ ...options, readOnly: true, encoding: 'binary' });
  try {
    await root.backup(to, false);
  } finally {
    await root.close();
  }
  const file = openSync(to, 'r+');
  try {
    fchmodSync(file, 0o600);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
