import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseOptions, Key, RootDatabase, RootDatabaseOptionsWithPath } from 'lmdb';
import { copyDatabase } from '../../data-dir/copy-database.js';
import { DiskSpace } from '../../lmdb/disk-space.js';
import { openLmdb } from '../../lmdb/open-lmdb.js';
import { CommitSignal } from '../commit-signal.js';
import { checkDense, checkFile, checkTail, firstDamaged } from './check-log.js';
import { isDamage, LedgerDamaged, notItsHash } from './ledger-damaged.js';
import { GroupCommit } from './group-commit.js';
import { LmdbEventStore } from './lmdb-event-store.js';
import { OpenedFile } from './opened-file.js';
import type { LogFiles } from './log-layout.js';
import { INDEX_KEY, INDEX_MADE, INDEX_MADE_KEY, NOTHING, streamKeys, TAIL_KEY } from './log-layout.js';
import { LogReader } from './log-reader.js';
import { renewIndex } from './renew-index.js';
import { BrokenStream } from './stream-index.js';

/** Bytes of address space that are reserved. The file itself grows only when events are stored. */
const MAP_BYTES = 2 ** 40;

export interface OpenLmdbEventStore {
  readonly dir: string;
  readonly readOnly?: boolean;
  /** False only in tests. Appends then resolve before their data is on disk. */
  readonly syncing?: boolean;
  readonly commitSignal?: SharedArrayBuffer;
  readonly mapSize?: number;
  readonly unindexedMax?: number;
  /**
   * True after a crash, which a damaged page may have caused. All pages are then checked, unless the file
   * exceeds `CHECKED_BYTES_MAX`.
   */
  readonly afterCrash?: boolean;
  readonly space?: DiskSpace;
  /** Returns an error message when another process may write to the log. Every append then fails. */
  readonly lost?: () => string | undefined;
}

/**
 * Maximum size in bytes of a file that is checked completely after a crash. A check takes about a second per
 * gigabyte.
 */
const CHECKED_BYTES_MAX = 2 ** 33;
const isSmall = (path: string): boolean => existsSync(path) && statSync(path).size <= CHECKED_BYTES_MAX;

/** Opens the log. Any number of readers may open the log while one writer has it open. */
export async function openLmdbEventStore({
  dir,
  readOnly = false,
  syncing = true,
  commitSignal,
  mapSize = MAP_BYTES,
  unindexedMax,
  afterCrash = false,
  space = new DiskSpace({ dir }),
  lost,
}: OpenLmdbEventStore): Promise<LmdbEventStore> {
  if (!readOnly) mkdirSync(dir, { recursive: true });
  const path = join(dir, 'events.mdb');
  if (readOnly && !existsSync(path)) throw new Error(`there is no ledger in ${dir}`);
  if (readOnly) checkFile(path, 'ends');
  // Check only the ends of the file in a reading process, because the writer would move pages during a full
  // check.
  else checkFile(path, afterCrash && isSmall(path) ? 'all' : 'branches');
  const { root, reader, files } = await openChecked(path, {
    path,
    readOnly,
    noSync: !syncing,
    mapSize,
    maxDbs: 4,
    encoding: 'binary',
  });
  space.guard(root);
  const commits = new CommitSignal(readOnly ? 'reads' : 'writes', commitSignal);
  const writer = readOnly
    ? undefined
    : new GroupCommit(files, reader, {
        file: new OpenedFile(path),
        space,
        unindexedMax,
        lost,
        onPanic: () => commits.setUnreadable(),
        onCommitted: (streams) => commits.notify(streams),
      });
  return new LmdbEventStore(root, reader, commits, writer, path);
}

/**
 * True when there is a log file that is not empty. Opening an empty file would create a new log.
 */
export function hasLogFile(dir: string): boolean {
  return (statSync(join(dir, 'events.mdb'), { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Copies the log as it is at one moment. A writer may write during the copy. */
export async function copyLmdbLedger(dir: string, to: string): Promise<void> {
  const [path, copy] = [join(dir, 'events.mdb'), join(to, 'events.mdb')];
  if (!existsSync(path)) throw new Error(`there is no ledger in ${dir}`);
  checkFile(path, 'ends');
  await copyDatabase({ path, mapSize: MAP_BYTES, maxDbs: 4 }, copy);
}

interface OpenLog {
  readonly root: RootDatabase;
  readonly files: LogFiles;
  readonly reader: LogReader;
}

async function openChecked(path: string, options: RootDatabaseOptionsWithPath): Promise<OpenLog> {
  let root: RootDatabase | undefined;
  let files: LogFiles | undefined;
  try {
    root = openLmdb<unknown, Key>(options);
    const readOnly = options.readOnly === true;
    files = openFiles(root, readOnly);
    if (!readOnly) await renewIndex(files);
    const reader = new LogReader(files, readOnly, path);
    if (!readOnly) checkDense(path, files, reader);
    checkTail(path, reader);
    return { root, files, reader };
  } catch (error) {
    const damaged = files && firstDamaged(files.events);
    await root?.close();
    if (error instanceof LedgerDamaged) throw error;
    if (damaged !== undefined) throw notItsHash(path, damaged);
    if (error instanceof BrokenStream) throw new LedgerDamaged(path, error.message);
    throw isDamage(error) ? new LedgerDamaged(path, 'its pages cannot be read', { cause: error }) : error;
  }
}

/**
 * Returns values without copying them. The next read overwrites the values, because lmdb shares one read
 * buffer.
 */
const asItLies = {
  encode: (value: Buffer): Buffer => value,
  decode: (value: Buffer): Buffer => value,
};

export function openFiles(root: RootDatabase, readOnly: boolean): LogFiles {
  // Declare `keyEncoder` and `encoder`, which the published types of lmdb lack.
  const runs: DatabaseOptions & { name: string; encoder: typeof asItLies } = {
    name: 'events',
    keyEncoding: 'uint32',
    encoder: asItLies,
  };
  const streams: DatabaseOptions & { keyEncoder: typeof streamKeys } = {
    encoding: 'binary',
    keyEncoder: streamKeys,
  };
  const files: LogFiles = {
    events: root.openDB({ name: 'events', encoding: 'binary', keyEncoding: 'uint32' }),
    runs: root.openDB(runs),
    streams: root.openDB('streams', streams),
    tail: root.openDB({ name: 'tail', encoding: 'binary', keyEncoding: 'uint32', useVersions: true }),
  };
  if (!readOnly && !files.tail.doesExist(INDEX_KEY))
    root.transactionSync(() => {
      const last = files.tail.getEntry(TAIL_KEY)?.version;
      if (last === undefined) {
        files.tail.putSync(TAIL_KEY, NOTHING, 0);
        files.tail.putSync(INDEX_MADE_KEY, NOTHING, INDEX_MADE);
      }
      // Record that the index is complete. A new ledger has an empty index. Versions before `INDEX_KEY` kept
      // the index complete.
      files.tail.putSync(INDEX_KEY, NOTHING, last ?? 0);
    });
  return files;
}
