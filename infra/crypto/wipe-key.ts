import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Length of a piece of a key. A search looks for pieces, because a partly overwritten copy still contains
 * some whole pieces.
 */
const PIECE_BYTES = 16;
const PREFIX_BYTES = 4;
const HASH_BYTES = 32;
const MARK_BYTES = PREFIX_BYTES + HASH_BYTES;
const CHUNK_BYTES = 1024 * 1024;
const ZEROS = Buffer.alloc(PIECE_BYTES);

const hashOf = (piece: Uint8Array): Buffer => createHash('sha256').update(piece).digest();

/**
 * Returns a mark for each piece of a key: its first four bytes and its SHA-256. `findMarked` searches for these
 * marks, which do not reveal the key.
 */
export function marksOf(key: Uint8Array): Buffer {
  const marks: Uint8Array[] = [];
  for (let at = 0; at < key.length; at += PIECE_BYTES) {
    const piece = key.subarray(at, at + PIECE_BYTES);
    marks.push(piece.subarray(0, PREFIX_BYTES), hashOf(piece));
  }
  return Buffer.concat(marks);
}

/**
 * True for a key that `wipeMarked` has overwritten with zeros. A random key practically never has eight zero
 * bytes in a row.
 */
export const isWiped = (key: Buffer): boolean => key.includes(ZEROS.subarray(0, 8));

/** Finds the offsets of a key's pieces in the whole file. Also searches pages that LMDB no longer uses. */
export async function findMarked(path: string, marks: Buffer): Promise<number[]> {
  const found: number[] = [];
  const file = await open(path);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES + PIECE_BYTES - 1);
    for (let start = 0; ; start += CHUNK_BYTES) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, start);
      for (let mark = 0; mark < marks.length; mark += MARK_BYTES) {
        const prefix = marks.subarray(mark, mark + PREFIX_BYTES);
        const hash = marks.subarray(mark + PREFIX_BYTES, mark + MARK_BYTES);
        for (let at = chunk.indexOf(prefix); at !== -1; at = chunk.indexOf(prefix, at + 1)) {
          if (at + PIECE_BYTES > bytesRead) break;
          if (at < CHUNK_BYTES && hashOf(chunk.subarray(at, at + PIECE_BYTES)).equals(hash))
            found.push(start + at);
        }
      }
      if (bytesRead < chunk.length) return found;
    }
  } finally {
    await file.close();
  }
}

/**
 * Overwrites the marked copies of a key. No other process may write to the file during this call.
 */
export function wipeMarked(path: string, places: readonly number[], marks: Buffer): void {
  const hashes = new Set<string>();
  for (let mark = 0; mark < marks.length; mark += MARK_BYTES)
    hashes.add(marks.toString('hex', mark + PREFIX_BYTES, mark + MARK_BYTES));
  const file = openSync(path, 'r+');
  try {
    const piece = Buffer.alloc(PIECE_BYTES);
    for (const place of places) {
      readSync(file, piece, 0, PIECE_BYTES, place);
      if (hashes.has(hashOf(piece).toString('hex'))) writeSync(file, ZEROS, 0, PIECE_BYTES, place);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
