import { NoKey } from '../../../infra/crypto/key-vault.js';
import { productOf } from '../../contracts/services.js';
import type { QueryOutcome, VendorAdapter } from '../../vendors/vendor-adapter.js';
import {
  purchaseJob,
  type PurchaseWork,
  queueOf,
  sendingQueueOf,
  vendorActor,
  WORKER,
} from '../purchase-work.js';
import type { RequireReview } from '../purchase.commands.js';
import { type Attempt, attemptToAsk, currentAttempt, type Purchase, undecided } from '../purchase.state.js';
import { mayFailOver } from './outcome.decider.js';
import { isOpenTooLong } from '../review/review.decider.js';
import { nextQueryIn } from '../attempt/next-query.js';

/**
 * Stores what the vendor said about an attempt. Returns the purchase as it is then. Keys are asked for only where something was
 * handed over: what else the vendor says does not wait for them. @throws KeysUnavailable
 */
export async function recordOutcome(
  work: PurchaseWork,
  purchase: Purchase,
  attempt: Pick<Attempt, 'number' | 'vendor'>,
  outcome: QueryOutcome,
  source: 'dispatch' | 'query',
  askedAt: Date,
): Promise<Purchase> {
  const { streams, policy } = work;
  const { userId, purchaseId, product, attempts } = purchase;
  const handedOver = outcome.outcome === 'notFound' ? outcome.found : outcome;
  const artefacts = handedOver && 'artefacts' in handedOver ? handedOver.artefacts : undefined;
  const sealed = artefacts && (await sealedFor(work, userId, { ...artefacts }));
  const tried = attempts.map(({ vendor }) => vendor);
  const now = work.now();
  const known = attempts.find(({ number }) => number === attempt.number);
  // Not where nobody else would be asked: whoever is named may be tried by one purchase alone.
  const otherVendor =
    outcome.outcome === 'failed' && (!known || mayFailOver(purchase, known, outcome, { now, policy }))
      ? work.otherVendor(productOf(product), tried)
      : undefined;
  const command = {
    type: 'RecordOutcome' as const,
    source,
    attempt: attempt.number,
    outcome,
    policy,
    now,
    askedAt: askedAt.getTime(),
    ...(sealed === undefined ? {} : { sealed }),
    ...(otherVendor === undefined ? {} : { otherVendor }),
  };
  const executed = await streams.handle(purchaseId, command, { actor: vendorActor(attempt.vendor), now });
  // A transfer that waits for a code, for example: it stays so until an operator hears of it.
  if ('code' in outcome && executed.events.some(({ type }) => type === 'ReviewRequired'))
    work.logger.warn(
      { purchaseId, service: purchase.service, vendor: attempt.vendor, code: outcome.code },
      'a vendor wants a person to look',
    );
  return executed.purchase;
}

/** undefined of whoever was forgotten meanwhile: what the vendor says counts, and nobody is left to read what it handed over. */
async function sealedFor(
  { vault }: Pick<PurchaseWork, 'vault'>,
  userId: string,
  artefacts: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const loading = vault.loadKeys([userId]);
  if (loading) await loading;
  try {
    return vault.seal(userId, artefacts);
  } catch (error) {
    if (error instanceof NoKey) return undefined;
    throw error;
  }
}

export async function requireReview(
  work: PurchaseWork,
  purchaseId: string,
  why: RequireReview['why'],
): Promise<Purchase> {
  const { policy } = work;
  const now = work.now();
  const executed = await work.streams.handle(
    purchaseId,
    { type: 'RequireReview', why, policy, now },
    { actor: WORKER, now },
  );
  return executed.purchase;
}

/** Asks a person to look at a purchase that is open too long. Returns it as it is then. */
export async function reviewWhenDue(work: PurchaseWork, purchase: Purchase): Promise<Purchase> {
  const due = isOpenTooLong(purchase, work.now(), work.policy);
  return due ? requireReview(work, purchase.purchaseId, 'open-too-long') : purchase;
}

