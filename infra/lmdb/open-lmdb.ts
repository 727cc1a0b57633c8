import { type Key, open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb';

/**
 * A write resolves once it is on disk. With `eventTurnBatching`, each failed commit of lmdb 3.5.6 rejects a promise
 * that has no handler. Without it, only a `batch` is one commit.
 */
export function openLmdb<Value, KeyType extends Key>(
  options: RootDatabaseOptionsWithPath,
): RootDatabase<Value, KeyType> {
  return open<Value, KeyType>({ ...options, overlappingSync: false, eventTurnBatching: false });
}
