import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Slot } from '../../../infra/queue/job-queue.js';
import { walletEvent, type PurchaseAccepted } from '../../wallet/wallet.events.js';
import { derivedId } from '../accept/references.js';
import {
  openVendorRequest,
  type PurchaseWork,
  sendingQueueOf,
  WORKER,
  tellFailure,
} from '../purchase-work.js';
import type { PurchaseOpened } from '../purchase.events.js';
import type { ExecutedPurchase } from '../purchase.streams.js';
import { arrangeNext } from '../outcome/record-outcome.js';
import { claimed, orAskLater, type ReadyAttempt, readyAttempt, sendClaimed } from './send-attempt.js';

/** What was accepted this long ago is likely open already: cheaper to look than to be refused. */
const OLD_AFTER_MS = 10_000;

/**
 * Opens the conversation with the vendor for money that was put on hold, and has it sent: its first attempt is claimed in
 * the same step where it can go at once, and put in line where it cannot. Doing it again finds the purchase as far as it
 * got by then, and goes on from there.
 */
export async function openPurchase(work: PurchaseWork, accepted: RecordedEvent): Promise<void> {
  const hold = walletEvent(accepted);
  if (hold?.type !== 'PurchaseAccepted') throw new Error(`no purchase follows from ${accepted.type}`);
  const order = purchaseOpenedFrom(hold.data);
  const old = work.now().getTime() - Date.parse(accepted.at) > OLD_AFTER_MS;
  const known = old ? await work.streams.load(order.purchaseId) : undefined;
  if (known) return arrangeNext(work, known);
  const first = await firstAttempt(work, order);
  const context = {
    actor: WORKER,
    now: first?.attempt.now ?? work.now(),
    correlationId: accepted.correlationId,
    causationId: accepted.id,
    firstEventId: derivedId(accepted.id, 'PurchaseOpened'),
  };
  const vendorReference = first && { vendorReference: first.attempt.vendorReference };
  const open = (): Promise<ExecutedPurchase> =>
    work.streams.handle(order.purchaseId, { type: 'OpenPurchase', order, ...vendorReference }, context);
  if (first) return openAndSend(work, first, open);
  const { purchase } = await open();
  await arrangeNext(work, purchase);
}

interface FirstAttempt {
  readonly attempt: ReadyAttempt;
  readonly slot: Slot;
}

/** The first attempt and a slot to send it in; undefined when a slot is long in coming, or it cannot be sent. */
async function firstAttempt(work: PurchaseWork, opened: PurchaseOpened): Promise<FirstAttempt | undefined> {
  const { purchaseId, userId, vendor, service } = opened;
  const adapter = work.vendors.get(vendor);
  const slot = adapter && (await work.jobs.slot?.(sendingQueueOf(work, vendor, service)));
  if (!slot) return undefined;
  try {
    const loading = work.vault.loadKeys([userId]);
    if (loading) await loading;
    const request = openVendorRequest(work.vault, opened);
    // The wait for a slot may have been long: the age of the attempt counts from here.
    if (request)
      return { slot, attempt: readyAttempt(work, { purchaseId, number: 1, vendor, adapter, request }) };
  } catch {
    // It is opened all the same: its job meets what is wrong with it, and says so.
  }
  slot.leave();
  return undefined;
}

/** Resolves once it is open. The vendor is called after that, in the slot. */
async function openAndSend(
  work: PurchaseWork,
  { attempt, slot }: FirstAttempt,
  open: () => Promise<ExecutedPurchase>,
): Promise<void> {
  let claim: ExecutedPurchase;
  try {
    claim = await claimed(work, attempt, open);
  } catch (error) {
    slot.leave();
    throw error;
  }
  const { purchaseId } = attempt;
  void orAskLater(work, attempt, sendClaimed(work, attempt, claim))
    .catch((error: unknown) =>
      tellFailure(work.logger, error, { purchaseId }, 'a first attempt failed; the sweep brings it back'),
    )
    .finally(() => slot.leave());
}

/** What a purchase is opened with: what was accepted. */
export function purchaseOpenedFrom(accepted: PurchaseAccepted): PurchaseOpened {
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
