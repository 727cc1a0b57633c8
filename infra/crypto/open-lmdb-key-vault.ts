import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { RootDatabase, RootDatabaseOptionsWithPath } from 'lmdb';
import { boundedCache } from '../limits/bounded-cache.js';
import { copyDatabase } from '../data-dir/copy-database.js';
import { randomBytes } from '../host/chance.js';
import { monotonicMs } from '../host/clock.js';
import { type CheckDepth, damageOf } from '../lmdb/check-file.js';
import { StoreDamaged } from '../lmdb/damaged-file.js';
import { DiskSpace, DiskUnavailable } from '../lmdb/disk-space.js';
import { openLmdb } from '../lmdb/open-lmdb.js';
import type { KeyVault } from './key-vault.js';
import { noKey, PERSON_KEY_BYTES, PersonKeys } from './person-keys.js';
import { findMarked, isWiped, marksOf, wipeMarked } from './wipe-key.js';

const KEYS_CACHED_MAX = 20_000;
/** Milliseconds for which another process may use a key after its deletion. */
const FORGOTTEN_CHECK_MS = 1_000;
const MAP_BYTES = 2 ** 36;
const GENERATION = 'generation';
const FORGOTTEN = 'forgotten:';
/** Prefix of the CRC-32 of a person's key. Keys that an older version created have none. */
const CHECKSUM = 'checksum:';

export interface OpenLmdbKeyVault {
  /** Only the process's user may read this folder. A data backup must never contain it. */
  readonly dir: string;
  readonly readOnly?: boolean;
  readonly space?: DiskSpace;
}

/** Copies all keys as they are at one moment. Another process may write during the copy. */
export async function copyLmdbKeyVault(dir: string, to: string): Promise<void> {
  const [path, copy] = [join(dir, 'keys.mdb'), join(to, 'keys.mdb')];
  if (!existsSync(path)) throw new Error(`there are no keys of people in ${dir}`);
  checkKeys(path, 'ends');
  mkdirSync(to, { recursive: true, mode: 0o700 });
  await copyDatabase({ path, maxDbs: 2, mapSize: MAP_BYTES }, copy);
}

/**
 * Refuses a damaged key file. A lost key would make its person's data unreadable.
 * @throws StoreDamaged
 */
export function checkKeys(path: string, depth: CheckDepth): void {
  const damage = damageOf(path, depth);
  if (damage !== undefined) throw keysDamaged(path, damage);
}

const keysDamaged = (path: string, damage: string): StoreDamaged =>
  new StoreDamaged(
    `the keys of people in ${path} are damaged (${damage}): nothing was changed. Restore the folder ${dirname(path)} from the backup of the keys, as docs/operating/backup.md says`,
  );

function checksumOf(key: Buffer): Buffer {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(key));
  return checksum;
}

/** @throws StoreDamaged when the key of a person differs from its checksum */
export function checkKey(
  path: string,
  root: RootDatabase<Buffer, string>,
  personId: string,
  key: Buffer,
): void {
  const checksum = root.getBinary(CHECKSUM + personId);
  if (checksum && !checksumOf(key).equals(checksum))
    throw keysDamaged(path, `the key of ${personId} does not match its checksum`);
}

