import type { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { StoredReader } from '../verify-ledger.js';

/** In-memory store that also returns events as stored bytes. */
export const withStoredBytes = (store: MemoryEventStore): MemoryEventStore & StoredReader =>
  Object.assign(store, {
    readStored: async (after: number, limit: number) =>
      (await store.readAll(after, limit)).map(({ position, hash, ...facts }) => ({
        position,
        hash,
        bytes: Buffer.from(JSON.stringify(facts)),
      })),
  });
