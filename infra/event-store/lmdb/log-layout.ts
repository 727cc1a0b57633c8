import type { Database } from 'lmdb';
import type { RecordedEvent } from '../event-store.js';
import { HEADER_BYTES_MAX, headerOf, openEvent } from '../seal-events.js';

/**
 * Tables of the log, as `key -> value`:
 * - `events`: position -> 32 bytes of hash, then the canonical bytes
 * - `streams`: stream -> last event (head) with its latest run, and [stream, last revision] -> earlier runs
 * - `tail`: empty entries. Their versions are the last position, the last position in `streams`, and the
 *   index format
 */
export interface LogFiles {
  readonly events: EventsTable;
  /**
   * Table `events`, opened for scans, which are faster than lookups. Each value is valid only until the
   * next value is read.
   */
  readonly runs: Database<Buffer, number>;
  readonly streams: Database<Buffer, StreamKey>;
  readonly tail: Database<Buffer, number>;
}

export type EventsTable = Database<Buffer, number> & {
  put(position: number, value: Buffer, options: { readonly append: true }): Promise<boolean>;
};

export type StreamKey = string | [stream: string, lastRevision: number];

export const HASH_BYTES = 32;
export const HEAD_BYTES = 44;
export const RUN_BYTES = 8;
export const RUNS_IN_RECORD = 64;
export const TAIL_KEY = 1;
export const INDEX_KEY = 2;
export const INDEX_MADE_KEY = 3;
/** Index format of this version. An index of format 0 may lack events, and is rebuilt. */
export const INDEX_MADE = 1;
export const NOTHING = Buffer.alloc(0);
export const LAST_REVISION_MAX = 0xffff_ffff;

/** Consecutive events of one stream that are also consecutive in the log. */
export interface Run {
  readonly firstRevision: number;
  readonly lastRevision: number;
  readonly lastPosition: number;
}

export interface HeadRecord extends Run {
  readonly hash: string;
}

/**
 * A key consists of the stream name and a zero byte. The key of a run (consecutive events) also has its
 * `lastRevision`, big-endian.
 */
export const streamKeys = {
  writeKey(key: StreamKey, target: Buffer, start: number): number {
    const named = typeof key === 'string';
    const name = named ? key : key[0];
    const end = start + target.write(name, start, 'utf8');
    target[end] = 0;
    return named ? end + 1 : target.writeUInt32BE(key[1], end + 1);
  },
  readKey(target: Buffer, start: number, end: number): StreamKey {
    const zero = target.indexOf(0, start);
    const name = target.toString('utf8', start, zero);
    return zero === end - 1 ? name : [name, target.readUInt32BE(zero + 1)];
  },
};

const STREAM_NAME = /^[\x21-\x7e]{1,250}$/;

/** @throws RangeError for a name that LMDB cannot use as a key */
export function checkStreamName(stream: string): void {
  if (!STREAM_NAME.test(stream))
    throw new RangeError('a stream is named by 1 to 250 printable ASCII characters');
}

export function writeHead(head: HeadRecord, target: Buffer, at: number): void {
  target.writeUInt32LE(head.lastRevision, at);
  target.writeUInt32LE(head.lastPosition, at + 4);
  target.writeUInt32LE(head.firstRevision, at + 8);
  target.write(head.hash, at + 12, 'hex');
}

export const readHead = (bytes: Buffer): HeadRecord => ({
  lastRevision: bytes.readUInt32LE(0),
  lastPosition: bytes.readUInt32LE(4),
  firstRevision: bytes.readUInt32LE(8),
  hash: bytes.toString('hex', 12, HEAD_BYTES),
});

export function writeRuns(runs: readonly Run[], target: Buffer, at: number): void {
  for (const [index, run] of runs.entries()) {
    target.writeUInt32LE(run.firstRevision, at + index * RUN_BYTES);
    target.writeUInt32LE(run.lastPosition, at + index * RUN_BYTES + 4);
  }
}

export function readRun(revision: number, recordLast: number, bytes: Buffer): Run {
  let lastRevision = recordLast;
  let at = bytes.length - RUN_BYTES;
  for (; at > 0 && bytes.readUInt32LE(at) > revision; at -= RUN_BYTES)
    lastRevision = bytes.readUInt32LE(at) - 1;
  return {
    firstRevision: bytes.readUInt32LE(at),
    lastRevision,
    lastPosition: bytes.readUInt32LE(at + 4),
  };
}

export const positionIn = (run: Run, revision: number): number =>
  run.lastPosition - (run.lastRevision - revision);

export interface Glimpse {
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
}

export const opened = (value: Buffer, position: number): RecordedEvent =>
  openEvent(value.toString('utf8', HASH_BYTES), position, hashIn(value));

/**
 * Parses only the header of an event. This is four times as fast as `opened`. A stream name with escaped
 * characters needs `opened`.
 */
export const glimpsed = (value: Buffer): Glimpse =>
  headerOf(value.toString('latin1', HASH_BYTES, HASH_BYTES + HEADER_BYTES_MAX)) ?? opened(value, 0);

/** Ignores a match of `text` beyond `value.length`, where the shared buffer may contain an older value. */
export function holds(value: Buffer, text: string): boolean {
  const at = value.indexOf(text, HASH_BYTES, 'latin1');
  return at >= 0 && at < value.length;
}

export const hashIn = (value: Buffer): string => value.toString('hex', 0, HASH_BYTES);

export function eventAt(events: EventsTable, position: number): RecordedEvent | undefined {
  const value = events.getBinaryFast(position);
  return value && opened(value, position);
}
