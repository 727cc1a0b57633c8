import { breathe } from '../../../infra/host/timers.js';
import type { PendingPurchases } from './pending-purchases.js';
import { purchaseJob, type PurchaseWork, queueOf } from '../purchase-work.js';
import { attemptToAsk, type Purchase } from '../purchase.state.js';
import { type Settle, settleWallet } from './settle-wallet.reactor.js';
import { arrangeNext, notBefore, queryDelay, reviewWhenDue } from '../outcome/record-outcome.js';

const SWEEP_EVERY_MAX_MS = 30_000;
const SWEEP_EVERY_MIN_MS = 100;
const AT_ONCE = 64;

/** Milliseconds between sweeps. */
export const sweepEvery = (reviewAfterMs: number): number =>
  Math.max(SWEEP_EVERY_MIN_MS, Math.min(SWEEP_EVERY_MAX_MS, reviewAfterMs / 4));

/**
 * The `first` sweep after a start asks the vendor about every purchase, because the previous process may have
 * lost answers of vendors.
 */
export async function sweepPurchases(
  work: PurchaseWork,
  pending: PendingPurchases,
  settle: Settle,
  first: boolean,
): Promise<void> {
  const ids = pending.ids();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await Promise.all(
      ids.slice(from, from + AT_ONCE).map((purchaseId) => sweepOne(work, pending, settle, purchaseId, first)),
    );
    await breathe();
  }
}

async function sweepOne(
  work: PurchaseWork,
  pending: PendingPurchases,
  settle: Settle,
  purchaseId: string,
  first: boolean,
): Promise<void> {
  try {
    const purchase = await work.streams.load(purchaseId);
    if (!purchase) return;
    if (isThrough(work, purchase)) {
      // Settle the purchase before `forget`, because later sweeps skip a forgotten purchase and its money would
      // stay held for ever.
      await settleAsStored(work, settle, purchaseId);
      return pending.forget(purchaseId);
    }
    if (purchase.phase === 'open')
      pending.serves(purchaseId, purchase.service, purchase.review === 'required');
    const reviewed = await reviewWhenDue(work, purchase);
    const attempt = attemptToAsk(reviewed);
    if ((first || work.lost?.mayLack(reviewed)) && attempt && reviewed.nextVendor === undefined)
      await work.jobs.enqueue(
        queueOf(work, attempt.vendor),
        purchaseJob({ kind: 'requery', purchaseId }),
        notBefore(work, purchaseId, attempt),
      );
    await arrangeNext(work, reviewed);
  } catch (error) {
    work.logger.warn({ err: error, purchaseId }, 'could not look at an open purchase; the next sweep will');
  }
}

async function settleAsStored(work: PurchaseWork, settle: Settle, purchaseId: string): Promise<void> {
  for (const event of await work.streams.events(purchaseId)) await settleWallet(settle, event, work.now);
}

function isThrough(work: PurchaseWork, purchase: Purchase): boolean {
  if (purchase.phase === 'open') return false;
  const attempt = attemptToAsk(purchase);
  return !attempt || queryDelay(work, purchase, attempt) === undefined;
}
