import { RuleBroken } from '../contracts/errors.js';
import type {
  AdoptAttempts,
  OpenPurchase,
  PurchaseCommand,
  QuestionAttempt,
  StartAttempt,
} from './purchase.commands.js';
import type { PurchaseEventDraft } from './purchase.events.js';
import { decideOutcome } from './outcome/outcome.decider.js';
import { currentAttempt, type Purchase } from './purchase.state.js';
import { requireReview, resolveReview } from './review/review.decider.js';

/** Returns no events when the purchase does not change. */
export function decide(
  command: PurchaseCommand,
  purchase: Purchase | undefined,
): readonly PurchaseEventDraft[] {
  if (command.type === 'OpenPurchase') return purchase ? [] : open(command);
  if (!purchase) throw new RuleBroken('TRANSACTION_NOT_FOUND');
  switch (command.type) {
    case 'StartAttempt':
      return start(command, purchase);
    case 'AdoptAttempts':
      return adopt(command, purchase);
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

const FAILED_BEFORE_RESTORE = 'failed-before-restore';

function adopt({ after, lost }: AdoptAttempts, purchase: Purchase): readonly PurchaseEventDraft[] {
  const { userId, purchaseId, phase, attempts, nextVendor } = purchase;
  const last = currentAttempt(purchase);
  const follows = nextVendor === undefined ? last?.standing === 'started' : nextVendor === lost[0]?.vendor;
  if (phase !== 'open' || attempts.length !== after || !follows) return [];
  let before = nextVendor === undefined ? last?.vendor : undefined;
  return lost.flatMap(({ vendor, vendorReference }, index): PurchaseEventDraft[] => {
    const about = { userId, purchaseId };
    const attempt = after + 1 + index;
    const started = { type: 'AttemptStarted', data: { ...about, attempt, vendor, vendorReference } } as const;
    const failed = before === undefined ? undefined : { ...about, attempt: attempt - 1, vendor: before };
    before = vendor;
    if (!failed) return [started];
    const why = { code: FAILED_BEFORE_RESTORE, blame: 'ourAccount', charged: false } as const;
    return [{ type: 'AttemptFailed', data: { ...failed, ...why, nextVendor: vendor } }, started];
  });
}

/**
 * Stores `AttemptQuestioned`, even when a query is already planned. The answer to a running query
 * may be older than the vendor's report.
 */
function question({ attempt: number }: QuestionAttempt, purchase: Purchase): readonly PurchaseEventDraft[] {
  const attempt = purchase.attempts.find((each) => each.number === number);
  if (!attempt || attempt.standing === 'reversed' || attempt.late) return [];
  const { userId, purchaseId } = purchase;
  return [
    { type: 'AttemptQuestioned', data: { userId, purchaseId, attempt: number, vendor: attempt.vendor } },
  ];
}
