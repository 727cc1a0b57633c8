import { RuleBroken } from '../../contracts/errors.js';
import { isYounger } from '../../contracts/stored-times.js';
import { productOf } from '../../contracts/services.js';
import { handedOver } from '../../products/products.js';
import type { EnteredArtefacts, RequireReview, ResolveReview } from '../purchase.commands.js';
import type { PurchaseEventDraft } from '../purchase.events.js';
import { currentAttempt, expectedCostAt, type Purchase } from '../purchase.state.js';

export function reviewRequired(purchase: Purchase, attempt: number, why: string): PurchaseEventDraft {
  const { userId, purchaseId, reference, service, product, amount, price, nextVendor } = purchase;
  const vendor = currentAttempt(purchase)?.vendor ?? nextVendor ?? 0;
  const openedAt = new Date(purchase.openedAt).toISOString();
  const order = { reference, service, product, amount, price, vendor, openedAt };
  return { type: 'ReviewRequired', data: { userId, purchaseId, attempt, why, order } };
}

export function requireReview(
  { why, now, policy }: RequireReview,
  purchase: Purchase,
): readonly PurchaseEventDraft[] {
  if (!mayBeReviewed(purchase) || (why === 'open-too-long' && !isOpenTooLong(purchase, now, policy)))
    return [];
  return [reviewRequired(purchase, purchase.attempts.length, why)];
}

const mayBeReviewed = ({ phase, review }: Purchase): boolean => phase === 'open' && review === 'none';

/**
 * True when the purchase has been open long enough for a review. Also true when the start time lies
 * in the future, because the real age is then unknown.
 */
export const isOpenTooLong = (
  purchase: Purchase,
  now: Date,
  { reviewAfterMs }: Pick<RequireReview['policy'], 'reviewAfterMs'>,
): boolean =>
  mayBeReviewed(purchase) &&
  purchase.nextVendor === undefined &&
  !isYounger(purchase.openedAt, now.getTime(), reviewAfterMs);

/** When the same decision comes a second time, nothing changes. */
export function resolveReview(
  { decision, reason, entered, uncounted }: ResolveReview,
  purchase: Purchase,
): readonly PurchaseEventDraft[] {
  if (entered) requireFitting(entered, decision, purchase);
  if (purchase.review === 'resolved' && purchase.decision === decision && purchase.phase !== 'reversed')
    return [];
  if (purchase.phase !== 'open')
    throw new RuleBroken('PURCHASE_SETTLED', {
      how: purchase.decision === undefined ? 'the vendor has answered' : 'somebody has decided',
    });
  const last = currentAttempt(purchase);
  if (uncounted || purchase.review !== 'required' || last?.standing === 'started')
    throw new RuleBroken('REVIEW_NOT_OPEN');
  const { userId, purchaseId, nextVendor } = purchase;
  const vendor = last?.vendor ?? nextVendor ?? 0;
  const data = { userId, purchaseId, attempt: last?.number ?? 0, vendor, decision, reason };
  const cost = decision === 'delivered' ? expectedCostAt(purchase, vendor) : '0';
  const sealed = entered?.sealed;
  return [{ type: 'ReviewResolved', data: { ...data, cost, ...(sealed !== undefined && { sealed }) } }];
}

/** @throws RuleBroken VALIDATION_FAILED when the purchase cannot have the entered tokens or pins */
function requireFitting(
  { kind, count }: EnteredArtefacts,
  decision: ResolveReview['decision'],
  purchase: Purchase,
): void {
  const product = productOf(purchase.product);
  const refuse = (reason: string): never => {
    throw new RuleBroken('VALIDATION_FAILED', { field: kind, reason });
  };
  if (decision !== 'delivered') refuse('must not be sent with a refund');
  if (handedOver(product) !== kind)
    refuse(kind === 'tokens' ? 'only prepaid electricity has tokens' : 'only exam pins have pins');
  if (product.service === 'exams' && count > product.quantity)
    refuse(`must be at most ${product.quantity}, as many as were bought`);
}
