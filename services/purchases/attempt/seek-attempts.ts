import { productOf } from '../../contracts/services.js';
import type { AskedAttempt, QueryOutcome } from '../../vendors/vendor-adapter.js';
import { attemptPart } from '../accept/references.js';
import { ATTEMPTS_MAX } from '../outcome/outcome.decider.js';
import { recordOutcome, requireReview } from '../outcome/record-outcome.js';
import { openQuestion, type PurchaseWork, WORKER } from '../purchase-work.js';
import type { Purchase } from '../purchase.state.js';
import type { LostAttempts } from './lost-attempts.js';
import { query } from './query-vendor.js';

const DAY_MS = 86_400_000;

interface Candidate {
  readonly number: number;
  readonly vendor: number;
  readonly references: readonly string[];
}

interface Answer extends Candidate {
  readonly vendorReference: string;
  readonly said: 'known' | 'failed' | 'absent' | 'unclear' | 'cannot-be-asked';
  readonly outcome: QueryOutcome;
  readonly askedAt: Date;
}

export type Sought = 'found' | 'none' | 'unclear';

/**
 * Searches for attempts that are missing in a restored log. Asks each vendor that may have received the
 * order, with each reference that the order may have. When a vendor knows the order, stores the missing
 * attempt and the vendor's answer.
 */
export async function seekAttempts(work: PurchaseWork, purchase: Purchase): Promise<Sought> {
  const { lost, policy, vault } = work;
  const { purchaseId, userId } = purchase;
  if (!lost || lost.wait(purchaseId, policy) > 0) return 'unclear';
  const loading = vault.loadKeys([userId]);
  if (loading) await loading;
  const request = openQuestion(vault, purchase);
  const answers = await Promise.all(
    candidatesOf(work, lost, purchase).map((candidate) => ask(work, candidate, request)),
  );
  const known = answers.find(({ said }) => said === 'known');
  if (known) return adopt(work, purchase, known, answers);
  if (answers.some(({ said }) => said === 'unclear')) {
    lost.unclear(purchaseId);
    return 'unclear';
  }
  if (!lost.notFound(purchaseId, policy)) return 'unclear';
  const failed = answers.findLast(({ said }) => said === 'failed');
  const silent = answers.filter(({ said }) => said === 'cannot-be-asked');
  if (silent.some(({ vendor }) => vendor === purchase.nextVendor)) {
    await requireReview(work, purchaseId, 'vendor-cannot-be-asked');
    lost.ruleOut(purchaseId);
    return 'unclear';
  }
  // Do not refund the purchase yet. Some vendors cannot be asked, so an administrator must first
  // look at the statements of these vendors.
  const wouldRefund = failed !== undefined || purchase.nextVendor === undefined;
  if (silent.length > 0 && wouldRefund && lost.held) return 'unclear';
  if (failed) return adopt(work, purchase, failed, answers);
  lost.ruleOut(purchaseId);
  return 'none';
}

/** Returns the vendors that may have received the order, `nextVendor` first. */
function candidatesOf(work: PurchaseWork, lost: LostAttempts, purchase: Purchase): Candidate[] {
  const { attempts, nextVendor, purchaseId, service } = purchase;
  const candidates: Candidate[] = [];
  const add = (number: number, vendor: number): void => {
    const references = referencesOf(work, vendor, purchase, attemptPart(purchaseId, number), lost.before);
    candidates.push({ number, vendor, references });
  };
  let number = attempts.length + 1;
  if (nextVendor !== undefined) add(number++, nextVendor);
  if (service === 'transfer') return candidates;
  const others = othersOf(lost, purchase);
  for (let used = 1; number <= ATTEMPTS_MAX && used <= others.length; number += 1, used += 1)
    for (const vendor of others) add(number, vendor);
  return candidates;
}

