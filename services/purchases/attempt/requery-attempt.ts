import type { QueryOutcome, VendorAdapter } from '../../vendors/vendor-adapter.js';
import { openQuestion, purchaseJob, type PurchaseJob, type PurchaseWork, queueOf } from '../purchase-work.js';
import { type Attempt, attemptToAsk, type Purchase } from '../purchase.state.js';
import { seekAttempts } from './seek-attempts.js';
import { query } from './query-vendor.js';
import {
  arrangeNext,
  askable,
  notBefore,
  recordOutcome,
  requireReview,
  reviewWhenDue,
  reviewUnlessAskable,
} from '../outcome/record-outcome.js';

/**
 * Asks the vendor about a purchase that has no answer yet. With `job.attempt`, asks even about a settled
 * purchase, because the vendor may have reversed the delivery.
 */
export async function requeryAttempt(work: PurchaseWork, job: PurchaseJob): Promise<void> {
  const { purchaseId } = job;
  // Read the purchase from the store when the job names an `attempt`. Another process may have
  // stored `AttemptQuestioned` a moment ago, and the cached purchase would lack this event.
  const { streams } = work;
  const purchase = await (job.attempt === undefined ? streams.load(purchaseId) : streams.reload(purchaseId));
  if (!purchase || work.inFlight.has(purchaseId)) return;
  const attempt = attemptOf(purchase, job.attempt);
  if (!attempt) return arrangeNext(work, purchase);
  const adapter = work.vendors.get(attempt.vendor);
  if (!adapter) return void (await requireReview(work, purchaseId, 'vendor-not-configured'));
  const wait = notBefore(work, purchaseId, attempt);
  if (wait > 0) return work.jobs.enqueue(queueOf(work, attempt.vendor), purchaseJob(job), wait);
  await arrangeNext(work, await reviewWhenDue(work, await ask(work, adapter, purchase, attempt)));
}

function attemptOf(purchase: Purchase, number: number | undefined): Attempt | undefined {
  if (number !== undefined) return purchase.attempts.find((attempt) => attempt.number === number);
  return purchase.nextVendor === undefined ? attemptToAsk(purchase) : undefined;
}

async function ask(
  work: PurchaseWork,
  adapter: VendorAdapter,
  purchase: Purchase,
  attempt: Attempt,
): Promise<Purchase> {
  if (!askable(adapter, attempt)) return reviewUnlessAskable(work, purchase);
  const loading = work.vault.loadKeys([purchase.userId]);
  if (loading) await loading;
  const request = openQuestion(work.vault, purchase);
  const { vendorReference, vendorTransactionId } = attempt;
  const asked = {
    vendorReference,
    request,
    ...(vendorTransactionId === undefined ? {} : { vendorTransactionId }),
  };
  const askedAt = work.now();
  const elapsed = work.ages.of(purchase.purchaseId, attempt);
  const outcome = await query(work, adapter, asked);
  work.onCall?.({
    purchaseId: purchase.purchaseId,
    attempt: attempt.number,
    vendor: attempt.vendor,
    kind: 'query',
    startedAt: askedAt.getTime(),
    endedAt: work.now().getTime(),
    outcome: outcome.outcome,
  });
  if (provesNothing(work, purchase, outcome) && (await seekAttempts(work, purchase)) !== 'none')
    return (await work.streams.load(purchase.purchaseId)) ?? purchase;
  const after = await recordOutcome(work, purchase, attempt, outcome, 'query', askedAt, elapsed);
  const answered = after.attempts.find(({ number }) => number === attempt.number);
  if (answered) work.ages.of(purchase.purchaseId, answered);
  return after;
}

/**
 * True when a restored log may lack an attempt at a second vendor. A failure must not be stored in this case,
 * because it would cause a refund although the second vendor may deliver.
 */
const provesNothing = (work: PurchaseWork, purchase: Purchase, { outcome }: QueryOutcome): boolean =>
  (outcome === 'failed' || outcome === 'notFound' || outcome === 'unknown') &&
  work.lost?.mayLack(purchase) === true;
