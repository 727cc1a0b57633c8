import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const OTHERS = 0o077;

/**
 * Hides a folder, its content and all new files of this process from other users, because read models contain
 * phone numbers in plain text.
 * @throws DataDirUnusable when modes cannot be changed
 */
export function keepPrivate(dir: string, setting: string): void {
  // Set `umask` in the main thread, because it belongs to the whole process and a worker thread cannot set
  // it.
  if (isMainThread) process.umask(OTHERS);
  if (process.platform === 'win32') return;
  try {
    // Close the folder first, because this protects its content at once.
    closePath(dir, statSync(dir).mode);
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) closeEntry(join(dir, name));
  } catch (error) {
    const { code, path = dir } = error as NodeJS.ErrnoException;
    throw new DataDirUnusable(
      `${setting} ${dir} can be read by other users and that cannot be changed (${path}: ${String(code)}): give it to the user that runs this and set its mode to 700`,
    );
  }
}

function closeEntry(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  // Skip symbolic links, because `chmod` of a link would change the file that it points to. That file may be
  // anywhere.
  if (entry && !entry.isSymbolicLink()) closePath(path, entry.mode);
}

function closePath(path: string, mode: number): void {
  if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700);
}

/** Error with a message of one line that tells the operator what to do. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable';
}
