import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';

/** Ledger in a temporary folder that `close` removes. */
export async function ledgerInFolder(): Promise<EventStore> {
  const dir = mkdtempSync(join(tmpdir(), 'ledger-'));
  const store = await openLmdbEventStore({ dir, syncing: false });
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    rmSync(dir, { recursive: true, force: true });
  };
  return store;
}
