import { isYounger } from '../../contracts/stored-times.js';
import { lateSuccessPostings } from '../../ledger/posting-rules.js';
import type { QueryOutcome } from '../../vendors/vendor-adapter.js';
import type { RecordOutcome } from '../purchase.commands.js';
import type { AttemptReport, PurchaseEventDraft } from '../purchase.events.js';
import { type Attempt, expectedCostAt, type Purchase, undecided, VENDOR_DENIES } from '../purchase.state.js';
import { reviewRequired } from '../review/review.decider.js';

/** Failure code of an attempt when the order never reached the vendor. */
export const NEVER_ARRIVED = 'not-found';

export const ATTEMPTS_MAX = 3;
const UNREAD_MAX = 10;

type Outcome<Name extends QueryOutcome['outcome']> = Extract<QueryOutcome, { outcome: Name }>;
type Drafts = readonly PurchaseEventDraft[];

export function decideOutcome(command: RecordOutcome, purchase: Purchase): Drafts {
  const attempt = purchase.attempts.find(({ number }) => number === command.attempt);
  if (!attempt) return [];
  const decided = whatFollows(command, purchase, attempt);
  const drafts = decided.some(isLast) ? [...decided, ...othersQuestioned(purchase, attempt)] : decided;
  const { question } = attempt;
  if (!question) return drafts;
  const data = about(purchase, attempt);
  // Store `AttemptQuestioned` again after the answer to an earlier query, because any stored answer closes the
  // open question.
  if (command.question !== question.id)
    return drafts.length > 0 ? [...drafts, { type: 'AttemptQuestioned', data }] : [];
  return drafts.length === 0 && settlesQuestion(command, attempt)
    ? [{ type: 'AttemptConfirmed', data }]
    : drafts;
}

const isLast = ({ type, data }: PurchaseEventDraft): boolean =>
  type === 'AttemptFailed' ? data.nextVendor === undefined : LAST.has(type);

const LAST: ReadonlySet<PurchaseEventDraft['type']> = new Set<PurchaseEventDraft['type']>([
  'AttemptDelivered',
  'PartiallyDelivered',
  'VendorReversed',
  'LateSuccessDetected',
]);

const othersQuestioned = (purchase: Purchase, attempt: Attempt): Drafts =>
  purchase.attempts
    .filter((other) => other !== attempt && (undecided(other) || other.question))
    .map((other) => ({ type: 'AttemptQuestioned', data: about(purchase, other) }));

/** Unix ms at which the vendor was queried. */
const askedAtOf = ({ askedAt, now }: RecordOutcome): number => askedAt ?? now.getTime();

/**
 * Before `notFoundAfterMs`, the answer "not found" does not settle `AttemptQuestioned`, because a vendor may
 * register an order late.
 */
function settlesQuestion(command: RecordOutcome, attempt: Attempt): boolean {
  const { outcome, policy } = command;
  if (outcome.outcome === 'notFound' && undecided(attempt))
    return ageOf(command, attempt) >= policy.notFoundAfterMs;
  return CERTAIN.has(outcome.outcome);
}

const ageOf = (command: RecordOutcome, { startedAt }: Attempt): number =>
  command.elapsed?.sinceStartMs ?? askedAtOf(command) - startedAt;

const CERTAIN: ReadonlySet<QueryOutcome['outcome']> = new Set([
  'delivered',
  'partial',
  'reversed',
  'failed',
  'notFound',
]);

function whatFollows(command: RecordOutcome, purchase: Purchase, attempt: Attempt): Drafts {
  const { outcome } = command;
  switch (outcome.outcome) {
    case 'delivered':
    case 'partial':
      return delivered(purchase, attempt, outcome, command.sealed);
    case 'reversed':
      return reversed(purchase, attempt, outcome);
    case 'failed':
      return failed(purchase, attempt, outcome, command);
    case 'review':
      return review(purchase, attempt, outcome, unreadOf(command, attempt));
    case 'notFound':
      return notFound(purchase, attempt, outcome, command);
    case 'pending':
      return waits(purchase, attempt, 'pending', outcome, {
        type: 'AttemptPending',
        data: { ...about(purchase, attempt, outcome), code: outcome.code, ...unreadOf(command, attempt) },
      });
    case 'unknown':
      // After "not found", ignore an unanswered query, so that the next "not found" counts as the second in a
      // row.
      if (outcome.silent && attempt.standing === 'notFound') return [];
      return waits(purchase, attempt, 'unknown', outcome, {
        type: 'AttemptOutcomeUnknown',
        data: { ...about(purchase, attempt, outcome), reason: outcome.reason },
      });
  }
}

