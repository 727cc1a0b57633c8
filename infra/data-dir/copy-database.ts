import { closeSync, fchmodSync, fsyncSync, openSync } from 'node:fs';
import { open, type RootDatabaseOptionsWithPath } from 'lmdb';

/**
 * Copies an LMDB file by LMDB's own backup, because a plain copy may contain half a commit. Resolves when the
 * copy is on disk. Only this user can read the copy.
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
