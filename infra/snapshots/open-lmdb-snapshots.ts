import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { checkedTable, fromCheckedJson } from '../lmdb/checked-table.js';
import { damageOf } from '../lmdb/check-file.js';
import { type OnDamage, removeDamaged } from '../lmdb/damaged-file.js';
import { DiskSpace } from '../lmdb/disk-space.js';
import { openLmdb } from '../lmdb/open-lmdb.js';
import { type ListedSnapshots, rangesOf } from './snapshots.js';

export interface OpenLmdbSnapshots {
  readonly dir: string;
  readonly space?: DiskSpace;
  readonly onDamage?: OnDamage;
  /** True for the first thread that opens the file. Only this thread deletes a damaged file. */
  readonly first?: boolean;
}

/** Message to the operator about a damaged file that was deleted. No event of the log is lost. */
const LOST =
  'wallets and followers begin at the first event, and mails of the last 72 hours may be sent twice';
const fileIn = (dir: string): string => join(dir, 'snapshots.mdb');

export function openLmdbSnapshots({
  dir,
  space = new DiskSpace({ dir }),
  onDamage = () => undefined,
  first = false,
}: OpenLmdbSnapshots): ListedSnapshots {
  mkdirSync(dir, { recursive: true });
  const path = fileIn(dir);
  if (first) removeDamaged(path, LOST, onDamage);
  const root = openLmdb<string, string>({ path, encoding: 'string', mapSize: 2 ** 38 });
  space.guard(root);
  const values = checkedTable<unknown>(root, { name: path, space, onDamage });
  return {
    load<Value>(key: string): Value | undefined {
      root.resetReadTxn();
      return values.get(key) as Value | undefined;
    },
    async entries(prefix, except) {
      root.resetReadTxn();
      return rangesOf(prefix, except).flatMap((range) => values.entries(range));
    },
    save: (key, value) => values.put(key, value),
    remove: (key) => values.remove(key),
    close: () => root.close(),
  };
}

export async function checkpointsOnDisk(dir: string): Promise<Record<string, unknown>> {
  const path = fileIn(dir);
  if (!existsSync(path) || damageOf(path, 'ends') !== undefined) return {};
  const root = open<string, string>({ path, encoding: 'string', readOnly: true });
  try {
    const checkpoints: Record<string, unknown> = {};
    for (const { key, value } of root.getRange({ start: 'checkpoint:', end: 'checkpoint;' })) {
      const checkpoint = fromCheckedJson(value);
      if (checkpoint !== undefined) checkpoints[key] = checkpoint;
    }
    return checkpoints;
  } finally {
    await root.close();
  }
}
