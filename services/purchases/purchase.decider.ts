import { RuleBroken } from '../contracts/errors.js';
import type {
  OpenPurchase,
  PurchaseCommand,
  QuestionAttempt,
  RequireReview,
  ResolveReview,
  StartAttempt,
} from './purchase.commands.js';
import type { PurchaseEventDraft } from './purchase.events.js';
import { decideOutcome } from './outcome.decider.js';
import { currentAttempt, type Purchase } from './purchase.state.js';

/** Says what happens, `[]` when it has happened already or must not happen. The first terminal event wins. */
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
      return resolve(command, purchase);
  }
}

function open({ order, vendorReference }: OpenPurchase): readonly PurchaseEventDraft[] {
  const opened: PurchaseEventDraft = { type: 'PurchaseOpened', data: order };
  if (vendorReference === undefined) return [opened];
  const { userId, purchaseId, vendor } = order;
  const data = { userId, purchaseId, attempt: 1, vendor, vendorReference };
  return [opened, { type: 'AttemptStarted', data }];
}

/** Only the attempt that is due, only while nobody has to decide, and only once: the number names the revision. */
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

/** Stored even while the timers ask: an answer that is under way may be older. Nothing where no answer can change anything. */
function question({ attempt: number }: QuestionAttempt, purchase: Purchase): readonly PurchaseEventDraft[] {
  const attempt = purchase.attempts.find((each) => each.number === number);
  if (!attempt || attempt.standing === 'reversed' || attempt.late) return [];
  const { userId, purchaseId } = purchase;
  return [
    { type: 'AttemptQuestioned', data: { userId, purchaseId, attempt: number, vendor: attempt.vendor } },
  ];
}

/** What is about to be sent is not stuck at a vendor, however old it is. */
function requireReview(
  { why, now, policy }: RequireReview,
  purchase: Purchase,
): readonly PurchaseEventDraft[] {
  if (purchase.phase !== 'open' || purchase.review !== 'none') return [];
  const tooLong =
    purchase.nextVendor === undefined && now.getTime() - purchase.openedAt >= policy.reviewAfterMs;
  if (why === 'open-too-long' && !tooLong) return [];
  const { userId, purchaseId, attempts } = purchase;
  return [{ type: 'ReviewRequired', data: { userId, purchaseId, attempt: attempts.length, why } }];
}

/** Idempotent for the same decision. Refused while the vendor's first answer may still arrive. */
function resolve({ decision, reason }: ResolveReview, purchase: Purchase): readonly PurchaseEventDraft[] {
  if (purchase.review === 'resolved' && purchase.decision === decision && purchase.phase !== 'reversed')
    return [];
  if (purchase.phase !== 'open') throw new RuleBroken('PURCHASE_SETTLED');
  const last = currentAttempt(purchase);
  if (purchase.review !== 'required' || last?.standing === 'started') throw new RuleBroken('REVIEW_NOT_OPEN');
  const { userId, purchaseId, expectedCost, nextVendor } = purchase;
  const vendor = last?.vendor ?? nextVendor ?? 0;
  const data = { userId, purchaseId, attempt: last?.number ?? 0, vendor, decision, reason };
  return [{ type: 'ReviewResolved', data: { ...data, cost: decision === 'delivered' ? expectedCost : '0' } }];
}
