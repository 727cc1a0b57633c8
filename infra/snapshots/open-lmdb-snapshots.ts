import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open } from 'lmdb';
import type { SnapshotStore } from './snapshots.js';

/** Several threads may open the same `dir`, and all may save. */
export function openLmdbSnapshots({ dir }: { readonly dir: string }): SnapshotStore {
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
      await root.put(key, value);
    },
    async remove(key) {
      await root.remove(key);
    },
    close: () => root.close(),
  };
}
