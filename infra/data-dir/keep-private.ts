import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Whatever lets the group or others in. */
const OTHERS = 0o077;

/**
 * Takes a folder and everything in it from all other users of the machine, and sees to it that what this process makes
 * later is its own too. A folder that was there before has the mode its maker gave it, often 0755; the read models in it
 * hold phone numbers in plain text.
 * @param setting the name of the setting that names the folder
 * @throws DataDirUnusable when it belongs to somebody else and can be read by them
 */
export function keepPrivate(dir: string, setting: string): void {
  // Of the whole process, so a thread cannot and need not.
  if (isMainThread) process.umask(OTHERS);
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  try {
    // From outside in: once the folder is closed, nobody gets at what is in it.
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
  // Other processes come and go in the folder: a file that is gone is nobody's.
  const entry = lstatSync(path, { throwIfNoEntry: false });
  // The mode of a link is that of what it points to, which may be anywhere.
  if (entry && !entry.isSymbolicLink()) closePath(path, entry.mode);
}

function closePath(path: string, mode: number): void {
  if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o700);
}

/** The folder cannot be used by this process. The message is one line that says what to do. */
export class DataDirUnusable extends Error {
  override readonly name = 'DataDirUnusable';
}
