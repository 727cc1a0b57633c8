import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import type { PurchaseAccepted } from '../wallet/wallet.events.js';
import { derivedId } from './derived-id.js';
import { type PurchaseWork, WORKER } from './purchase-work.js';
import type { PurchaseOpened } from './purchase.events.js';
import { arrangeNext } from './record-outcome.js';

/**
 * Opens the conversation with the vendor for money that was put on hold, and asks for it to be sent. Doing it again
 * finds the purchase as far as it got by then, and goes on from there.
 */
export async function openPurchase(work: PurchaseWork, accepted: RecordedEvent): Promise<void> {
  const order = orderOf(accepted.data as unknown as PurchaseAccepted);
  const meta = {
    actor: WORKER,
    now: work.now(),
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
    ...{ userId, purchaseId, reference, service, product, amount, price, expectedCost },
    ...{ vendor, requestDigest, firstAnswer, sealed },
  };
}
