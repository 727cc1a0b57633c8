import type { EventStore } from '../../../infra/event-store/event-store.js';
import { purchaseStream } from '../../ledger/streams.js';
import type { AcceptPurchase } from '../wallet.commands.js';
import type { Known } from '../wallet.decider.js';
import { neverAccepted } from '../wallet.state.js';
import type { Wallet } from '../wallet.state.js';
import type { Waiting } from './wallet.batch.js';

type LookedUp = Omit<Known, 'now'>;
const NOTHING: LookedUp = {};

/**
 * Reads the streams of purchases that the wallet may have dropped from memory. Load the wallet first. The
 * append then fails if another process accepts the purchase in the meantime.
 */
export function lookUpAll(
  batch: readonly Pick<Waiting, 'command'>[],
  wallet: Wallet,
  eventStore: EventStore,
): Promise<PromiseSettledResult<LookedUp>[]> | undefined {
  const isForgotten = (command: Waiting['command']): command is AcceptPurchase =>
    command.type === 'AcceptPurchase' && !neverAccepted(wallet, command.purchaseId);
  if (!batch.some(({ command }) => isForgotten(command))) return undefined;
  return Promise.allSettled(
    batch.map(async ({ command }) =>
      isForgotten(command) ? lookUpPurchase(command.purchaseId, eventStore) : NOTHING,
    ),
  );
}

/**
 * Looks up the stream of a purchase. Every settled purchase has this stream, because `PurchaseOpened` is
 * stored before the settlement.
 */
async function lookUpPurchase(purchaseId: string, eventStore: EventStore): Promise<LookedUp> {
  const stream = purchaseStream(purchaseId);
  const head = await eventStore.head(stream);
  if (head.revision < 0) return NOTHING;
  const [first] = await eventStore.readStream(stream, { limit: 1 });
  return { closed: first?.data as LookedUp['closed'] };
}

export async function acceptedBefore(
  purchaseId: string,
  eventStore: EventStore,
): Promise<LookedUp['closed']> {
  return (await lookUpPurchase(purchaseId, eventStore)).closed;
}