const unreadOf = (
  { sealedUnread: sealed }: RecordOutcome,
  { unread }: Attempt,
): { readonly sealed?: string } =>
  sealed === undefined || (unread?.times ?? 0) >= UNREAD_MAX ? {} : { sealed };

function about(
  { userId, purchaseId }: Purchase,
  attempt: Attempt,
  said: { vendorTransactionId?: string } = {},
): AttemptReport {
  const vendorTransactionId = said.vendorTransactionId ?? attempt.vendorTransactionId;
  const report = { userId, purchaseId, attempt: attempt.number, vendor: attempt.vendor };
  return vendorTransactionId === undefined ? report : { ...report, vendorTransactionId };
}

const afterReview = ({ review }: Purchase): { readonly reviewed?: true } =>
  review === 'required' ? { reviewed: true } : {};

/** When the purchase was refunded before, the delivery is our loss (`LateSuccessDetected`). */
function delivered(
  purchase: Purchase,
  attempt: Attempt,
  outcome: Outcome<'delivered' | 'partial'>,
  sealed: string | undefined,
): Drafts {
  const part = partOf(outcome);
  const cost = outcome.cost ?? expectedCostOf(purchase, attempt.vendor, part);
  const report = { ...about(purchase, attempt, outcome), cost: String(cost) };
  if (purchase.phase === 'open') {
    const data = { ...report, ...afterReview(purchase), ...(sealed !== undefined && { sealed }) };
    return [
      part ? { type: 'PartiallyDelivered', data: { ...data, ...part } } : { type: 'AttemptDelivered', data },
    ];
  }
  if (attempt.late || attempt.standing === 'delivered' || attempt.standing === 'reversed') return [];
  // Keep the codes that a reviewer has entered. The codes of a partial delivery do not replace them.
  if (settledByPerson(purchase, attempt))
    return sealed === undefined || (part && purchase.entered)
      ? []
      : [{ type: 'AttemptConfirmed', data: { ...about(purchase, attempt, outcome), sealed } }];
  const postings = lateSuccessPostings({ service: purchase.service, vendor: attempt.vendor, cost });
  return [{ type: 'LateSuccessDetected', data: { ...report, postings } }];
}

interface Part {
  readonly delivered: number;
  readonly of: number;
}

const partOf = (outcome: Outcome<'delivered' | 'partial'>): Part | undefined =>
  outcome.outcome === 'partial' && outcome.delivered < outcome.of
    ? { delivered: outcome.delivered, of: outcome.of }
    : undefined;

const expectedCostOf = (purchase: Purchase, vendor: number, part: Part | undefined): bigint => {
  const cost = BigInt(expectedCostAt(purchase, vendor));
  return part ? (cost * BigInt(part.delivered)) / BigInt(part.of) : cost;
};

const decidedByPerson = ({ decision, attempts }: Purchase, attempt: Attempt): boolean =>
  decision !== undefined && attempt.number === attempts.length;

const settledByPerson = (purchase: Purchase, attempt: Attempt): boolean =>
  purchase.decision === 'delivered' && decidedByPerson(purchase, attempt);

function reversed(purchase: Purchase, attempt: Attempt, outcome: Outcome<'reversed'>): Drafts {
  const { code } = outcome;
  const report = about(purchase, attempt, outcome);
  if (purchase.phase === 'open')
    return undecided(attempt)
      ? [
          {
            type: 'AttemptFailed',
            data: { ...report, ...afterReview(purchase), code, blame: 'biller', charged: false },
          },
        ]
      : [];
  const took = attempt.standing === 'delivered' && !attempt.late;
  if (purchase.phase !== 'delivered' || !(took || settledByPerson(purchase, attempt))) return [];
  return [
    {
      type: 'VendorReversed',
      data: { ...report, code, cost: attempt.cost ?? expectedCostAt(purchase, attempt.vendor) },
    },
  ];
}

function failed(
  purchase: Purchase,
  attempt: Attempt,
  outcome: Outcome<'failed'>,
  command: RecordOutcome,
): Drafts {
  if (purchase.phase !== 'open' || !undecided(attempt)) return [];
  const { code, blame, fault, charged } = outcome;
  const data = {
    ...about(purchase, attempt),
    ...afterReview(purchase),
    code,
    blame,
    ...(fault !== undefined && { fault }),
    charged,
  };
  const next = mayFailOver(purchase, attempt, outcome, command) ? command.otherVendor : undefined;
  return [{ type: 'AttemptFailed', data: next === undefined ? data : { ...data, nextVendor: next } }];
}

