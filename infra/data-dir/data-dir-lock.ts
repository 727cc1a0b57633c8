import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { DataDirUnusable, keepPrivate } from './keep-private.js';

export interface DataDirLock {
  /** True when the previous process was killed or crashed. */
  readonly afterCrash: boolean;
  /**
   * Returns an error message when someone deleted or replaced the lock file. Another process can then lock
   * the same folder.
   */
  lost(): string | undefined;
  release(): void;
}

const PID_FILE = 'server.pid';
/**
 * Open this file only through `openLockFile` and never copy it, because closing a second handle of the file
 * would drop the lock.
 */
const LOCK_FILE = 'writer.lock';

/**
 * Locks the folder until this process ends. Writes `server.pid` and makes the folder private to this user.
 * @throws DataDirUnusable
 */
export function lockDataDir(dir: string): DataDirLock {
  const database = openLockFile(dir);
  try {
    // The open transaction is the lock. The operating system ends it with the process.
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw takenError(dir, error);
  }
  const pidFile = join(dir, PID_FILE);
  const afterCrash = existsSync(pidFile);
  try {
    keepPrivate(dir, 'DATA_DIR');
    writeFileSync(pidFile, `${process.pid}\n`);
  } catch (error) {
    database.close();
    throw error instanceof DataDirUnusable ? error : unwritable(dir, error);
  }
  const lockFile = join(dir, LOCK_FILE);
  const inodeOf = (): number | undefined => statSync(lockFile, { throwIfNoEntry: false })?.ino;
  const locked = inodeOf();
  let held = true;
  return {
    afterCrash,
    lost: () =>
      !held || inodeOf() === locked
        ? undefined
        : `${lockFile} was deleted or replaced, so another process may use DATA_DIR: make sure that none does, and start again`,
    release() {
      if (!held) return;
      held = false;
      // After a lost lock, another process may have written the PID file.
      if (pidIn(dir) === String(process.pid)) rmSync(pidFile, { force: true });
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function openLockFile(dir: string): Database.Database {
  try {
    makeFolder(dir);
    // Write a test file first, because SQLite would not report why the folder is unwritable.
    const probe = join(dir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return new Database(join(dir, LOCK_FILE), { timeout: 0 });
  } catch (error) {
    throw unwritable(dir, error);
  }
}

/**
 * Does not use the option `recursive`, which can hang when the system answers ENOENT for a folder that
 * exists.
 */
function makeFolder(dir: string): void {
  if (existsSync(dir)) return;
  makeFolder(dirname(dir));
  mkdirSync(dir, { mode: 0o700 });
}

function takenError(dir: string, error: unknown): DataDirUnusable {
  if (!/locked|busy/i.test(String(error))) return unwritable(dir, error);
  const pid = pidIn(dir);
  const owner = pid ? `process ${pid} is` : 'another process is';
  return new DataDirUnusable(
    `${owner} already running on DATA_DIR ${dir}: stop it, or choose another DATA_DIR`,
  );
}

function pidIn(dir: string): string | undefined {
  try {
    return /^\d+/.exec(readFileSync(join(dir, PID_FILE), 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}

const REMEDIES: readonly (readonly [code: RegExp, remedy: string])[] = [
  [/^(ENOSPC|SQLITE_FULL)/, 'the disk is full: free space on it, and start again'],
  [/^EDQUOT/, 'the disk quota of this user is used up: free space, or raise the quota, and start again'],
  [
    /^(EROFS|SQLITE_READONLY)/,
    'its file system is read-only, as after an error of the disk: read `dmesg`, check the disk, mount it for writing, and start again',
  ],
  [/^(EIO|SQLITE_IOERR)/, 'the disk is failing: read `dmesg`, and check the disk'],
];
const NO_ACCESS = 'give this user write access to it, or choose another DATA_DIR';

export function unwritable(dir: string, error: unknown): DataDirUnusable {
  const code = String((error as { readonly code?: unknown }).code ?? 'it failed');
  const [, remedy = NO_ACCESS] = REMEDIES.find(([known]) => known.test(code)) ?? [];
  return new DataDirUnusable(`DATA_DIR ${dir} cannot be written (${code}): ${remedy}`);
}
