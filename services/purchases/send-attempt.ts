import { AppendOutcomeUnknown } from '../../infra/event-store/event-store.js';
import type { VendorAdapter, VendorOutcome } from '../vendors/vendor-adapter.js';
import type { VendorOrder } from '../vendors/vendor-order.js';
import { attemptPart } from './attempt-reference.js';
import { type PurchaseWork, queueOf } from './purchase-work.js';
import type { ExecutedPurchase } from './purchase.streams.js';
import { arrangeNext, recordOutcome, reviewUnlessAskable } from './record-outcome.js';

/** An attempt that could be sent at once: nobody has claimed it yet. */
export interface ReadyAttempt {
  readonly purchaseId: string;
  /** 1 for the first. */
  readonly number: number;
  readonly vendor: number;
  readonly adapter: VendorAdapter;
  readonly order: VendorOrder;
  readonly vendorReference: string;
  readonly now: Date;
}

/** Gives the attempt its reference at the vendor. */
export function readyAttempt(attempt: Omit<ReadyAttempt, 'vendorReference'>): ReadyAttempt {
  const { adapter, now, purchaseId, number } = attempt;
  return { ...attempt, vendorReference: adapter.mintReference(now, attemptPart(purchaseId, number)) };
}

/** Stores AttemptStarted. From here on until it is sent nobody else in this process asks about it. @throws as `claim` does */
export async function claimed(
  work: PurchaseWork,
  { purchaseId }: ReadyAttempt,
  claim: () => Promise<ExecutedPurchase>,
): Promise<ExecutedPurchase> {
  work.posting.add(purchaseId);
  try {
    return await claim();
  } catch (error) {
    work.posting.delete(purchaseId);
    throw error;
  }
}

/** Sends what was claimed, once, and stores the answer. A claim that stored nothing is somebody else's: it is never sent here. */
export async function sendClaimed(
  work: PurchaseWork,
  attempt: ReadyAttempt,
  claim: ExecutedPurchase,
): Promise<void> {
  let { purchase } = claim;
  try {
    if (claim.events.length > 0)
      purchase = await recordOutcome(
        work,
        purchase,
        attempt,
        await send(work, attempt),
        'dispatch',
        attempt.now,
      );
  } finally {
    work.posting.delete(attempt.purchaseId);
  }
  await arrangeNext(work, await reviewUnlessAskable(work, purchase));
}

/** What may be stored or not, of a call that may have been made: only a question can tell. */
export async function orAskLater(
  work: PurchaseWork,
  { purchaseId, vendor }: ReadyAttempt,
  sending: Promise<void>,
): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (!(error instanceof AppendOutcomeUnknown)) throw error;
    await work.jobs.enqueue(queueOf(work, vendor), { kind: 'requery', purchaseId }, work.postTimeoutMs + 1);
  }
}

/** An adapter never throws; should it, then after the first byte for all we know. */
async function send(
  work: PurchaseWork,
  { adapter, vendorReference, order }: ReadyAttempt,
): Promise<VendorOutcome> {
  try {
    return await adapter.dispatch({ vendorReference, order });
  } catch (error) {
    work.logger.error({ err: error, vendorReference }, 'a vendor adapter threw');
    return { outcome: 'unknown', reason: 'adapter-fault' };
  }
}
