import { join } from 'node:path';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { HOUSE_USER_ID } from '../../ledger/streams.js';
import { WalletStreams } from '../../wallet/wallet.streams.js';

const NO_SNAPSHOTS = {
  load: () => undefined,
  save: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Our own money in the house wallet, whole naira. The ledger must be one that no process has open. */
export async function fundHouse(dataDir: string, naira: number): Promise<void> {
  const store = await openLmdbEventStore({ dir: join(dataDir, 'events') });
  const command = { type: 'FundHouse', commandId: `stock-${naira}`, reason: 'Stock' } as const;
  await new WalletStreams(store, NO_SNAPSHOTS).handle(
    HOUSE_USER_ID,
    { ...command, amount: BigInt(naira) * 100n },
    { actor: { kind: 'admin', id: 'grace' }, correlationId: 'stock', now: new Date() },
  );
  await store.close();
}
