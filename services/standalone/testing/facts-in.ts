import { join } from 'node:path';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';

/** Events of the ledger in `dataDir` after this position, read beside the server that writes it. */
export async function eventsIn(dataDir: string, after = 0): Promise<readonly RecordedEvent[]> {
  const log = await openLmdbEventStore({ dir: join(dataDir, 'events'), readOnly: true });
  try {
    return await log.readAll(after, 1_000_000);
  } finally {
    await log.close();
  }
}

/** Every event of a ledger as JSON. Seals are left out: they come by the clock. */
export const factsIn = async (dataDir: string): Promise<string[]> =>
  (await eventsIn(dataDir))
    .filter(({ type }) => type !== 'LedgerSealed')
    .map((event) => JSON.stringify(event));
