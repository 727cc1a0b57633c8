import { lateSuccessPostings } from '../../ledger/posting-rules.js';
import type { QueryOutcome } from '../../vendors/vendor-adapter.js';
import type { OutcomePolicy, RecordOutcome } from '../purchase.commands.js';
import type { AttemptReport, PurchaseEventDraft } from '../purchase.events.js';
import { type Attempt, type Purchase, undecided, VENDOR_DENIES } from '../purchase.state.js';
import { reviewRequired } from '../review/review.decider.js';

/** Code of an attempt that the vendor does not know, for good. */
export const NEVER_ARRIVED = 'not-found';

/** Another vendor is tried only this often. */
const FAILOVERS_MAX = 2;

type Outcome<Name extends QueryOutcome['outcome']> = Extract<QueryOutcome, { outcome: Name }>;
type Drafts = readonly PurchaseEventDraft[];

/** What a vendor's answer means for the purchase, given everything that was known before it. */
export function decideOutcome(command: RecordOutcome, purchase: Purchase): Drafts {
  const attempt = purchase.attempts.find(({ number }) => number === command.attempt);
  if (!attempt) return [];
  const decided = whatFollows(command, purchase, attempt);
  const drafts = decided.some(isLast) ? [...decided, ...othersQuestioned(purchase, attempt)] : decided;
  const { questionedAt } = attempt;
  if (questionedAt === undefined) return drafts;
  const data = about(purchase, attempt);
  // An answer from before the question does not answer it.
  if (askedAtOf(command) < questionedAt)
    return drafts.length > 0 ? [...drafts, { type: 'AttemptQuestioned', data }] : [];
  return drafts.length === 0 && settlesQuestion(command, attempt)
    ? [{ type: 'AttemptConfirmed', data }]
    : drafts;
}

/** Whether nobody looks at the purchase any more after it (`PendingPurchases`), unless a question follows. */
const isLast = ({ type, data }: PurchaseEventDraft): boolean =>
  type === 'AttemptFailed' ? data.nextVendor === undefined : LAST.has(type);

const LAST: ReadonlySet<PurchaseEventDraft['type']> = new Set<PurchaseEventDraft['type']>([
  'AttemptDelivered',
  'PartiallyDelivered',
  'VendorReversed',
  'LateSuccessDetected',
]);

/**
 * Of two vendors one may deliver after the other has, and one may have told us that something became of its attempt: that is asked
 * about until it is decided too.
 */
const othersQuestioned = (purchase: Purchase, attempt: Attempt): Drafts =>
  purchase.attempts
    .filter((other) => other !== attempt && (undecided(other) || other.questionedAt !== undefined))
    .map((other) => ({ type: 'AttemptQuestioned', data: about(purchase, other) }));

/** When the vendor was asked, milliseconds since 1970: its answer may have waited here for long, in a process that stood still. */
const askedAtOf = ({ askedAt, now }: RecordOutcome): number => askedAt ?? now.getTime();

/** A vendor that does not know an attempt which is undecided may still get to know it, while that is young. */
function settlesQuestion(command: RecordOutcome, attempt: Attempt): boolean {
  const { outcome, policy } = command;
  if (outcome.outcome === 'notFound' && undecided(attempt))
    return askedAtOf(command) - attempt.startedAt >= policy.notFoundAfterMs;
  return CERTAIN.has(outcome.outcome);
}

/** Answers after which a question is not asked again. */
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
      return review(purchase, attempt, outcome);
    case 'notFound':
      return notFound(purchase, attempt, outcome, command);
    case 'pending':
      return waits(purchase, attempt, 'pending', outcome, {
        type: 'AttemptPending',
        data: { ...about(purchase, attempt, outcome), code: outcome.code },
      });
    case 'unknown':
      // No answer does not come between two answers that the vendor does not know it.
      if (outcome.silent && attempt.standing === 'notFound') return [];
      return waits(purchase, attempt, 'unknown', outcome, {
        type: 'AttemptOutcomeUnknown',
        data: { ...about(purchase, attempt, outcome), reason: outcome.reason },
      });
  }
}

function about(
  { userId, purchaseId }: Purchase,
  attempt: Attempt,
  said: { vendorTransactionId?: string } = {},
): AttemptReport {
  const vendorTransactionId = said.vendorTransactionId ?? attempt.vendorTransactionId;
  const report = { userId, purchaseId, attempt: attempt.number, vendor: attempt.vendor };
  return vendorTransactionId === undefined ? report : { ...report, vendorTransactionId };
}

/** Says that a person need not decide any more; nothing where nobody was asked. */
const afterReview = ({ review }: Purchase): { readonly reviewed?: true } =>
  review === 'required' ? { reviewed: true } : {};

