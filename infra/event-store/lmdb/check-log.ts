import { NO_STREAM } from '../event-store.js';
import { type CheckDepth, damageOf } from '../../lmdb/check-file.js';
import { verifyBytes } from '../seal-events.js';
import { LedgerDamaged, notItsHash } from './ledger-damaged.js';
import type { LogFiles } from './log-layout.js';
import { type EventsTable, HASH_BYTES, hashIn, TAIL_KEY } from './log-layout.js';
import type { LogReader } from './log-reader.js';

const EVENTS_CHECKED = 256;
/**
 * Refuses a file that LMDB cannot use. LMDB itself would end the process without a message.
 * @throws LedgerDamaged
 */
export function checkFile(path: string, depth: CheckDepth): void {
  const damage = damageOf(path, depth);
  if (damage !== undefined) throw new LedgerDamaged(path, damage);
}

/**
 * Checks that no position is missing. Only the writing process may call this.
 * @throws LedgerDamaged
 */
export function checkDense(path: string, files: LogFiles, reader: LogReader): void {
  const last = reader.lastPosition();
  const { entryCount } = files.events.getStats() as { readonly entryCount: number };
  if (entryCount !== last)
    throw new LedgerDamaged(path, `it holds ${entryCount} events up to position ${last}`);
  if (!files.tail.doesExist(TAIL_KEY, last)) throw new LedgerDamaged(path, `its end is not position ${last}`);
}

/** @throws LedgerDamaged */
export function checkTail(path: string, reader: LogReader): void {
  const after = Math.max(0, reader.lastPosition() - EVENTS_CHECKED);
  for (const { position, hash, bytes } of reader.storedPage(after, EVENTS_CHECKED))
    if (!verifyBytes(bytes, hash)) throw notItsHash(path, position);
  const { index } = reader;
  if (index.start > reader.lastPosition())
    throw new LedgerDamaged(path, `its index ends at position ${index.start}, after the last event`);
  const indexed = Math.max(0, index.start - EVENTS_CHECKED);
  for (const event of reader.page(indexed, index.start - indexed)) {
    const head = index.headOnDisk(event.stream);
    const isHead = head?.lastPosition === event.position;
    if (!head || head.lastPosition < event.position || (isHead && head.hash !== event.hash))
      throw new LedgerDamaged(path, `the head of the stream at position ${event.position} is another`);
  }
  for (const [stream, { head, earlier }] of index.newest) {
    const { firstRevision, lastPosition } = earlier[0] ?? head;
    const before = index.headOnDisk(stream)?.lastRevision ?? NO_STREAM.revision;
    if (before < firstRevision - 1)
      throw new LedgerDamaged(path, `the stream at position ${lastPosition} does not go on where it ended`);
  }
}

/** Returns the position of the first event that does not match its hash. */
export function firstDamaged(events: EventsTable): number | undefined {
  try {
    for (let position = 1; ; position += 1) {
      const value = events.getBinary(position);
      if (!value) return undefined;
      if (!verifyBytes(value.subarray(HASH_BYTES), hashIn(value))) return position;
    }
  } catch {
    return undefined;
  }
}
