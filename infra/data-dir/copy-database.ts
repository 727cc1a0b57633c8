import { closeSync, fchmodSync, fsyncSync, openSync } from 'node:fs';
import { open, type RootDatabaseOptionsWithPath } from 'lmdb';

/**
 * Copies an LMDB file as it is at one moment, beside whoever writes to it. A plain copy of one in use may hold half of a commit, and
 * opens as though it were whole.
 *
 * On disk, and readable by its owner only, when it resolves.
 * @param options as the file is opened with elsewhere, among them its path
 * @param to the path of the copy
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
