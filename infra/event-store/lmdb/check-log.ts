import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { NO_STREAM } from '../event-store.js';
import { verifyBytes } from '../seal-events.js';
import type { LogFiles } from './log-layout.js';
import { TAIL_KEY } from './log-layout.js';
import type { LogReader } from './log-reader.js';

export class LedgerDamaged extends Error {
  override readonly name = 'LedgerDamaged';

  constructor(path: string, what: string, options?: ErrorOptions) {
    super(`the ledger ${path} is damaged (${what}): restore it from a backup`, options);
  }
}

const EVENTS_CHECKED = 256;
/** Byte offsets in LMDB's meta pages, the first two of the file. */
const META = { pageSize: 48, lastPage: 144, transaction: 152, bytes: 160 } as const;

/**
 * Refuses a truncated file: reading a missing mapped page would kill the process silently. An unfinished commit is no
 * damage: LMDB starts from the commit before.
 */
export function checkFile(path: string): void {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).size === 0) return;
    const pageSize = readMeta(file, 0).readUInt32LE(META.pageSize);
    const [first, second] = [readMeta(file, 0), readMeta(file, pageSize)];
    const [transaction, other] = [
      first.readBigUInt64LE(META.transaction),
      second.readBigUInt64LE(META.transaction),
    ];
    const latest = transaction > other ? first : second;
    const needed = (Number(latest.readBigUInt64LE(META.lastPage)) + 1) * pageSize;
    // Read the size last: another process may be writing, and the file only grows.
    const { size } = fstatSync(file);
    if (size < needed) throw new LedgerDamaged(path, `${needed - size} bytes are missing at its end`);
  } finally {
    closeSync(file);
  }
}

function readMeta(file: number, offset: number): Buffer {
  const meta = Buffer.alloc(META.bytes);
  readSync(file, meta, 0, META.bytes, offset);
  return meta;
}

/** Must be called by the only writer. @throws LedgerDamaged */
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
    if (!verifyBytes(bytes, hash))
      throw new LedgerDamaged(path, `the event at position ${position} does not match its hash`);
  const { index } = reader;
  if (index.start > reader.lastPosition())
    throw new LedgerDamaged(path, `its index ends at position ${index.start}, after the last event`);
  // Events after `index.start` have no head on disk.
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
