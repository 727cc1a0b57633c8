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

/** How long an answer is kept that cannot be stored, and the pauses between two tries. */
const KEPT_FOR_MS = 10 * 60_000;
const KEPT_FIRST_MS = 100;
const KEPT_MAX_MS = 5_000;

/** An attempt that could be sent at once: nobody has claimed it yet. */
export interface ReadyAttempt {
  readonly purchaseId: string;
  /** 1 for the first. */
  readonly number: number;
  readonly vendor: number;
  readonly adapter: VendorAdapter;
  readonly request: VendorRequest;
  readonly vendorReference: string;
  readonly now: Date;
  /** Open from before the claim is stored: whoever else sees the claim counts from there too. */
  readonly window: SendWindow;
}

/** Gives the attempt its reference at the vendor. Its time to be sent runs from here. */
export function readyAttempt(
  work: PurchaseWork,
  attempt: Omit<ReadyAttempt, 'vendorReference' | 'now' | 'window'>,
): ReadyAttempt {
  const { adapter, purchaseId, number } = attempt;
  const now = work.now();
  const clocks = { monotonic: monotonicMs, wall: () => work.now().getTime() };
  const window = openSendWindow(work.sendWithinMs, clocks);
  const vendorReference = adapter.mintReference(now, attemptPart(purchaseId, number));
  return { ...attempt, now, window, vendorReference };
}

/** Stores AttemptStarted. From here on until it is sent nobody else in this process asks about it. @throws as `claim` does */
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
 * Sends what was claimed, once, and stores the answer. A claim that stored nothing is somebody else's: it is never sent here.
 * One that took too long to store is not sent either: others may have asked the vendor by now, and given the money back.
 */
export async function sendClaimed(
  work: PurchaseWork,
  attempt: ReadyAttempt,
  claim: ExecutedPurchase,
): Promise<void> {
  let { purchase } = claim;
  try {
    if (claim.events.length > 0) {
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

/** The ledger, or the keys that seal what was handed over. */
const isAway = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  error instanceof AppendOutcomeUnknown ||
  error instanceof KeysUnavailable ||
  error instanceof KeyNotAtHand;

/**
 * What the vendor said is kept in memory while the ledger takes nothing: a vendor that keeps no reference of ours says it
 * once, and a person would decide without it. Storing it again is harmless, since each time what is stored is read first.
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
    await work.jobs.enqueue(
      queueOf(work, vendor),
      purchaseJob({ kind: 'requery', purchaseId }),
      silentFor(work),
    );
  }
}

/** An adapter never throws; should it, then after the first byte for all we know. */
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
