import { CABLE_PROVIDERS } from '../../contracts/cable.contract.js';
import type { PlannedService } from '../../contracts/admin/prices.contract.js';
import { RuleBroken } from '../../contracts/errors.js';
import { type CodedAccount, codeAt, NETWORKS } from '../../contracts/fields/codes.js';
import type { Kobo } from '../../contracts/money.js';
import { ownEntry } from '../../contracts/own-entry.js';
import type { CodedGroup, ListedPlan } from '../../vendors/vendor-adapter.js';
import { costAt, dearestCost } from '../../products/product.js';
import type { PlanDetails, StoredCablePlan, StoredDataPlan } from '../catalog.events.js';
import { type CatalogState, planKey, stopKey } from '../catalog.state.js';
import { labelOf, type OfferedPlan } from '../prices/offered-plans.state.js';
import { daysOfPlan, planAfter, sizeOfPlan, type WantedPlan } from '../prices/plan-after.decider.js';

export interface ListedGroup {
  readonly group: CodedGroup;
  /** Undefined when the vendor gave no list. */
  readonly listed: readonly ListedPlan[] | undefined;
}

export const DIFFERENCE_KINDS = ['gone', 'recoded', 'dearer', 'cheaper', 'uncoded', 'new'] as const;

/**
 * Difference between a vendor's list and the catalogue. `gone`: the list lacks the code of our plan.
 * `recoded`: the list has our plan under another code. `dearer` and `cheaper`: the list has another cost for
 * our plan. `uncoded`: our plan is on sale without a code at the account. `new`: none of our plans has the
 * code of the listed plan.
 */
export interface ListDifference {
  readonly kind: (typeof DIFFERENCE_KINDS)[number];
  /** Key of our plan such as `data/1301`. For the kind `new`, the plan's code at the vendor. */
  readonly key: string;
  readonly service: PlannedService;
  readonly name: string;
  readonly code: string;
  readonly was?: Kobo;
  readonly now?: Kobo;
  /** The plan after the difference is applied. Absent when a person must enter the plan. */
  readonly after?: OfferedPlan;
}

export interface ListComparison {
  readonly differences: readonly ListDifference[];
  /** Networks and providers for which the vendor gave no list. */
  readonly unlisted: readonly string[];
}

type State = Pick<CatalogState, 'dataPlans' | 'cablePlans' | 'exams' | 'retired' | 'plansStopped'>;
type Coded = Exclude<OfferedPlan, { readonly service: 'exams' }>;

export const LISTED_GROUPS: readonly CodedGroup[] = [
  ...codesOf(NETWORKS).map((network): CodedGroup => ({ service: 'data', network })),
  ...codesOf(CABLE_PROVIDERS).map((provider): CodedGroup => ({ service: 'cable', provider })),
];

/** Compares the lists of a vendor account with the catalogue. Changes nothing. */
export function compareList(
  state: State,
  account: CodedAccount,
  groups: readonly ListedGroup[],
  others: readonly CodedAccount[] = [],
): ListComparison {
  const taken = new Set([
    ...[...state.dataPlans.keys()].map((code) => planKey('data', code)),
    ...[...state.cablePlans.keys()].map((code) => planKey('cable', code)),
    ...state.retired.keys(),
  ]);
  const found = groups.flatMap(({ group, listed }) =>
    listed ? compareGroup({ state, account, others, group, listed, taken }) : [],
  );
  return {
    differences: found.toSorted(
      (one, other) => DIFFERENCE_KINDS.indexOf(one.kind) - DIFFERENCE_KINDS.indexOf(other.kind),
    ),
    unlisted: groups.filter(({ listed }) => !listed).map(({ group }) => groupName(group)),
  };
}

interface Compared {
  readonly state: State;
  readonly account: CodedAccount;
  readonly others: readonly CodedAccount[];
  readonly group: CodedGroup;
  readonly listed: readonly ListedPlan[];
  /** Keys of all present and former plans, which a new plan must not use. */
  readonly taken: Set<string>;
}

