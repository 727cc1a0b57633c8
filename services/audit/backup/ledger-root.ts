import { setImmediate as breathe } from 'node:timers/promises';
import { readHashes } from '../../../infra/event-store/event-hashes.js';
import type { EventStore } from '../../../infra/event-store/event-store.js';
import { entriesOf, HASH_BYTES, hexOf, MerkleFrontier } from '../seals/merkle-tree.js';

const PAGE = 1_024;

/**
 * Root (hex) of the Merkle tree over the hashes of all events, as a seal of them has it: two ledgers of one root and one number of
 * events hold the same events at the same places, and so have the same heads. The hashes are taken as they are stored.
 */
export async function ledgerRoot(
  store: Pick<EventStore, 'readAll' | 'readHashes'>,
): Promise<{ readonly events: number; readonly root: string }> {
  const tree = new MerkleFrontier();
  for (;;) {
    const { hashes } = await readHashes(store, tree.size, PAGE);
    for (const hash of entriesOf(hashes)) tree.add(hash);
    if (hashes.length < PAGE * HASH_BYTES) return { events: tree.size, root: hexOf(tree.root()) };
    await breathe();
  }
}
