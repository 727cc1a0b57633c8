import { RuleBroken } from '../../contracts/errors.js';
import type { RequireReview, ResolveReview } from '../purchase.commands.js';
import type { PurchaseEventDraft } from '../purchase.events.js';
import { currentAttempt, type Purchase } from '../purchase.state.js';

/** Hands the purchase to a person, with what that person is shown of it. `attempt` is 0 when nothing was sent yet. */
export function reviewRequired(purchase: Purchase, attempt: number, why: string): PurchaseEventDraft {
  const { userId, purchaseId, reference, service, product, amount, price, nextVendor } = purchase;
  const vendor = currentAttempt(purchase)?.vendor ?? nextVendor ?? 0;
  const openedAt = new Date(purchase.openedAt).toISOString();
  const order = { reference, service, product, amount, price, vendor, openedAt };
  return { type: 'ReviewRequired', data: { userId, purchaseId, attempt, why, order } };
}

/** What is about to be sent is not stuck at a vendor, however old it is. */
export function requireReview(
  { why, now, policy }: RequireReview,
  purchase: Purchase,
): readonly PurchaseEventDraft[] {
  if (!mayBeReviewed(purchase) || (why === 'open-too-long' && !isOpenTooLong(purchase, now, policy)))
    return [];
  return [reviewRequired(purchase, purchase.attempts.length, why)];
}

/** Nobody has to look at it yet, and nothing has become of it. */
const mayBeReviewed = ({ phase, review }: Purchase): boolean => phase === 'open' && review === 'none';

/** Whether a person must look for its age alone. What waits to be sent is not stuck at a vendor: it is sent, however late. */
export const isOpenTooLong = (
  purchase: Purchase,
  now: Date,
  { reviewAfterMs }: Pick<RequireReview['policy'], 'reviewAfterMs'>,
): boolean =>
  mayBeReviewed(purchase) &&
  purchase.nextVendor === undefined &&
  now.getTime() - purchase.openedAt >= reviewAfterMs;

/** Idempotent for the same decision. Refused while the vendor's first answer may still arrive. */
export function resolveReview(
  { decision, reason }: ResolveReview,
  purchase: Purchase,
): readonly PurchaseEventDraft[] {
  if (purchase.review === 'resolved' && purchase.decision === decision && purchase.phase !== 'reversed')
    return [];
  if (purchase.phase !== 'open')
    throw new RuleBroken('PURCHASE_SETTLED', {
      how: purchase.decision === undefined ? 'the vendor has answered' : 'somebody has decided',
    });
  const last = currentAttempt(purchase);
  if (purchase.review !== 'required' || last?.standing === 'started') throw new RuleBroken('REVIEW_NOT_OPEN');
  const { userId, purchaseId, expectedCost, nextVendor } = purchase;
  const vendor = last?.vendor ?? nextVendor ?? 0;
  const data = { userId, purchaseId, attempt: last?.number ?? 0, vendor, decision, reason };
  return [{ type: 'ReviewResolved', data: { ...data, cost: decision === 'delivered' ? expectedCost : '0' } }];
}
