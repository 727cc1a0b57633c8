import { join } from 'node:path';
import { openLmdbEventStore } from '../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { replay } from '../audit/replay.js';

/**
 * Measures the speed of `scan`, which decodes every event, and of `replay`, which also applies
 * every event.
 */
const store = await openLmdbEventStore({ dir: join(process.argv[2] ?? '', 'events'), readOnly: true });
const PAGE = 1_000;

async function scan(): Promise<number> {
  let position = 0;
  for (;;) {
    const page = await store.readAll(position, PAGE);
    if (page.length === 0) return position;
    position = page.at(-1)!.position;
  }
}

async function perSecond(work: () => Promise<unknown>, events: number): Promise<number> {
  const started = performance.now();
  await work();
  return events / ((performance.now() - started) / 1_000);
}

const events = await scan(); // the first pass only warms the page cache
const scanned = await perSecond(scan, events);
const replayed = await perSecond(() => replay(store), events);
await store.close();
process.stdout.write(JSON.stringify({ events, scanPerSecond: scanned, replayPerSecond: replayed }));