function compareGroup(compared: Compared): readonly ListDifference[] {
  const { state, account, group } = compared;
  const byCode = new Map(compared.listed.map((plan) => [plan.code, plan]));
  const listed = [...byCode.values()];
  const ours = plansOf(state, group);
  const named = new Set(ours.map(({ plan }) => codeAt(plan.codes, account)));
  const free = listed.filter(({ code }) => !named.has(code));
  const matched = new Set<string>();
  const ofOurs = ours.flatMap((offered) => {
    const difference = compareOurs(offered, byCode, free, compared);
    if (difference?.after && difference.code !== '' && !named.has(difference.code))
      matched.add(difference.code);
    return difference ?? [];
  });
  const others = free.filter(({ code }) => !matched.has(code));
  return [...ofOurs, ...others.map((plan) => newPlan(plan, compared))];
}

function compareOurs(
  offered: Coded,
  byCode: ReadonlyMap<string, ListedPlan>,
  free: readonly ListedPlan[],
  { state, account, others }: Compared,
): ListDifference | undefined {
  const { service, plan } = offered;
  const isStopped = state.plansStopped.has(stopKey(service, plan.code, account.code));
  if (!plan.on || isStopped) return undefined;
  const code = codeAt(plan.codes, account);
  const about = { key: planKey(service, plan.code), service, name: labelOf(offered) };
  if (code === undefined) {
    const isNotSold = [String(account.code), account.adapter].some((of) => ownEntry(plan.codes, of) === '');
    if (isNotSold) return undefined;
    const match = matchOf(offered, free);
    return match
      ? { kind: 'uncoded', ...about, code: match.code, ...after(offered, changeTo(match)) }
      : { kind: 'uncoded', ...about, code: '' };
  }
  const listed = byCode.get(code);
  if (!listed) {
    const match = matchOf(offered, free);
    return match
      ? { kind: 'recoded', ...about, code: match.code, ...after(offered, changeTo(match)) }
      : { kind: 'gone', ...about, code, ...after(offered, { code: '' }) };
  }
  const was = costAt(plan, account.code);
  if (listed.cost === undefined || listed.cost === was) return undefined;
  const now = listed.cost;
  return {
    kind: now > was ? 'dearer' : 'cheaper',
    ...about,
    code,
    was,
    now,
    ...after(offered, { cost: String(now) }),
  };

  /** Changes the plan's cost only where no other account relies on it. */
  function costsAfter(cost: string): Pick<WantedPlan, 'cost'> & Pick<PlanDetails, 'costs'> {
    const at = String(account.code);
    const sellers = others.filter((other) => codeAt(plan.codes, other) !== undefined);
    if (sellers.length === 0) return { cost, costs: { [at]: null } };
    const relies = sellers.some(({ code: other }) => ownEntry(plan.costs ?? {}, String(other)) === undefined);
    if (relies) return { costs: { [at]: cost } };
    const costs = Object.fromEntries(sellers.map(({ code: other }) => [other, String(costAt(plan, other))]));
    return { cost: String(dearestCost({ cost, costs })), costs: { [at]: cost } };
  }

  function after({ service: of, plan: { code: ownCode } }: Coded, to: { code?: string; cost?: string }) {
    const at = String(account.code);
    const codes = to.code !== undefined && { codes: { [at]: to.code } };
    const gone = to.code === '' && { costs: { [at]: null } };
    const { cost, ...costs } = to.cost === undefined ? {} : costsAfter(to.cost);
    const details = { ...codes, ...gone, ...costs };
    const wanted: WantedPlan = { service: of, code: ownCode, ...(cost && { cost }), details };
    return afterOf(wanted, state);
  }
}

/** Changes the cost together with the code, because a new code may have another cost. */
const changeTo = ({ code, cost }: ListedPlan): { readonly code: string; readonly cost?: string } => ({
  code,
  ...(cost !== undefined && { cost: String(cost) }),
});

function matchOf(offered: Coded, free: readonly ListedPlan[]): ListedPlan | undefined {
  const same = free.filter((listed) => isSame(offered, listed));
  return same.length === 1 ? same[0] : undefined;
}

