import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { PurchaseAccepted } from '../wallet/wallet.events.js';
import { derivedId } from './derived-id.js';
import { type PurchaseWork, WORKER } from './purchase-work.js';
import type { PurchaseOpened } from './purchase.events.js';
import { arrangeNext } from './record-outcome.js';

/** What was accepted this long ago is likely open already: cheaper to look than to be refused. */
const OLD_AFTER_MS = 10_000;

/**
 * Opens the conversation with the vendor for money that was put on hold, and asks for it to be sent. Doing it again
 * finds the purchase as far as it got by then, and goes on from there.
 */
export async function openPurchase(work: PurchaseWork, accepted: RecordedEvent): Promise<void> {
  const order = orderOf(accepted.data as unknown as PurchaseAccepted);
  const now = work.now();
  const old = now.getTime() - Date.parse(accepted.at) > OLD_AFTER_MS;
  const known = old ? await work.streams.load(order.purchaseId) : undefined;
  if (known) return arrangeNext(work, known);
  const meta = {
    actor: WORKER,
    now,
    correlationId: accepted.correlationId,
    causationId: accepted.id,
    eventId: derivedId(accepted.id, 'PurchaseOpened'),
  };
  const { purchase } = await work.streams.execute(order.purchaseId, { type: 'OpenPurchase', order }, meta);
  await arrangeNext(work, purchase);
}

function orderOf(accepted: PurchaseAccepted): PurchaseOpened {
  const { userId, purchaseId, reference, service, product, amount, price, expectedCost } = accepted;
  const { vendor, requestDigest, firstAnswer, sealed } = accepted;
  return {
    userId,
    purchaseId,
    reference,
    service,
    product,
    amount,
    price,
    expectedCost,
    vendor,
    requestDigest,
    firstAnswer,
    sealed,
  };
}
