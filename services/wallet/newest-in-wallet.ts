import type { EventStore, Stored } from '../../infra/event-store/event-store.js';
import { breathe } from '../../infra/host/timers.js';
import { walletStream } from '../ledger/streams.js';
import { walletEvent, type WalletEvent } from './wallet.events.js';

export const FIRST_PAGE = 20;
const PAGE_MAX = 500;

/**
 * Newest event of a wallet for which `pick` returns a value. Reads page by page, because the event may be
 * months old.
 */
export async function newestInWallet<Found>(
  store: Pick<EventStore, 'readStream'>,
  userId: string,
  pick: (event: Stored<WalletEvent>) => Found | undefined,
): Promise<Found | undefined> {
  let place: { readonly from?: number } = {};
  for (let limit = FIRST_PAGE; ; limit = PAGE_MAX) {
    const page = await store.readStream(walletStream(userId), { ...place, direction: 'backwards', limit });
    for (const event of page) {
      const known = walletEvent(event);
      const found = known && pick(known);
      if (found !== undefined) return found;
    }
    const last = page.at(-1);
    if (!last || last.revision === 0) return undefined;
    place = { from: last.revision - 1 };
    await breathe();
  }
}
