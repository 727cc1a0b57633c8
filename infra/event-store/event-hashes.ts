import type { EventStore, HashPage } from './event-store.js';

/** Hashes of the events after a position, in their order: as the store has them at hand, or taken from the events. */
export async function readHashes(
  store: Pick<EventStore, 'readAll' | 'readHashes'>,
  after: number,
  limit: number,
): Promise<HashPage> {
  if (store.readHashes) return store.readHashes(after, limit);
  const events = await store.readAll(after, limit);
  return { hashes: Buffer.from(events.map(({ hash }) => hash).join(''), 'hex') };
}
