import type { CatalogEventDraft, StoredPrices } from '../../catalog/catalog.events.js';
import type { CatalogState } from '../../catalog/catalog.state.js';
import { isJump } from '../../catalog/confirmation.js';
import { raisedCommissions, rangeText } from '../../catalog/prices/amount-terms.decider.js';
import {
  labelOf,
  offeredPlan,
  type OfferedPlan,
  planCodeOf,
} from '../../catalog/prices/offered-plans.state.js';
import { planAfter } from '../../catalog/prices/plan-after.decider.js';
import { isPriced, nairaOf, pricesOf, sameCosts } from '../../catalog/prices/set-prices.decider.js';
import type { CodedAccount, VendorCodes } from '../../contracts/fields/codes.js';
import { RuleBroken } from '../../contracts/errors.js';
import { formatNaira } from '../../contracts/money.js';
import { costAt, dearestCost } from '../../products/product.js';
import { ownEntry } from '../../contracts/own-entry.js';

/** Reason why a second administrator must agree. */
export interface Doubt {
  readonly text: string;
  /** Lowest for the worst. */
  readonly rank: number;
}

export interface ChangedPlan {
  readonly was: OfferedPlan | undefined;
  readonly now: OfferedPlan;
  /** True when the change may later sell below cost. */
  readonly belowCost: boolean;
}

/** Maximum number of doubts that a request names. */
const NAMED_MAX = 100;

/** @param state the plans just before the change takes effect */
export function changedBy(draft: CatalogEventDraft, state: CatalogState): ChangedPlan | undefined {
  const now = planOf(draft, state);
  if (!now) return undefined;
  const was = offeredPlan(state, now.service, planCodeOf(now));
  return { was, now, belowCost: draft.type === 'PriceChangeScheduled' && draft.data.belowCost === true };
}

/**
 * Names all doubts, the worst first.
 * @throws RuleBroken(VALIDATION_FAILED) for more than a person can read
 */
export function reasonOf(doubts: readonly Doubt[]): string {
  // A scheduled change is compared twice, which may give the same text.
  const named = [...new Map(doubts.map((doubt) => [doubt.text, doubt])).values()];
  if (named.length > NAMED_MAX)
    throw new RuleBroken('VALIDATION_FAILED', {
      field: 'csv',
      reason: `changes ${named.length} plans so that another administrator has to approve; split the file, because a request names at most ${NAMED_MAX}`,
    });
  return named
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ text }) => text)
    .join(' ');
}

/** @param needsProof false when only a price below cost is a doubt */
export function doubtOf(
  changed: ChangedPlan,
  needsProof: boolean,
  accounts: readonly CodedAccount[],
): Doubt | undefined {
  const { was, now } = changed;
  const loss = lossOf(changed);
  const whys = [...(loss ? [loss] : []), ...(needsProof ? unproven(was, now, accounts) : [])];
  if (whys.length === 0) return undefined;
  return {
    text: [
      `${labelOf(now)} for ${nairaOf(loss?.price ?? now.plan.price)}.`,
      ...whys.map(({ text }) => text),
    ].join(' '),
    rank: Math.min(...whys.map(({ rank }) => rank)),
  };
}

function lossOf({ was, now, belowCost }: ChangedPlan): (Doubt & { readonly price: string }) | undefined {
  const prices = pricesOf(now.plan);
  if (was && isPriced(was.plan, prices) && sameCosts(was.plan, now.plan) && !belowCost) return undefined;
  const [stated, before] = [dearestCost(now.plan), was ? dearestCost(was.plan) : 0n];
  const cost = stated > before ? stated : before;
  const tooLow = [prices.price, prices.affiliatePrice].find((digits) => BigInt(digits) < cost);
  if (tooLow !== undefined) {
    const text = `It costs or lately did cost ${formatNaira(cost)}.`;
    return { price: tooLow, text, rank: 2 + Number(tooLow) / Number(cost) };
  }
  return belowCost ? { price: prices.price, text: 'It may be sold below cost.', rank: 2 } : undefined;
}

