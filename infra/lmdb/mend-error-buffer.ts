import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

/** Message that `mdb_page_flush` of lmdb 3.5.6 prints into 100 bytes when a write fails. It needs up to 140. */
const MESSAGE = 'Attempting to write page at position';
const NEEDED_BYTES = 300;
/** `mov $100, %edi` and the first byte of `call`: the argument of `malloc`, on x86-64. */
const MALLOC_100 = Buffer.from('bf64000000e8', 'hex');
/** Maximum number of bytes of machine code between `malloc` and the address of `MESSAGE`. */
const NEAR = 160;
const LEA_BYTES = 7;

interface Segment {
  readonly at: number;
  readonly bytes: Buffer;
}

/** `unknown`: this platform or version of lmdb has other machine code, and nothing was changed. */
export type Mended = 'mended' | 'unknown';
let mended: Mended | undefined;

/**
 * Makes lmdb allocate a buffer that is large enough for its own message, in the memory of this process.
 * Otherwise one failed write overflows the buffer and ends the process: 10 of 12 ended on a read-only disk.
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
    // Some systems refuse writes to `/proc/self/mem`. `DiskSpace` still keeps most failing writes away from lmdb.
    return 'unknown';
  }
}

/** Returns the addresses at which lmdb allocates the buffer for `MESSAGE`. */
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

/** True when an instruction `lea offset(%rip)` computes `address`. */
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
