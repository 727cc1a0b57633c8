import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

const MESSAGE = 'Attempting to write page at position';
const NEEDED_BYTES = 300;
/** `mov $100, %edi` and `call`. */
const MALLOC_100 = Buffer.from('bf64000000e8', 'hex');
const NEAR = 160;
const LEA_BYTES = 7;

interface Segment {
  readonly at: number;
  readonly bytes: Buffer;
}

export type Mended = 'mended' | 'unknown';
let mended: Mended | undefined;

/**
 * Enlarges the buffer for `MESSAGE`, which a failed write of lmdb 3.5.6 overflows
 * (`docs/decisions/0049-larger-error-buffer.md`).
 */
export function mendErrorBuffer(): Mended {
  mended ??= tryMending();
  return mended;
}

function tryMending(): Mended {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'unknown';
  try {
    const memory = openSync('/proc/self/mem', 'r+');
    try {
      const places = placesIn(memory);
      if (places.length !== 1) return 'unknown';
      const size = Buffer.alloc(4);
      size.writeUInt32LE(NEEDED_BYTES);
      writeSync(memory, size, 0, size.length, places[0]! + 1);
      return 'mended';
    } finally {
      closeSync(memory);
    }
  } catch {
    return 'unknown';
  }
}

function placesIn(memory: number): number[] {
  const code = segments(memory, 'r-xp');
  const message = segments(memory, 'r--p').flatMap(({ at, bytes }) => {
    const found = bytes.indexOf(MESSAGE);
    return found < 0 ? [] : [at + found];
  })[0];
  if (message === undefined) return [];
  return code.flatMap(({ at, bytes }) => {
    const places: number[] = [];
    for (let found = bytes.indexOf(MALLOC_100); found >= 0; found = bytes.indexOf(MALLOC_100, found + 1))
      if (usesAddress(bytes.subarray(found, found + NEAR), at + found, message)) places.push(at + found);
    return places;
  });
}

function usesAddress(code: Buffer, start: number, address: number): boolean {
  for (let at = 0; at + LEA_BYTES <= code.length; at += 1) {
    const isLea = (code[at]! & 0xfb) === 0x48 && code[at + 1] === 0x8d && (code[at + 2]! & 0xc7) === 5;
    if (isLea && start + at + LEA_BYTES + code.readInt32LE(at + 3) === address) return true;
  }
  return false;
}

function segments(memory: number, mode: string): Segment[] {
  return readFileSync('/proc/self/maps', 'latin1')
    .split('\n')
    .filter((line) => /lmdb[^/]*\/[^/]*\.node$/.test(line))
    .flatMap((line) => {
      const [, from = '', to = '', found] = /^([0-9a-f]+)-([0-9a-f]+) (\S+) /.exec(line) ?? [];
      if (found !== mode) return [];
      const at = Number.parseInt(from, 16);
      const bytes = Buffer.alloc(Number.parseInt(to, 16) - at);
      readSync(memory, bytes, 0, bytes.length, at);
      return [{ at, bytes }];
    });
}
