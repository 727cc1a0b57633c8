import type { KeyVault } from '../../infra/crypto/key-vault.js';
import type { EventStore } from '../../infra/event-store/event-store.js';
import type { Artefacts } from '../contracts/artefacts.js';
import { productOf } from '../contracts/services.js';
import { purchaseEvent, type PurchaseEvent } from '../purchases/purchase.events.js';
import { purchaseStream } from '../ledger/streams.js';
import type { WalletEvent } from '../wallet/wallet.events.js';
import type { PurchaseFacts } from './mail-templates.js';

export type PurchaseEnded = Extract<
  WalletEvent,
  { type: 'PurchaseCaptured' | 'PurchaseReleased' | 'PurchaseReversed' }
>;

export async function purchaseFacts(
  ended: PurchaseEnded,
  { eventStore, vault }: { readonly eventStore: EventStore; readonly vault: Pick<KeyVault, 'open'> },
): Promise<PurchaseFacts | undefined> {
  const { userId, purchaseId, price, availableAfter } = ended.data;
  const events = (await eventStore.readStream(purchaseStream(purchaseId))).map(purchaseEvent);
  const opened = events.find((event) => event?.type === 'PurchaseOpened')?.data;
  if (!opened) return undefined;
  const sealed = events.map(sealedArtefacts).findLast((each) => each !== undefined);
  const recipient = vault.open(userId, opened.sealed)?.['recipient'];
  const artefacts = sealed !== undefined && vault.open(userId, sealed);
  const { part, released } = ended.type === 'PurchaseCaptured' ? ended.data : {};
  return {
    reference: opened.reference,
    product: productOf(opened.product),
    recipient: typeof recipient === 'string' ? recipient : '',
    amount: BigInt(price),
    availableAfter: BigInt(availableAfter),
    ...(part && { part: { ...part, released: BigInt(released ?? '0') } }),
    ...(artefacts && ended.type === 'PurchaseCaptured' && { artefacts: artefacts as Artefacts }),
  };
}

/** Few events follow the decision about a purchase. */
const NEWEST = 4;

/** True when an administrator decided about the purchase. Such mails cannot be turned off. */
export async function isDecidedByHand(
  ended: PurchaseEnded,
  { eventStore }: { readonly eventStore: Pick<EventStore, 'readStream'> },
): Promise<boolean> {
  if (ended.type === 'PurchaseReleased') return ended.data.reason === 'review';
  if (ended.type === 'PurchaseReversed') return false;
  const stream = purchaseStream(ended.data.purchaseId);
  const newest = await eventStore.readStream(stream, { direction: 'backwards', limit: NEWEST });
  return newest
    .map(purchaseEvent)
    .some((event) => event?.type === 'ReviewResolved' && event.data.decision === 'delivered');
}

function sealedArtefacts(event: PurchaseEvent | undefined): string | undefined {
  switch (event?.type) {
    case 'AttemptDelivered':
    case 'PartiallyDelivered':
    case 'AttemptConfirmed':
    case 'ReviewResolved':
      return event.data.sealed;
    default:
      return undefined;
  }
}