/** Settles an open purchase. After the money went back, or after another attempt delivered, it is our loss, once. */
function delivered(
  purchase: Purchase,
  attempt: Attempt,
  outcome: Outcome<'delivered' | 'partial'>,
  sealed: string | undefined,
): Drafts {
  const part = partOf(outcome);
  const cost = outcome.cost ?? expectedCostOf(purchase, part);
  const report = { ...about(purchase, attempt, outcome), cost: String(cost) };
  if (purchase.phase === 'open') {
    const data = { ...report, ...afterReview(purchase), ...(sealed !== undefined && { sealed }) };
    return [
      part ? { type: 'PartiallyDelivered', data: { ...data, ...part } } : { type: 'AttemptDelivered', data },
    ];
  }
  if (attempt.late || attempt.standing === 'delivered' || attempt.standing === 'reversed') return [];
  // The money is where it belongs; what was handed over the customer does not have yet.
  if (settledByPerson(purchase, attempt))
    return sealed === undefined
      ? []
      : [{ type: 'AttemptConfirmed', data: { ...about(purchase, attempt, outcome), sealed } }];
  const postings = lateSuccessPostings({ service: purchase.service, vendor: attempt.vendor, cost });
  return [{ type: 'LateSuccessDetected', data: { ...report, postings } }];
}

interface Part {
  readonly delivered: number;
  readonly of: number;
}

/** undefined when everything arrived. */
const partOf = (outcome: Outcome<'delivered' | 'partial'>): Part | undefined =>
  outcome.outcome === 'partial' && outcome.delivered < outcome.of
    ? { delivered: outcome.delivered, of: outcome.of }
    : undefined;

const expectedCostOf = ({ expectedCost }: Purchase, part: Part | undefined): bigint =>
  part ? (BigInt(expectedCost) * BigInt(part.delivered)) / BigInt(part.of) : BigInt(expectedCost);

/** A person said of this very attempt that it delivered: the vendor only confirms it. */
const settledByPerson = ({ decision, attempts }: Purchase, attempt: Attempt): boolean =>
  decision === 'delivered' && attempt.number === attempts.length;

/** Before a delivery: a failure that is refundable. After it: the delivery is taken back. */
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
  return [{ type: 'VendorReversed', data: { ...report, code, cost: attempt.cost ?? purchase.expectedCost } }];
}

function failed(
  purchase: Purchase,
  attempt: Attempt,
  outcome: Outcome<'failed'>,
  command: RecordOutcome,
): Drafts {
  if (purchase.phase !== 'open' || !undecided(attempt)) return [];
  const { code, blame, charged } = outcome;
  const data = { ...about(purchase, attempt), ...afterReview(purchase), code, blame, charged };
  const next = mayFailOver(purchase, attempt, outcome, command) ? command.otherVendor : undefined;
  return [{ type: 'AttemptFailed', data: next === undefined ? data : { ...data, nextVendor: next } }];
}

/**
 * Never once the vendor was pending, silent or unsure: then it may have taken the order. Money for a bank account is
 * never sent through another provider: of two of them, nobody could prove that it went once.
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
    purchase.attempts.length <= FAILOVERS_MAX &&
    now.getTime() - purchase.openedAt < policy.failoverWithinMs
  );
}

/** The vendor wants a person to look: neither success nor failure. Its number for the order is kept: some know it by nothing else. */
function review(purchase: Purchase, attempt: Attempt, outcome: Outcome<'review'>): Drafts {
  if (purchase.phase !== 'open' || !undecided(attempt)) return [];
  const reason = `vendor-${outcome.code}`;
  const unknown: PurchaseEventDraft = {
    type: 'AttemptOutcomeUnknown',
    data: { ...about(purchase, attempt, outcome), reason },
  };
  if (purchase.review !== 'none') return waits(purchase, attempt, 'unknown', outcome, unknown);
  const required = reviewRequired(purchase, attempt.number, reason);
  return tellsId(outcome, attempt) ? [unknown, required] : [required];
}

/**
 * The not-found rule: old enough, and twice in a row far enough apart. Then the money goes back and nothing is sent again. A vendor
 * that said before that it has the order contradicts itself: a person decides, and the money is held until then.
 */
function notFound(
  purchase: Purchase,
  attempt: Attempt,
  { code, found, othersFailed }: Outcome<'notFound'>,
  command: RecordOutcome,
): Drafts {
  const { policy, sealed } = command;
  if (purchase.phase !== 'open' || !undecided(attempt)) return [];
  if (attempt.notFoundSince === undefined)
    return [{ type: 'AttemptNotFound', data: { ...about(purchase, attempt), code } }];
  if (!provenAbsent(attempt, attempt.notFoundSince, askedAtOf(command), policy)) return [];
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

const provenAbsent = (attempt: Attempt, since: number, askedAt: number, policy: OutcomePolicy): boolean =>
  askedAt - attempt.startedAt >= policy.notFoundAfterMs && askedAt - since >= policy.notFoundSpacingMs;

/** Nothing decided. Stored only when it is news, so that asking every hour does not grow the stream. */
function waits(
  purchase: Purchase,
  attempt: Attempt,
  standing: 'pending' | 'unknown',
  said: { vendorTransactionId?: string },
  draft: PurchaseEventDraft,
): Drafts {
  if (purchase.phase !== 'open' || !undecided(attempt)) return [];
  return attempt.standing === standing && !tellsId(said, attempt) ? [] : [draft];
}

/** Whether the vendor's number for the order is news. */
const tellsId = ({ vendorTransactionId: id }: { vendorTransactionId?: string }, attempt: Attempt): boolean =>
  id !== undefined && id !== attempt.vendorTransactionId;
