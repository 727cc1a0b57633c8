import { RuleBroken } from '../contracts/errors.js';
import type { OpenPurchase, PurchaseCommand, QuestionAttempt, StartAttempt } from './purchase.commands.js';
import type { PurchaseEventDraft } from './purchase.events.js';
import { decideOutcome } from './outcome/outcome.decider.js';
import type { Purchase } from './purchase.state.js';
import { requireReview, resolveReview } from './review/review.decider.js';

/** Decides the events, `[]` when there is nothing to do. The first terminal event wins. */
export function decide(
  command: PurchaseCommand,
  purchase: Purchase | undefined,
): readonly PurchaseEventDraft[] {
  if (command.type === 'OpenPurchase') return purchase ? [] : open(command);
  if (!purchase) throw new RuleBroken('TRANSACTION_NOT_FOUND');
  switch (command.type) {
    case 'StartAttempt':
      return start(command, purchase);
    case 'RecordOutcome':
      return decideOutcome(command, purchase);
    case 'QuestionAttempt':
      return question(command, purchase);
    case 'RequireReview':
      return requireReview(command, purchase);
    case 'ResolveReview':
      return resolveReview(command, purchase);
  }
}

function open({ order, vendorReference }: OpenPurchase): readonly PurchaseEventDraft[] {
  const opened: PurchaseEventDraft = { type: 'PurchaseOpened', data: order };
  if (vendorReference === undefined) return [opened];
  const { userId, purchaseId, vendor } = order;
  const data = { userId, purchaseId, attempt: 1, vendor, vendorReference };
  return [opened, { type: 'AttemptStarted', data }];
}

/** Starts an attempt only while the attempt is due at `nextVendor`. Otherwise returns no events. */
function start(
  { attempt, vendor, vendorReference }: StartAttempt,
  purchase: Purchase,
): readonly PurchaseEventDraft[] {
  const { userId, purchaseId, attempts, nextVendor } = purchase;
  const due =
    purchase.phase === 'open' &&
    purchase.review === 'none' &&
    nextVendor === vendor &&
    attempt === attempts.length + 1;
  return due
    ? [{ type: 'AttemptStarted', data: { userId, purchaseId, attempt, vendor, vendorReference } }]
    : [];
}

/**
 * Stores the question even during the requery schedule, because an answer under way may predate the
 * report. Stores nothing when no answer can change the purchase.
 */
function question({ attempt: number }: QuestionAttempt, purchase: Purchase): readonly PurchaseEventDraft[] {
  const attempt = purchase.attempts.find((each) => each.number === number);
  if (!attempt || attempt.standing === 'reversed' || attempt.late) return [];
  const { userId, purchaseId } = purchase;
  return [
    { type: 'AttemptQuestioned', data: { userId, purchaseId, attempt: number, vendor: attempt.vendor } },
  ];
}
