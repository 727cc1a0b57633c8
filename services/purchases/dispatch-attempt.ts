import { AppendOutcomeUnknown } from '../../infra/event-store/event-store.js';
import type { VendorAdapter, VendorOutcome } from '../vendors/vendor-adapter.js';
import type { VendorOrder } from '../vendors/vendor-order.js';
import { attemptPart } from './attempt-reference.js';
import { openOrder, type PurchaseWork, queueOf, WORKER } from './purchase-work.js';
import type { Purchase } from './purchase.state.js';
import { arrangeNext, recordOutcome, requireReview, reviewUnlessAskable } from './record-outcome.js';

/**
 * Sends a purchase to the vendor whose turn it is, once. The attempt is stored before any byte is sent; whoever does not
 * get it stored asks the vendor instead, and never sends.
 */
export async function dispatchAttempt(work: PurchaseWork, purchaseId: string): Promise<void> {
  const purchase = await work.streams.load(purchaseId);
  if (!purchase || purchase.phase !== 'open' || purchase.review !== 'none') return;
  const { nextVendor: vendor } = purchase;
  if (vendor === undefined) return arrangeNext(work, purchase);
  const adapter = work.vendors.get(vendor);
  if (!adapter) return void (await requireReview(work, purchaseId, 'vendor-not-configured'));
  const bringing = work.vault.bring([purchase.userId]);
  if (bringing) await bringing;
  const order = openOrder(work.vault, purchase);
  if (!order) return void (await requireReview(work, purchaseId, 'order-unreadable'));
  if (work.posting.has(purchaseId)) return;
  work.posting.add(purchaseId);
  let then: Purchase | undefined;
  try {
    then = await claimAndSend(work, purchase, vendor, adapter, order);
  } finally {
    work.posting.delete(purchaseId);
  }
  if (then) await arrangeNext(work, await reviewUnlessAskable(work, then));
}

async function claimAndSend(
  work: PurchaseWork,
  purchase: Purchase,
  vendor: number,
  adapter: VendorAdapter,
  order: VendorOrder,
): Promise<Purchase | undefined> {
  const { purchaseId } = purchase;
  const number = purchase.attempts.length + 1;
  const now = work.now();
  const vendorReference = adapter.mintReference(now, attemptPart(purchaseId, number));
  try {
    const command = { type: 'StartAttempt' as const, attempt: number, vendor, vendorReference };
    const claimed = await work.streams.execute(purchaseId, command, { actor: WORKER, now });
    if (claimed.events.length === 0) return claimed.purchase;
    const outcome = await send(work, adapter, { vendorReference, order });
    return await recordOutcome(work, claimed.purchase, { number, vendor }, outcome, 'dispatch', now);
  } catch (error) {
    if (!(error instanceof AppendOutcomeUnknown)) throw error;
    // It may be stored or not, and the call may have been made: only a question can tell.
    await work.jobs.enqueue(queueOf(work, vendor), { kind: 'requery', purchaseId }, work.postTimeoutMs + 1);
    return undefined;
  }
}

/** An adapter never throws; should it, then after the first byte for all we know. */
async function send(
  work: PurchaseWork,
  adapter: VendorAdapter,
  attempt: { vendorReference: string; order: VendorOrder },
): Promise<VendorOutcome> {
  try {
    return await adapter.dispatch(attempt);
  } catch (error) {
    work.logger.error({ err: error, vendorReference: attempt.vendorReference }, 'a vendor adapter threw');
    return { outcome: 'unknown', reason: 'adapter-fault' };
  }
}
