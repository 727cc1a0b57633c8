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

const OLD_AFTER_MS = 10_000;

/**
 * Opens an accepted purchase. When a sending slot is free, also stores `AttemptStarted` in the same append and
 * sends the order at once. Otherwise, a job sends the order later.
 */
export async function openPurchase(work: PurchaseWork, accepted: RecordedEvent): Promise<void> {
  const hold = walletEvent(accepted);
  if (hold?.type !== 'PurchaseAccepted') throw new Error(`no purchase follows from ${accepted.type}`);
  const { position } = accepted;
  const order: PurchaseOpened = {
    ...purchaseOpenedFrom(hold.data, accepted.at),
    ...(position > 0 && { acceptedPosition: position }),
  };
  const old = work.now().getTime() - Date.parse(accepted.at) > OLD_AFTER_MS;
  const known = old ? await work.streams.load(order.purchaseId) : undefined;
  if (known) return arrangeNext(work, known);
  const first = await firstAttempt(work, order, new Date(accepted.at));
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

async function firstAttempt(
  work: PurchaseWork,
  opened: PurchaseOpened,
  acceptedAt: Date,
): Promise<FirstAttempt | undefined> {
  const { acceptedPosition } = opened;
  if (work.lost?.held || work.lost?.covers({ acceptedAt: acceptedAt.getTime(), acceptedPosition }))
    return undefined;
  const { purchaseId, userId, vendor, service } = opened;
  const adapter = work.vendors.get(vendor);
  const slot = adapter && (await work.jobs.slot?.(sendingQueueOf(work, vendor, service)));
  if (!slot) return undefined;
  try {
    const loading = work.vault.loadKeys([userId]);
    if (loading) await loading;
    const request = openVendorRequest(work.vault, opened);
    if (request) {
      const attempt = { purchaseId, number: 1, vendor, adapter, request, acceptedAt };
      return { slot, attempt: readyAttempt(work, attempt) };
    }
  } catch {
    // Leave the error to the `dispatch` job, which will meet and report the same error.
  }
  slot.leave();
  return undefined;
}

/**
 * Opens the purchase and starts to send the order. The promise resolves when the purchase is open,
 * and does not wait for the vendor's answer.
 */
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

/** @param acceptedAt ISO 8601 time of `PurchaseAccepted` */
export function purchaseOpenedFrom(accepted: PurchaseAccepted, acceptedAt: string): PurchaseOpened {
  const { userId, purchaseId, reference, service, product, amount, price, expectedCost } = accepted;
  const { otherCosts, vendor, requestDigest, firstAnswer, sealed } = accepted;
  return {
    userId,
    purchaseId,
    acceptedAt,
    reference,
    service,
    product,
    amount,
    price,
    expectedCost,
    ...(otherCosts && { otherCosts }),
    vendor,
    requestDigest,
    firstAnswer,
    sealed,
  };
}