/**
 * True when the order may be sent to a second vendor. False when the first vendor said "pending",
 * did not answer, or gave an unclear answer, because it may still deliver. False for every
 * `transfer`, because both providers could pay.
 */
export function mayFailOver(
  purchase: Purchase,
  attempt: Attempt,
  { blame }: Pick<Outcome<'failed'>, 'blame'>,
  { now, policy }: Pick<RecordOutcome, 'now' | 'policy'>,
): boolean {
  return (
    purchase.service !== 'transfer' &&
    blame !== 'input' &&
    attempt.standing === 'started' &&
    purchase.review === 'none' &&
    purchase.attempts.length < ATTEMPTS_MAX &&
    isYounger(purchase.openedAt, now.getTime(), policy.failoverWithinMs)
  );
}

/** Stores `vendorTransactionId`, because some vendors can be queried only by this id. */
function review(
  purchase: Purchase,
  attempt: Attempt,
  outcome: Outcome<'review'>,
  unread: { readonly sealed?: string },
): Drafts {
  if (!undecided(attempt)) return [];
  const reason = `vendor-${outcome.code}`;
  const unknown: Extract<PurchaseEventDraft, { readonly type: 'AttemptOutcomeUnknown' }> = {
    type: 'AttemptOutcomeUnknown',
    data: { ...about(purchase, attempt, outcome), reason, ...unread },
  };
  if (purchase.phase !== 'open' || purchase.review !== 'none')
    return waits(purchase, attempt, 'unknown', outcome, unknown);
  const required = reviewRequired(purchase, attempt.number, reason);
  return tellsId(outcome, attempt) || unread.sealed !== undefined ? [unknown, required] : [required];
}

/**
 * Releases the held money after two "not found" answers in a row. At the second answer, the attempt
 * must be older than `notFoundAfterMs`, and `notFoundSpacingMs` must have passed since the first
 * answer.
 */
function notFound(
  purchase: Purchase,
  attempt: Attempt,
  { code, found, othersFailed }: Outcome<'notFound'>,
  command: RecordOutcome,
): Drafts {
  const { sealed } = command;
  if (purchase.phase !== 'open' || !undecided(attempt)) return [];
  if (attempt.notFoundSince === undefined)
    return [{ type: 'AttemptNotFound', data: { ...about(purchase, attempt), code } }];
  if (!provenAbsent(attempt, attempt.notFoundSince, command)) return [];
  if (found) return delivered(purchase, attempt, found, sealed);
  if (attempt.acknowledged && !othersFailed)
    return purchase.review === 'none' ? [reviewRequired(purchase, attempt.number, VENDOR_DENIES)] : [];
  return [
    {
      type: 'AttemptFailed',
      data: {
        ...about(purchase, attempt),
        ...afterReview(purchase),
        code: NEVER_ARRIVED,
        blame: 'ourAccount',
        charged: false,
      },
    },
  ];
}

function provenAbsent(attempt: Attempt, since: number, command: RecordOutcome): boolean {
  const { policy, elapsed } = command;
  const spacing = elapsed?.sinceNotFoundMs ?? askedAtOf(command) - since;
  return ageOf(command, attempt) >= policy.notFoundAfterMs && spacing >= policy.notFoundSpacingMs;
}

/**
 * Stores the answer "pending" or "unknown", but only when the answer contains something new.
 * Otherwise, the hourly queries would make the stream grow for ever.
 */
function waits(
  purchase: Purchase,
  attempt: Attempt,
  standing: 'pending' | 'unknown',
  said: { vendorTransactionId?: string },
  draft: Extract<PurchaseEventDraft, { readonly type: 'AttemptPending' | 'AttemptOutcomeUnknown' }>,
): Drafts {
  if (!undecided(attempt)) return [];
  const handsOver = draft.data.sealed !== undefined;
  // After a reviewer's decision, store a vendor's answer only when it contains a text that could not be read.
  // This text may contain a token or pin that the customer needs.
  if (purchase.phase !== 'open') return handsOver && decidedByPerson(purchase, attempt) ? [draft] : [];
  const news = attempt.standing !== standing || tellsId(said, attempt) || handsOver;
  return news ? [draft] : [];
}

const tellsId = ({ vendorTransactionId: id }: { vendorTransactionId?: string }, attempt: Attempt): boolean =>
  id !== undefined && id !== attempt.vendorTransactionId;