/** Opens the vault. Any number of processes may read the vault while one process writes. */
export async function openLmdbKeyVault({
  dir,
  readOnly = false,
  space = new DiskSpace({ dir }),
}: OpenLmdbKeyVault): Promise<KeyVault> {
  if (!readOnly) mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'keys.mdb');
  // Check only a few pages in a reading process, because the writer may move other pages meanwhile.
  checkKeys(path, readOnly ? 'ends' : 'all');
  const options: RootDatabaseOptionsWithPath & { permissionsMode: number } = {
    path,
    readOnly,
    encoding: 'binary',
    maxDbs: 2,
    mapSize: MAP_BYTES,
    permissionsMode: 0o600,
  };
  const root = openLmdb<Buffer, string>(options);
  space.guard(root);
  const keys = root.openDB<Buffer, string>({ name: 'persons', encoding: 'binary' });
  const cached = boundedCache<string, PersonKeys>(KEYS_CACHED_MAX);
  let generation = -1;
  let checkAt = 0;

  const readGeneration = (): number => root.getBinaryFast(GENERATION)?.readUInt32LE(0) ?? 0;

  const dropForgotten = (): void => {
    const now = monotonicMs();
    if (now < checkAt) return;
    checkAt = now + FORGOTTEN_CHECK_MS;
    root.resetReadTxn();
    const current = readGeneration();
    if (current !== generation) cached.clear();
    generation = current;
  };

  const find = (personId: string): PersonKeys | undefined => {
    space.read(dropForgotten);
    const known = cached.get(personId);
    if (known) return known;
    const stored = space.read(() => {
      root.resetReadTxn();
      return keys.getBinary(personId);
    });
    if (!stored) return undefined;
    const bytes = Buffer.from(stored);
    // Another process deleted the key during this read.
    if (isWiped(bytes)) return undefined;
    space.read(() => checkKey(path, root, personId, bytes));
    const found = new PersonKeys(bytes);
    cached.set(personId, found);
    return found;
  };
  const need = (personId: string): PersonKeys => {
    const found = find(personId);
    if (!found) throw noKey();
    return found;
  };

  const createKeys = async (personIds: readonly string[]): Promise<void> => {
    // Each start asks for keys, also on a full disk.
    const exist = space.read(() => {
      root.resetReadTxn();
      return personIds.every((personId) => keys.doesExist(personId));
    });
    if (exist) return;
    await space.write(() =>
      root.transaction(() => {
        for (const personId of personIds) {
          if (keys.doesExist(personId)) continue;
          const key = randomBytes(PERSON_KEY_BYTES);
          keys.putSync(personId, key);
          root.putSync(CHECKSUM + personId, checksumOf(key));
        }
      }),
    );
  };

  /**
   * Overwrites the copies of a key in the file. LMDB never changes a page in place, so unused pages
   * still contain a deleted key.
   */
  const wipe = async (personId: string): Promise<void> => {
    for (;;) {
      const marks = space.read(() => root.getBinary(FORGOTTEN + personId));
      const places = marks ? await findMarked(path, marks) : [];
      if (!marks || places.length === 0) return;
      // The transaction keeps other writers out while `wipeMarked` runs.
      await space.write(() =>
        root.transaction(() => {
          wipeMarked(path, places, marks);
        }),
      );
    }
  };
  if (!readOnly) {
    // Refuse a damaged key before anything is written.
    try {
      for (const { key, value } of keys.getRange()) checkKey(path, root, key, Buffer.from(value));
    } catch (error) {
      await root.close();
      throw error;
    }
    // Finish earlier deletions, which the previous process may have left unfinished. On a full disk, a later
    // start finishes them.
    try {
      for (const key of [...root.getKeys({ start: FORGOTTEN, end: `${FORGOTTEN}\uffff` })]) {
        await wipe(key.slice(FORGOTTEN.length));
        await space.write(() => root.remove(key));
      }
    } catch (error) {
      if (!(error instanceof DiskUnavailable)) throw error;
    }
  }

  return {
    loadKeys: () => undefined,
    createKey: (personId) => createKeys([personId]),
    createKeys,
    seal: (personId, value) => need(personId).seal(value),
    has: (personId) => find(personId) !== undefined,
    open: (personId, sealed) => find(personId)?.open(sealed),
    personMac: (personId, text) => need(personId).mac(text),
    async forget(personId) {
      await space.write(() =>
        root.transaction(() => {
          const next = Buffer.alloc(4);
          next.writeUInt32LE(readGeneration() + 1);
          const stored = keys.getBinary(personId);
          if (stored) root.putSync(FORGOTTEN + personId, marksOf(stored));
          keys.removeSync(personId);
          root.removeSync(CHECKSUM + personId);
          root.putSync(GENERATION, next);
        }),
      );
      cached.clear();
      await wipe(personId);
    },
    drop: (personId) => void cached.delete(personId),
    close: () => root.close(),
  };
}