function unproven(
  was: OfferedPlan | undefined,
  now: OfferedPlan,
  accounts: readonly CodedAccount[],
): readonly Doubt[] {
  const { cost } = now.plan;
  const codes = otherCodes(was && codesOf(was), codesOf(now), accounts);
  if (!was) return [{ text: `It is new, and is said to cost ${nairaOf(cost)}.`, rank: 1 }, ...codes];
  return [...lowerCosts(was.plan, now.plan), ...codes];
}

function lowerCosts(was: StoredPrices, now: StoredPrices): readonly Doubt[] {
  const usual = { name: 'Its cost', before: BigInt(was.cost), after: BigInt(now.cost) };
  const own = Object.keys({ ...was.costs, ...now.costs }).map((account) => ({
    name: `Its cost at vendor ${account}`,
    before: costAt(was, account),
    after: costAt(now, account),
  }));
  return [usual, ...own]
    .filter(({ before, after }) => after < before)
    .map(({ name, before, after }) => ({
      text: `${name} falls from ${formatNaira(before)} to ${formatNaira(after)}.`,
      rank: 3 + Number(after) / Number(before),
    }));
}

/** An account without its own code sells by that of its adapter, as in `codeAt`. */
function otherCodes(
  was: VendorCodes | undefined,
  now: VendorCodes,
  accounts: readonly CodedAccount[],
): readonly Doubt[] {
  const adapters = new Map(accounts.map(({ code, adapter }) => [String(code), adapter]));
  const inForce = (codes: VendorCodes, at: string): string =>
    ownEntry(codes, at) ?? ownEntry(codes, adapters.get(at) ?? '') ?? '';
  return [...new Set([...Object.keys(was ?? {}), ...Object.keys(now)])].flatMap((at) => {
    const [before, code] = [inForce(was ?? {}, at), inForce(now, at)];
    if (code === '' || code === before) return [];
    const changes = was ? `changes from ${before || 'none'} to` : 'is';
    return [{ text: `Its code at ${at} ${changes} ${code}.`, rank: was ? 0 : 1 }];
  });
}

const codesOf = (offered: OfferedPlan): VendorCodes =>
  offered.service === 'exams' ? {} : offered.plan.codes;

/** Prices of a service fall when its commission rises. */
export function doubtOfTerms(
  draft: CatalogEventDraft,
  { agreedTerms }: Pick<CatalogState, 'agreedTerms'>,
): Doubt | undefined {
  if (draft.type !== 'AmountTermsSet') return undefined;
  const { service, was, terms } = draft.data;
  const raised = raisedCommissions(service, was, terms);
  const agreed = agreedTerms.get(service)!;
  const jumps = (['minimum', 'maximum'] as const).some(
    (end) => was[end] !== terms[end] && isJump(agreed[end], BigInt(terms[end])),
  );
  if (raised.length === 0 && !jumps) return undefined;
  const [last, before, now] = [agreed, was, terms].map(rangeText);
  const whys = [
    ...(raised.length > 0 ? [`Commissions rise, so prices may fall: ${raised.join(', ')}.`] : []),
    ...(before === now ? [] : [`The range was ${before} and becomes ${now}.`]),
    ...(before === now || before === last ? [] : [`The agreed range is ${last}.`]),
  ];
  return { text: whys.join(' '), rank: 1 };
}

function planOf(draft: CatalogEventDraft, state: CatalogState): OfferedPlan | undefined {
  switch (draft.type) {
    case 'PriceChangeScheduled': {
      const { service, code, prices, details } = draft.data;
      return planAfter({ service, code, ...prices, ...(details && { details }) }, state);
    }
    case 'DataPlanSet':
      return { service: 'data', plan: draft.data.plan };
    case 'CablePlanSet':
      return { service: 'cable', plan: draft.data.plan };
    case 'ExamSet':
      return { service: 'exams', plan: draft.data.exam };
    default:
      return undefined;
  }
}
