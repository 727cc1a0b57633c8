import { type Key, open, type RootDatabase, type RootDatabaseOptionsWithPath } from 'lmdb';
import { mendErrorBuffer } from './mend-error-buffer.js';

/**
 * Opens a file of LMDB. A write resolves once it is on disk.
 * With `eventTurnBatching`, lmdb 3.5.6 rejects one further promise for each failed commit. Nothing holds this
 * promise, so its rejection would end the process. Without it, only the writes of one `batch` are one commit.
 */
export function openLmdb<Value, KeyType extends Key>(
  options: RootDatabaseOptionsWithPath,
): RootDatabase<Value, KeyType> {
  if (options.readOnly !== true) mendErrorBuffer();
  return open<Value, KeyType>({ ...options, overlappingSync: false, eventTurnBatching: false });
}