/** Whether the vendor can say anything about the attempt: by our reference, or by an id of its own that it has told. */
export const askable = ({ capabilities }: VendorAdapter, attempt: Attempt): boolean =>
  capabilities.queryByClientReference || attempt.vendorTransactionId !== undefined;

/**
 * A vendor that cannot be asked leaves it to a person, at once: waiting would tell nobody anything. Only its answer to the order
 * is waited for, as long as that may arrive; a person who was asked meanwhile may decide from then on.
 */
export async function reviewUnlessAskable(work: PurchaseWork, purchase: Purchase): Promise<Purchase> {
  const { purchaseId, phase, review } = purchase;
  if (phase !== 'open' || review === 'resolved' || purchase.nextVendor !== undefined) return purchase;
  const attempt = currentAttempt(purchase);
  const adapter = attempt && undecided(attempt) ? work.vendors.get(attempt.vendor) : undefined;
  if (!attempt || !adapter || askable(adapter, attempt)) return purchase;
  const unanswered = attempt.standing === 'started';
  if (unanswered && notBefore(work, attempt) > 0) return purchase;
  if (review === 'none') return requireReview(work, purchaseId, CANNOT_BE_ASKED);
  if (!unanswered) return purchase;
  const outcome: QueryOutcome = { outcome: 'unknown', reason: CANNOT_BE_ASKED };
  return recordOutcome(work, purchase, attempt, outcome, 'query', work.now());
}

const CANNOT_BE_ASKED = 'vendor-cannot-be-asked';

/** Sees to it that whatever the purchase waits for happens: it is sent, or asked about in time. Nothing when it waits for nobody. */
export async function arrangeNext(work: PurchaseWork, purchase: Purchase): Promise<void> {
  const { purchaseId, phase, nextVendor, review } = purchase;
  if (phase === 'open' && nextVendor !== undefined) {
    if (review === 'none')
      await work.jobs.enqueue(
        sendingQueueOf(work, nextVendor, purchase.service),
        purchaseJob({ kind: 'dispatch', purchaseId }),
      );
    return;
  }
  const attempt = attemptToAsk(purchase);
  if (!attempt) return;
  const delay = queryDelay(work, purchase, attempt);
  if (delay !== undefined)
    await work.jobs.enqueue(
      queueOf(work, attempt.vendor),
      purchaseJob({ kind: 'requery', purchaseId }),
      delay,
    );
}

/**
 * When the timers ask about the attempt next; undefined when they are through. What is still wanted of it after a person decided is
 * asked for anew from then on, however late that was.
 */
export function queryDelay(
  work: PurchaseWork,
  { resolvedAt = 0 }: Purchase,
  attempt: Attempt,
): number | undefined {
  const age = work.now().getTime() - Math.max(attempt.questionedAt ?? attempt.startedAt, resolvedAt);
  const queriesMax = work.vendors.get(attempt.vendor)?.capabilities.queryMaxCount ?? Infinity;
  const delay = nextQueryIn(work.schedule, age, queriesMax);
  return delay === undefined ? undefined : Math.max(delay, notBefore(work, attempt));
}

/**
 * How long after its claim calls of an attempt may be under way, in whatever process, milliseconds: none begins later than
 * the window of the claim, and each is over within its timeout.
 */
export const silentFor = ({
  sendWithinMs,
  postTimeoutMs,
}: Pick<PurchaseWork, 'sendWithinMs' | 'postTimeoutMs'>): number => sendWithinMs + postTimeoutMs + 1;

/**
 * How long the vendor may not be asked about the attempt yet: until it would know, and while our calls may still be
 * under way, be it in a process that has died.
 */
export function notBefore(work: PurchaseWork, attempt: Attempt): number {
  const age = work.now().getTime() - attempt.startedAt;
  const known = work.vendors.get(attempt.vendor)?.capabilities.queryMinAgeMs ?? 0;
  const answered = attempt.standing === 'started' ? silentFor(work) : 0;
  return Math.max(0, known - age, answered - age);
}
