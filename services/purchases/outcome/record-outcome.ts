import { type KeyVault, NoKey } from '../../../infra/crypto/key-vault.js';
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
import type { Elapsed } from './attempt-ages.js';
import { mayFailOver } from './outcome.decider.js';
import { isOpenTooLong } from '../review/review.decider.js';
import { nextQueryIn } from '../attempt/next-query.js';

/**
 * Returns the changed purchase.
 * @param purchase purchase as it was before the vendor was asked
 * @throws KeysUnavailable
 */
export async function recordOutcome(
  work: PurchaseWork,
  purchase: Purchase,
  attempt: Pick<Attempt, 'number' | 'vendor'>,
  outcome: QueryOutcome,
  source: 'dispatch' | 'query',
  askedAt: Date,
  elapsed?: Elapsed,
): Promise<Purchase> {
  const { streams, policy } = work;
  const { userId, purchaseId, product, attempts } = purchase;
  const handedOver = outcome.outcome === 'notFound' ? outcome.found : outcome;
  const artefacts = handedOver && 'artefacts' in handedOver ? handedOver.artefacts : undefined;
  const sealed = artefacts && (await sealedFor(work.vault, userId, { ...artefacts }));
  const sealedUnread = await sealedUnreadOf(work, purchase, attempt.number, outcome);
  const tried = attempts.map(({ vendor }) => vendor);
  const now = work.now();
  const known = attempts.find(({ number }) => number === attempt.number);
  // Call `otherVendor` only when failover is possible, because the call may use up the only test purchase that
  // a paused vendor is allowed.
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
    ...(known?.question && { question: known.question.id }),
    ...(elapsed && { elapsed }),
    ...(sealed === undefined ? {} : { sealed }),
    ...(sealedUnread === undefined ? {} : { sealedUnread }),
    ...(otherVendor === undefined ? {} : { otherVendor }),
  };
  const executed = await streams.handle(purchaseId, command, { actor: vendorActor(attempt.vendor), now });
  if ('code' in outcome && executed.events.some(({ type }) => type === 'ReviewRequired'))
    work.logger.warn(
      { purchaseId, service: purchase.service, vendor: attempt.vendor, code: outcome.code },
      'a vendor wants a person to look',
    );
  return executed.purchase;
}

/** Returns undefined when the customer was erased. */
export async function sealedFor(
  vault: Pick<KeyVault, 'loadKeys' | 'seal'>,
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

async function sealedUnreadOf(
  { vault }: Pick<PurchaseWork, 'vault'>,
  { userId, attempts }: Purchase,
  attempt: number,
  outcome: QueryOutcome,
): Promise<string | undefined> {
  const unread = 'unread' in outcome ? outcome.unread : undefined;
  if (unread === undefined) return undefined;
  const sealed = await sealedFor(vault, userId, { unread });
  const known = attempts.find(({ number }) => number === attempt)?.unread;
  const same = sealed !== undefined && known && vault.open(userId, known.sealed)?.['unread'] === unread;
  return same ? undefined : sealed;
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

export async function reviewWhenDue(work: PurchaseWork, purchase: Purchase): Promise<Purchase> {
  const due = isOpenTooLong(purchase, work.now(), work.policy);
  return due ? requireReview(work, purchase.purchaseId, 'open-too-long') : purchase;
}

export const askable = ({ capabilities }: VendorAdapter, attempt: Attempt): boolean =>
  capabilities.queryByClientReference || attempt.vendorTransactionId !== undefined;

export async function reviewUnlessAskable(work: PurchaseWork, purchase: Purchase): Promise<Purchase> {
  const { purchaseId, phase, review } = purchase;
  if (phase !== 'open' || review === 'resolved' || purchase.nextVendor !== undefined) return purchase;
  const attempt = currentAttempt(purchase);
  const adapter = attempt && undecided(attempt) ? work.vendors.get(attempt.vendor) : undefined;
  if (!attempt || !adapter || askable(adapter, attempt)) return purchase;
  const unanswered = attempt.standing === 'started';
  if (unanswered && notBefore(work, purchaseId, attempt) > 0) return purchase;
  if (review === 'none') return requireReview(work, purchaseId, CANNOT_BE_ASKED);
  if (!unanswered) return purchase;
  const outcome: QueryOutcome = { outcome: 'unknown', reason: CANNOT_BE_ASKED };
  return recordOutcome(work, purchase, attempt, outcome, 'query', work.now());
}

const CANNOT_BE_ASKED = 'vendor-cannot-be-asked';

export async function arrangeNext(work: PurchaseWork, purchase: Purchase): Promise<void> {
  const { purchaseId, phase, nextVendor, review } = purchase;
  if (phase === 'open' && nextVendor !== undefined) {
    if (review === 'none' || work.lost?.mayLack(purchase))
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

export function queryDelay(
  work: PurchaseWork,
  { purchaseId, resolvedAt = 0 }: Purchase,
  attempt: Attempt,
): number | undefined {
  const from = Math.max(attempt.question?.at ?? attempt.startedAt, resolvedAt);
  const age = work.ages.since(purchaseId, from, work.now().getTime());
  const queriesMax = work.vendors.get(attempt.vendor)?.capabilities.queryMaxCount ?? Infinity;
  // Never stop querying an attempt that got no answer, because reviewers may decide only after an answer.
  const unanswered = attempt.standing === 'started' ? work.schedule.at(-1) : undefined;
  const delay = nextQueryIn(work.schedule, age, queriesMax) ?? unanswered;
  return delay === undefined ? undefined : Math.max(delay, notBefore(work, purchaseId, attempt));
}

/** Returns for how many milliseconds after `AttemptStarted` a process may still be calling the vendor. */
export const silentFor = ({
  sendWithinMs,
  postTimeoutMs,
}: Pick<PurchaseWork, 'sendWithinMs' | 'postTimeoutMs'>): number => sendWithinMs + postTimeoutMs + 1;

export function notBefore(work: PurchaseWork, purchaseId: string, attempt: Attempt): number {
  const age = work.ages.since(purchaseId, attempt.startedAt, work.now().getTime());
  const known = work.vendors.get(attempt.vendor)?.capabilities.queryMinAgeMs ?? 0;
  const answered = attempt.standing === 'started' ? silentFor(work) : 0;
  return Math.max(0, known - age, answered - age);
}
