import { join } from 'node:path';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';

/** Events of `dataDir` after a position, read beside the writing server. */
export async function eventsIn(dataDir: string, after = 0): Promise<readonly RecordedEvent[]> {
  const log = await openLmdbEventStore({ dir: join(dataDir, 'events'), readOnly: true });
  try {
    return await log.readAll(after, 1_000_000);
  } finally {
    await log.close();
  }
}

/** Events of a ledger as JSON, without seals, which depend on time. */
export const factsIn = async (dataDir: string): Promise<string[]> =>
  (await eventsIn(dataDir))
    .filter(({ type }) => type !== 'LedgerSealed')
    .map((event) => JSON.stringify(event));
