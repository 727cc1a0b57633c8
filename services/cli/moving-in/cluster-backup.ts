import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { importStream } from '../../moving-in/import.events.js';

const CHUNK = /^chunk-\d{6}\.\d{6}$/;
const KEYS = /^person_keys\.bson(\.gz)?$/;
const PIECE_BYTES = 1_048_576;

/** @throws Error with a one-line message */
export async function requireClusterBackup(place: string, importId: string): Promise<void> {
  const names = await readdir(place, { recursive: true }).catch(() => undefined);
  if (!names)
    throw new Error(`--backup-made: ${place} is no folder that can be read here: mount or copy the backup`);
  const files = names.map((name) => join(place, name)).toSorted();
  const chunks = files.filter((file) => CHUNK.test(basename(file))).toReversed();
  if (chunks.length === 0)
    throw new Error(`--backup-made: ${place} has no copy of EventStoreDB: no file chunk-000000.000000`);
  const keys = files.filter((file) => KEYS.test(basename(file)));
  const sizes = await Promise.all(keys.map(async (file) => (await stat(file)).size));
  if (!sizes.some((size) => size > 0))
    throw new Error(`--backup-made: ${place} has no keys of people: no person_keys.bson of mongodump`);
  const stream = Buffer.from(importStream(importId));
  for (const chunk of chunks) if (await contains(chunk, stream)) return;
  throw new Error(
    `--backup-made: ${place} does not know the plan of this import: it is of another ledger, or was made before the plan`,
  );
}

async function contains(path: string, wanted: Buffer): Promise<boolean> {
  const file = await open(path);
  try {
    let rest = Buffer.alloc(0);
    for (;;) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(PIECE_BYTES) });
      if (bytesRead === 0) return false;
      const piece = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      if (piece.includes(wanted)) return true;
      rest = piece.subarray(1 - wanted.length);
    }
  } finally {
    await file.close();
  }
}
