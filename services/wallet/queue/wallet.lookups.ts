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
 * Asks the purchase's own stream what the wallet has forgotten of a closed one. Must run after the wallet was read at the
 * revision that the append will name: a purchase missing in both was never accepted before that revision. A wallet that
 * has forgotten nothing knows this by itself, so that most purchases cost no call; and what another process accepted after
 * that revision makes the append fail, and the wallet be read again.
 * undefined when nothing has to be asked.
 *
 * Every look-up is heard to its end, also when another fails: a rejection that nobody hears would end the process.
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

/** A purchase stream is opened before its hold is settled, so that a settled purchase is always found here. */
async function lookUpPurchase(purchaseId: string, eventStore: EventStore): Promise<LookedUp> {
  const stream = purchaseStream(purchaseId);
  const head = await eventStore.head(stream);
  if (head.revision < 0) return NOTHING;
  const [first] = await eventStore.readStream(stream, { limit: 1 });
  return { closed: first?.data as LookedUp['closed'] };
}

/** How a purchase was opened; undefined when it has no stream (yet). */
export async function acceptedBefore(
  purchaseId: string,
  eventStore: EventStore,
): Promise<LookedUp['closed']> {
  return (await lookUpPurchase(purchaseId, eventStore)).closed;
}
