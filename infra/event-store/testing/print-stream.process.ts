import { writeSync } from 'node:fs';
import { openLmdbEventStore } from '../lmdb/open-lmdb-event-store.js';

/** Prints the ids of a stream, one a line, reading beside the writer: `node print-stream.process.js <dir> <stream>`. */
const [, , dir = '', stream = ''] = process.argv;
const store = await openLmdbEventStore({ dir, readOnly: true });
for (const { id } of await store.readStream(stream)) writeSync(1, `${id}\n`);
await store.close();
