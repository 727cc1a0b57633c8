import type { EventStore } from '../../infra/event-store/event-store.js';
import { purchaseStream } from '../purchases/purchase.events.js';
import type { PurchaseOpened } from '../purchases/purchase.events.js';
import type { WalletCommand } from './wallet.commands.js';
import type { Known } from './wallet.decider.js';
import { walletStream } from './wallet.events.js';
import type { WalletEvent } from './wallet.events.js';
import type { Settled, Wallet } from './wallet.state.js';

const PAGE = 500;

type LookedUp = Omit<Known, 'now'>;
const NOTHING: LookedUp = {};

/**
 * Asks the streams what the wallet may have forgotten. Must run after the wallet was read at the revision that the
 * append will name: a purchase missing in both was never accepted before that revision.
 */
export function lookUp(
  command: WalletCommand | { readonly type: 'Look' },
  wallet: Wallet,
  eventStore: EventStore,
): Promise<LookedUp> | LookedUp {
  if (command.type === 'AcceptPurchase') return lookUpPurchase(command.purchaseId, eventStore);
  if (command.type !== 'ReversePurchase') return NOTHING;
  if (wallet.open.has(command.purchaseId) || wallet.settled.has(command.purchaseId)) return NOTHING;
  return findSettled(command.purchaseId, wallet, eventStore);
}

/** A purchase stream is opened before its hold is settled, so that a settled purchase is always found here. */
async function lookUpPurchase(purchaseId: string, eventStore: EventStore): Promise<LookedUp> {
  const stream = purchaseStream(purchaseId);
  const head = await eventStore.head(stream);
  if (head.revision < 0) return NOTHING;
  const [first] = await eventStore.readStream(stream, { limit: 1 });
  return { closed: first?.data as PurchaseOpened | undefined };
}

/** How a purchase was opened; undefined when it has no stream (yet). */
export async function acceptedBefore(
  purchaseId: string,
  eventStore: EventStore,
): Promise<LookedUp['closed']> {
  return (await lookUpPurchase(purchaseId, eventStore)).closed;
}

/**
 * How a purchase ended that the wallet no longer remembers: reads its stream backwards to the last word about the
 * purchase. Exact whatever the age; as slow as the purchase is old, and only reversals of old purchases ask.
 */
async function findSettled(purchaseId: string, wallet: Wallet, eventStore: EventStore): Promise<LookedUp> {
  for (let from = wallet.revision; from >= 0; from -= PAGE) {
    const page = await eventStore.readStream(walletStream(wallet.userId), {
      from,
      direction: 'backwards',
      limit: PAGE,
    });
    for (const event of page) {
      const settled = settledBy(event as unknown as WalletEvent, purchaseId);
      if (settled) return { settled };
    }
    // Let the purchases of other wallets through between pages.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return NOTHING;
}

function settledBy({ type, data }: WalletEvent, purchaseId: string): Settled | undefined {
  if (!('purchaseId' in data) || data.purchaseId !== purchaseId) return undefined;
  if (type === 'PurchaseReleased') return { outcome: 'released' };
  if (type === 'PurchaseReversed') return { outcome: 'reversed' };
  if (type !== 'PurchaseCaptured') return undefined;
  const { service, vendor, price, cost } = data;
  return { outcome: 'captured', service, vendor, price, cost };
}
