import { KeyNotAtHand, KeysUnavailable } from '../../../infra/crypto/key-vault.js';
import { AppendOutcomeUnknown, StoreUnavailable } from '../../../infra/event-store/event-store.js';
import { monotonicMs } from '../../../infra/host/clock.js';
import { sleep } from '../../../infra/host/timers.js';
import { ADAPTER_FAULT, type VendorAdapter, type VendorOutcome } from '../../vendors/vendor-adapter.js';
import type { VendorRequest } from '../../products/products.js';
import { openSendWindow, type SendWindow } from '../../vendors/send-window.js';
import { CLAIM_TOO_OLD } from '../../vendors/vendor-client.js';
import { attemptPart } from '../accept/references.js';
import { purchaseJob, type PurchaseWork, queueOf } from '../purchase-work.js';
import type { Purchase } from '../purchase.state.js';
import type { ExecutedPurchase } from '../purchase.streams.js';
import { arrangeNext, recordOutcome, reviewUnlessAskable, silentFor } from '../outcome/record-outcome.js';

/** Maximum milliseconds for which a failed append of a vendor's answer is retried. */
const KEPT_FOR_MS = 10 * 60_000;
const KEPT_FIRST_MS = 100;
const KEPT_MAX_MS = 5_000;

export interface ReadyAttempt {
  readonly purchaseId: string;
  readonly number: number;
  readonly vendor: number;
  readonly adapter: VendorAdapter;
  readonly request: VendorRequest;
  readonly acceptedAt: Date;
  readonly vendorReference: string;
  readonly now: Date;
  /**
   * Period in which this process may send the order. Other processes count the period from `AttemptStarted`,
   * which is stored later, so they assume a later end.
   */
  readonly window: SendWindow;
}

export function readyAttempt(
  work: PurchaseWork,
  attempt: Omit<ReadyAttempt, 'vendorReference' | 'now' | 'window'>,
): ReadyAttempt {
  const { adapter, purchaseId, number, acceptedAt } = attempt;
  const now = work.now();
  const clocks = { monotonic: monotonicMs, wall: () => work.now().getTime() };
  const window = openSendWindow(work.sendWithinMs, clocks);
  const vendorReference = adapter.mintReference(acceptedAt, now, attemptPart(purchaseId, number));
  return { ...attempt, now, window, vendorReference };
}

export async function claimed(
  work: PurchaseWork,
  { purchaseId }: ReadyAttempt,
  claim: () => Promise<ExecutedPurchase>,
): Promise<ExecutedPurchase> {
  work.inFlight.add(purchaseId);
  try {
    return await claim();
  } catch (error) {
    work.inFlight.delete(purchaseId);
    throw error;
  }
}

/**
 * Sends the order if this process stored `AttemptStarted`. After the end of `window`, sends nothing, because
 * another process may have refunded the purchase.
 */
export async function sendClaimed(
  work: PurchaseWork,
  attempt: ReadyAttempt,
  claim: ExecutedPurchase,
): Promise<void> {
  let { purchase } = claim;
  try {
    if (claim.events.length > 0) {
      work.ages.of(attempt.purchaseId, { number: attempt.number });
      const outcome = await send(work, attempt);
      purchase = await untilStored(() =>
        recordOutcome(work, purchase, attempt, outcome, 'dispatch', attempt.now),
      );
    }
  } finally {
    work.inFlight.delete(attempt.purchaseId);
  }
  await arrangeNext(work, await reviewUnlessAskable(work, purchase));
}

const isAway = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  error instanceof AppendOutcomeUnknown ||
  error instanceof KeysUnavailable ||
  error instanceof KeyNotAtHand;

/**
 * Repeats `record` until the vendor's answer is stored, because some vendors give an answer only
 * once.
 */
async function untilStored(record: () => Promise<Purchase>): Promise<Purchase> {
  const until = monotonicMs() + KEPT_FOR_MS;
  for (let pauseMs = KEPT_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, KEPT_MAX_MS))
    try {
      return await record();
    } catch (error) {
      if (!isAway(error) || monotonicMs() > until) throw error;
      await sleep(pauseMs, undefined, { ref: false });
    }
}

export async function orAskLater(
  work: PurchaseWork,
  { purchaseId, vendor }: ReadyAttempt,
  sending: Promise<void>,
): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (!(error instanceof AppendOutcomeUnknown)) throw error;
    await work.jobs.enqueue(
      queueOf(work, vendor),
      purchaseJob({ kind: 'requery', purchaseId }),
      silentFor(work),
    );
  }
}

/** When the adapter throws, the order may have reached the vendor, so the outcome is unknown. */
async function send(
  work: PurchaseWork,
  { adapter, vendorReference, request, window, purchaseId, number, vendor }: ReadyAttempt,
): Promise<VendorOutcome> {
  if (window.leftMs() <= 0) {
    work.logger.warn({ purchaseId }, 'an attempt was claimed too slowly to be sent; the vendor is asked');
    return CLAIM_TOO_OLD;
  }
  const startedAt = work.now().getTime();
  try {
    const outcome = await adapter.dispatch({ vendorReference, request, window });
    work.onCall?.({
      purchaseId,
      attempt: number,
      vendor,
      kind: 'dispatch',
      startedAt,
      endedAt: work.now().getTime(),
      outcome: outcome.outcome,
    });
    return outcome;
  } catch (error) {
    work.logger.error({ err: error, vendorReference }, 'a vendor adapter threw');
    return { outcome: 'unknown', reason: ADAPTER_FAULT };
  }
}