const othersOf = (lost: LostAttempts, { attempts, nextVendor, product }: Purchase): readonly number[] =>
  lost
    .sellers(productOf(product))
    .filter((vendor) => vendor !== nextVendor && !attempts.some((attempt) => attempt.vendor === vendor));

function referencesOf(
  { vendors }: Pick<PurchaseWork, 'vendors'>,
  vendor: number,
  { acceptedAt }: Purchase,
  uniquePart: string,
  before: number,
): readonly string[] {
  const adapter = vendors.get(vendor);
  if (!adapter) return [];
  const references = new Set<string>();
  for (let sentAt = acceptedAt; ; sentAt = Math.min(sentAt + DAY_MS, before)) {
    references.add(adapter.mintReference(new Date(acceptedAt), new Date(sentAt), uniquePart));
    if (sentAt >= before) return [...references];
  }
}

async function ask(
  work: PurchaseWork,
  candidate: Candidate,
  request: AskedAttempt['request'],
): Promise<Answer> {
  const adapter = work.vendors.get(candidate.vendor);
  let answer: Answer = {
    ...candidate,
    vendorReference: '',
    said: adapter?.capabilities.queryByClientReference ? 'absent' : 'cannot-be-asked',
    outcome: { outcome: 'unknown', reason: 'not asked' },
    askedAt: work.now(),
  };
  if (!adapter || answer.said !== 'absent') return answer;
  for (const vendorReference of candidate.references) {
    const askedAt = work.now();
    const outcome = await query(work, adapter, { vendorReference, request });
    const said = saidBy(outcome);
    if (WEIGHT[said] <= WEIGHT[answer.said]) continue;
    answer = { ...candidate, vendorReference, said, outcome, askedAt };
    if (said === 'known') break;
  }
  return answer;
}

const WEIGHT = { 'cannot-be-asked': 0, 'absent': 0, 'failed': 1, 'unclear': 2, 'known': 3 } as const; // prettier-ignore

function saidBy(outcome: QueryOutcome): Exclude<Answer['said'], 'cannot-be-asked'> {
  switch (outcome.outcome) {
    case 'unknown':
      return 'unclear';
    case 'failed':
      return 'failed';
    case 'notFound':
      return outcome.found || outcome.othersFailed ? 'known' : 'absent';
    default:
      return 'known';
  }
}

async function adopt(
  work: PurchaseWork,
  purchase: Purchase,
  { number, vendor, vendorReference, outcome, askedAt }: Answer,
  answers: readonly Answer[],
): Promise<Sought> {
  const { purchaseId, attempts, nextVendor } = purchase;
  const lost: { vendor: number; vendorReference: string }[] = [];
  for (let before = attempts.length + 1; before < number; before += 1) {
    const free = answers.filter(
      (each) =>
        each.number === before && each.vendor !== vendor && !lost.some((used) => used.vendor === each.vendor),
    );
    const likeliest =
      free.find((each) => each.vendor === nextVendor) ??
      free.find(({ said }) => said === 'failed') ??
      free[0];
    if (!likeliest) throw new Error(`no vendor is left for attempt ${before} of ${purchaseId}`);
    lost.push({ vendor: likeliest.vendor, vendorReference: likeliest.references[0] ?? '' });
  }
  lost.push({ vendor, vendorReference });
  const command = { type: 'AdoptAttempts' as const, after: attempts.length, lost };
  const adopted = await work.streams.handle(purchaseId, command, { actor: WORKER, now: work.now() });
  if (adopted.events.length > 0) {
    work.logger.warn(
      { purchaseId, vendor, attempt: number },
      'a vendor knows an order that the restored log lacks',
    );
    // Do not send the order to another vendor, because the customer may have got a refund before the restore.
    // The delivery would be our loss.
    const final = { ...work, policy: { ...work.policy, failoverWithinMs: -Infinity } };
    await recordOutcome(final, adopted.purchase, { number, vendor }, outcome, 'query', askedAt);
  }
  return 'found';
}
