import { openVendorRequest, type PurchaseWork, WORKER } from '../purchase-work.js';
import { arrangeNext, requireReview } from '../outcome/record-outcome.js';
import { seekAttempts } from './seek-attempts.js';
import { claimed, orAskLater, type ReadyAttempt, readyAttempt, sendClaimed } from './send-attempt.js';

/** Stores `AttemptStarted`, and then sends the order of a purchase to its vendor. */
export async function dispatchAttempt(work: PurchaseWork, purchaseId: string): Promise<void> {
  const purchase = await work.streams.load(purchaseId);
  if (!purchase || purchase.phase !== 'open') return;
  const { nextVendor: vendor } = purchase;
  if (vendor === undefined) return arrangeNext(work, purchase);
  const sought = work.lost?.mayLack(purchase) ? await seekAttempts(work, purchase) : 'none';
  if (sought === 'found') return arrangeNext(work, (await work.streams.load(purchaseId))!);
  if (sought === 'unclear' || work.lost?.held || purchase.review !== 'none') return;
  const adapter = work.vendors.get(vendor);
  if (!adapter) return void (await requireReview(work, purchaseId, 'vendor-not-configured'));
  const loading = work.vault.loadKeys([purchase.userId]);
  if (loading) await loading;
  const request = openVendorRequest(work.vault, purchase);
  if (!request) return void (await requireReview(work, purchaseId, 'order-unreadable'));
  if (work.inFlight.has(purchaseId)) return;
  const number = purchase.attempts.length + 1;
  const acceptedAt = new Date(purchase.acceptedAt);
  const attempt = readyAttempt(work, { purchaseId, number, vendor, adapter, request, acceptedAt });
  await orAskLater(work, attempt, claimAndSend(work, attempt));
}

async function claimAndSend(work: PurchaseWork, attempt: ReadyAttempt): Promise<void> {
  const { purchaseId, number, vendor, vendorReference, now } = attempt;
  const command = { type: 'StartAttempt' as const, attempt: number, vendor, vendorReference };
  const claim = await claimed(work, attempt, () =>
    work.streams.handle(purchaseId, command, { actor: WORKER, now }),
  );
  await sendClaimed(work, attempt, claim);
}