function isSame({ service, plan }: Coded, listed: ListedPlan): boolean {
  if (service === 'cable') return ` ${wordsOf(bouquetOf(listed.name))}`.endsWith(` ${wordsOf(plan.name)}`);
  return (
    listed.size === sizeOfPlan(plan) && listed.days === daysOfPlan(plan) && listed.planType === plan.planType
  );
}

/** Leaves the price out of a name such as `GOtv Lite N400` or `Basic - 2,600 Naira - 1 Month`. */
const bouquetOf = (name: string): string =>
  name
    .split(' - ')[0]!
    .replace(/ N[\d,]{1,9}$/, '')
    .trim();

const wordsOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

function newPlan(listed: ListedPlan, { state, account, group, taken }: Compared): ListDifference {
  const { code, name, cost, price = cost } = listed;
  const about = { kind: 'new', key: code, service: group.service, name: plainName(name), code } as const;
  const now = cost === undefined ? {} : { now: cost };
  const details = detailsOf(listed, group);
  if (cost === undefined || price === undefined || cost <= 0n || !details) return { ...about, ...now };
  const own = freeCode(listed, group, taken);
  if (own === undefined) return { ...about, ...now };
  const codes = { [String(account.code)]: code };
  const prices = { price: String(price), cost: String(cost) };
  // Add the plan as switched off, because a person must choose its price first.
  const wanted = { service: group.service, code: own, ...prices, details: { ...details, codes, on: false } };
  return { ...about, ...now, ...afterOf(wanted, state) };
}

/** Omits `after` when the catalogue refuses the wanted plan. */
function afterOf(wanted: WantedPlan, state: State): Pick<ListDifference, 'after'> {
  try {
    return { after: planAfter(wanted, state) };
  } catch (error) {
    if (error instanceof RuleBroken) return {};
    throw error;
  }
}

const plainName = (name: string): string => name.replace(/[\p{Cc}\u202d\u202e]/gu, ' ').slice(0, NAME_MAX);

function detailsOf({ name, planType, size, days }: ListedPlan, group: CodedGroup) {
  if (group.service === 'cable') {
    return { provider: group.provider, size: bouquetOf(name) };
  }
  if (size === undefined || days === undefined || planType === undefined) return undefined;
  return { network: group.network, planType, size, days };
}

const NAME_MAX = 80;
const CODES_PER_GROUP = 99;

/** Returns a code that no plan ever had, in the range of the network and type. */
function freeCode({ planType }: ListedPlan, group: CodedGroup, taken: Set<string>): number | undefined {
  const base =
    group.service === 'data' ? group.network * 1_000 + (planType ?? 0) * 100 : group.provider * 100;
  for (let number = 1; number <= CODES_PER_GROUP; number += 1) {
    const key = planKey(group.service, base + number);
    if (taken.has(key)) continue;
    taken.add(key);
    return base + number;
  }
  return undefined;
}

const plansOf = ({ dataPlans, cablePlans }: State, group: CodedGroup): readonly Coded[] =>
  group.service === 'data'
    ? [...dataPlans.values()]
        .filter(({ network }) => network === group.network)
        .map((plan: StoredDataPlan) => ({ service: 'data', plan }))
    : [...cablePlans.values()]
        .filter(({ provider }) => provider === group.provider)
        .map((plan: StoredCablePlan) => ({ service: 'cable', plan }));

const groupName = (group: CodedGroup): string =>
  group.service === 'data' ? `${NETWORKS[group.network]} data` : CABLE_PROVIDERS[group.provider];

function codesOf<Code extends number>(table: Readonly<Record<Code, string>>): readonly Code[] {
  return Object.keys(table).map((code) => Number(code) as Code);
}

/** Returns the differences with these keys, or every difference that can be applied. */
export const chosenOf = (
  { differences }: ListComparison,
  keys: readonly string[] | 'all',
): readonly OfferedPlan[] =>
  differences.flatMap(({ key, after }) => (after && (keys === 'all' || keys.includes(key)) ? [after] : []));
