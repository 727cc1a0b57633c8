import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import { DiskSpace } from '../lmdb/disk-space.js';
import type { SnapshotStore } from './snapshots.js';

/** Several threads may open the same `dir`, and all may save. */
export function openLmdbSnapshots({
  dir,
  space = new DiskSpace({ dir }),
}: {
  readonly dir: string;
  readonly space?: DiskSpace;
}): SnapshotStore {
  mkdirSync(dir, { recursive: true });
  const root = open<unknown, string>({
    path: join(dir, 'snapshots.mdb'),
    encoding: 'json',
    overlappingSync: false,
    mapSize: 2 ** 38,
  });
  return {
    load<Value>(key: string): Value | undefined {
      root.resetReadTxn();
      return root.get(key) as Value | undefined;
    },
    async save(key, value) {
      await space.write(() => root.put(key, value));
    },
    async remove(key) {
      await space.write(() => root.remove(key));
    },
    close: () => root.close(),
  };
}
