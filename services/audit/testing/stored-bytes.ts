import type { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { StoredReader } from '../verify-ledger.js';

/** A store in memory that hands out events as one on disk stores them. */
export const withStoredBytes = (store: MemoryEventStore): MemoryEventStore & StoredReader =>
  Object.assign(store, {
    readStored: async (after: number, limit: number) =>
      (await store.readAll(after, limit)).map(({ position, hash, ...facts }) => ({
        position,
        hash,
        bytes: Buffer.from(JSON.stringify(facts)),
      })),
  });
