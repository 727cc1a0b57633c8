import { writeSync } from 'node:fs';
import { openLmdbEventStore } from '../lmdb/open-lmdb-event-store.js';

/**
 * Usage: `node print-stream.process.js <dir> <stream>`. Prints event ids, one per line, reading beside a
 * writer.
 */
const [, , dir = '', stream = ''] = process.argv;
const store = await openLmdbEventStore({ dir, readOnly: true });
for (const { id } of await store.readStream(stream)) writeSync(1, `${id}\n`);
await store.close();
