import type { EventStore } from '../../../infra/event-store/event-store.js';
import { walletStream } from '../../ledger/streams.js';
import { walletEvent } from '../wallet.events.js';
import type { Wallet } from '../wallet.state.js';

const PAGE = 500;
/** Maximum number of pages in a search for the earlier purchase, to limit the work. */
const PAGES_MAX = 4;

export async function earlierDuplicate(
  duplicateKey: string,
  wallet: Wallet,
  eventStore: Pick<EventStore, 'readStream'>,
): Promise<string | undefined> {
  const acceptedAtMs = wallet.recent.get(duplicateKey);
  if (acceptedAtMs === undefined) return undefined;
  const held = Array.from(wallet.open.values()).findLast(
    (hold) => hold.duplicateKey === duplicateKey && hold.acceptedAtMs === acceptedAtMs,
  );
  if (held) return held.firstAnswer.reference;
  const end = wallet.revision;
  for (let page = 0; page < PAGES_MAX && end - page * PAGE >= 0; page += 1) {
    const events = await eventStore.readStream(walletStream(wallet.userId), {
      from: end - page * PAGE,
      direction: 'backwards',
      limit: PAGE,
    });
    for (const event of events.map(walletEvent))
      if (event?.type === 'PurchaseAccepted' && event.data.duplicateKey === duplicateKey)
        return event.data.reference;
  }
  return undefined;
}
