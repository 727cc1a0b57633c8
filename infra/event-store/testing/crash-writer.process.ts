import { writeSync } from 'node:fs';
import type { StreamHead } from '../event-store.js';
import { NO_STREAM, StoreUnavailable } from '../event-store.js';
import { openLmdbEventStore } from '../lmdb/open-lmdb-event-store.js';
import { newEvents, newStream } from './new-event.js';

/**
 * Usage: `node crash-writer.process.js <dir> [unindexedMax]`. Appends until it is killed or the disk is full.
 * Prints `<position> <id>` of the last event of each acknowledged append, and `refused <message>` at a full
 * disk.
 */
const [, , dir = '', unindexedMax] = process.argv;
const store = await openLmdbEventStore({ dir, ...(unindexedMax && { unindexedMax: Number(unindexedMax) }) });
const STREAMS = 24;

async function write(): Promise<void> {
  const stream = newStream();
  let head: StreamHead = NO_STREAM;
  for (let n = 0; ; n += 1) {
    const events = newEvents(1 + (n % 3));
    const appended = await store.append(stream, head, events);
    head = appended.head;
    writeSync(1, `${appended.position} ${events.at(-1)?.id}\n`);
  }
}

const outcomes = await Promise.allSettled(Array.from({ length: STREAMS }, write));
for (const outcome of outcomes)
  if (outcome.status === 'rejected') {
    const known = outcome.reason instanceof StoreUnavailable;
    writeSync(1, `${known ? 'refused' : 'broke'} ${String(outcome.reason)}\n`);
  }
writeSync(1, `readable ${(await store.readAll(0, 1_000_000)).length}\n`);
await store.close();
