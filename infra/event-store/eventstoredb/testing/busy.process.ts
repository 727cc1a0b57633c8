import { once } from 'node:events';
import type { NewEvent, StreamHead } from '../../event-store.js';
import { AppendOutcomeUnknown, NO_STREAM, StoreUnavailable } from '../../event-store.js';
import { newEvents, newStream } from '../../testing/new-event.js';
import { openEventStoreDb } from '../open-eventstoredb.js';

/**
 * Usage: `node busy.process.js <url>`. Writes and reads without pause until a line arrives on stdin.
 * Prints `ready`, then `wrote <events> found <events>`. Must end by itself after closing the store.
 */
const WRITERS = 6;
const READERS = 24;
const store = await openEventStoreDb({
  url: process.argv[2] ?? '',
  heartbeatMs: 500,
  deadlineMs: 1_500,
  appendWithinMs: 3_000,
  openWithinMs: 3_600_000,
});
process.stdout.write('ready\n');
let running = true;
void once(process.stdin, 'data').then(() => (running = false));

/** Retries while the store is unavailable. Any other error ends this process. */
async function surely<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown || error instanceof StoreUnavailable)) throw error;
    }
}

const streams = Array.from({ length: WRITERS }, () => newStream());
const write = async (stream: string): Promise<number> => {
  let head: StreamHead = NO_STREAM;
  while (running) {
    const events: NewEvent[] = newEvents(2);
    head = (await surely(() => store.append(stream, head, events))).head;
  }
  return head.revision + 1;
};
const read = async (stream: string): Promise<void> => {
  while (running) await surely(() => store.readStream(stream, { direction: 'backwards', limit: 1 }));
};
const readers = Array.from({ length: READERS }, (_, n) => read(streams[n % WRITERS] ?? ''));
const written = await Promise.all(streams.map(write));
await Promise.all(readers);
const found = await Promise.all(streams.map((stream) => surely(() => store.readStream(stream))));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
process.stdout.write(`wrote ${sum(written)} found ${sum(found.map(({ length }) => length))}\n`);
await store.close();
process.stdin.destroy();
