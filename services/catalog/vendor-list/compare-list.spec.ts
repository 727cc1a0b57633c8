import { describe, expect, it } from '@jest/globals';
import type { CodedGroup, ListedPlan } from '../../vendors/vendor-adapter.js';
import type { CatalogState } from '../catalog.state.js';
import { readPrices, writePlansAt } from '../prices/price-file.js';
import { pricePlans } from '../prices/price-many.decider.js';
import { SEED } from '../seed/seed.js';
import { chosenOf, compareList, LISTED_GROUPS } from './compare-list.js';
import { describeList } from './describe-list.js';

const ACCOUNT = { code: 4, adapter: 'sme-data' };
const MTN: CodedGroup = { service: 'data', network: 1 };
const GOTV: CodedGroup = { service: 'cable', provider: 1 };
const SME_1GB: ListedPlan = {
  code: '213',
  name: 'SME 1GB',
  cost: 57_000n,
  planType: 1,
  size: '1GB',
  days: 30,
};
const ONLY_1GB: CatalogState = { ...SEED, dataPlans: new Map([[1102, SEED.dataPlans.get(1102)!]]) };

const compare = (listed: readonly ListedPlan[], state: CatalogState = ONLY_1GB, group: CodedGroup = MTN) =>
  compareList(state, ACCOUNT, [{ group, listed }]);
const kindsOf = (listed: readonly ListedPlan[], state?: CatalogState, group?: CodedGroup) =>
  compare(listed, state, group).differences.map(({ kind, key }) => `${kind} ${key}`);

describe('the list of a vendor', () => {
  it('differs in nothing when codes and costs are those of the catalogue', () => {
    expect(compare([SME_1GB])).toEqual({ differences: [], unlisted: [] });
  });

  it('says what is gone, dearer, cheaper and new', () => {
    expect(kindsOf([])).toEqual(['gone data/1102']);
    expect(kindsOf([{ ...SME_1GB, cost: 57_001n }])).toEqual(['dearer data/1102']);
    expect(kindsOf([{ ...SME_1GB, cost: 56_999n }])).toEqual(['cheaper data/1102']);
    expect(kindsOf([SME_1GB, { code: '215', name: 'SME 3GB' }])).toEqual(['new 215']);
  });

  it('finds a plan again under another code', () => {
    expect(kindsOf([{ ...SME_1GB, code: '900' }])).toEqual(['recoded data/1102']);
    expect(compare([{ ...SME_1GB, code: '900', cost: 60_000n }]).differences).toMatchObject([
      { kind: 'recoded', after: { plan: { cost: '60000' } } },
    ]);
    // Two plans of the same size: a person must choose.
    expect(
      kindsOf([
        { ...SME_1GB, code: '900' },
        { ...SME_1GB, code: '901' },
      ]),
    ).toEqual(['gone data/1102', 'new 900', 'new 901']);
  });

  it('names plans on sale without a code, and the code that fits', () => {
    const plan = { ...SEED.dataPlans.get(1102)!, codes: {} };
    const state = { ...SEED, dataPlans: new Map([[1102, plan]]) };
    expect(compare([SME_1GB], state).differences).toMatchObject([{ kind: 'uncoded', code: '213' }]);
    expect(compare([], state).differences).toMatchObject([{ kind: 'uncoded', code: '' }]);
    expect(kindsOf([], { ...state, dataPlans: new Map([[1102, { ...plan, on: false }]]) })).toEqual([]);
    const elsewhere = { ...plan, codes: { '4': '' } };
    expect(kindsOf([], { ...state, dataPlans: new Map([[1102, elsewhere]]) })).toEqual([]);
  });

  it('leaves out a plan that is stopped at this account, and a group without a list', () => {
    const stopped = { ...ONLY_1GB, plansStopped: new Map([['data/1102/4', 'Too dear']]) };
    expect(kindsOf([], stopped)).toEqual([]);
    expect(compareList(SEED, ACCOUNT, [{ group: GOTV, listed: undefined }])).toEqual({
      differences: [],
      unlisted: ['GoTV'],
    });
    expect(LISTED_GROUPS).toHaveLength(7);
  });

  it('becomes a price file that changes only what was chosen', () => {
    const listed = [
      { ...SME_1GB, cost: 58_000n },
      { code: '215', name: 'SME 3GB', cost: 171_000n, planType: 1, size: '3GB', days: 30 } as const,
      { code: '999', name: 'Night plan', cost: 10_000n },
    ];
    const compared = compareList(SEED, ACCOUNT, [{ group: MTN, listed }]);
    const chosen = chosenOf(compared, ['data/1102', '215', '999']);
    const vendors = [ACCOUNT];
    const { wanted, faults } = readPrices(writePlansAt(4, chosen), SEED, vendors);
    expect(faults).toEqual([]);
    const events = pricePlans({ type: 'PricePlans', wanted, seen: 0, belowCost: false }, SEED);
    expect(events).toMatchObject([
      { type: 'DataPlanSet', data: { plan: { code: 1102, cost: '58000', price: '60000' } } },
      {
        type: 'DataPlanSet',
        data: { plan: { code: 1105, on: false, price: '171000', codes: { '4': '215' } }, was: null },
      },
    ]);
  });

  it('changes the cost at this account alone while another account sells the plan', () => {
    const dearer = { ...SME_1GB, cost: 59_000n };
    const afterOf = (state: CatalogState, others = [{ code: 5, adapter: 'sme-data' }]) =>
      compareList(state, ACCOUNT, [{ group: MTN, listed: [dearer] }], others).differences[0]?.after?.plan;
    const withCosts = (costs: Readonly<Record<string, string>>): CatalogState => ({
      ...ONLY_1GB,
      dataPlans: new Map([[1102, { ...SEED.dataPlans.get(1102)!, costs }]]),
    });
    expect(afterOf(ONLY_1GB)).toMatchObject({ cost: '57000', costs: { '4': '59000' } });
    expect(afterOf(withCosts({ '5': '56000' }))).toMatchObject({
      cost: '59000',
      costs: { '4': '59000', '5': '56000' },
    });
    expect(afterOf(withCosts({ '4': '59000' }))).toBeUndefined();
    const stopped = { ...ONLY_1GB, plansStopped: new Map([['data/1102/5', 'Too dear']]) };
    expect(afterOf(stopped)).toMatchObject({ cost: '57000', costs: { '4': '59000' } });
    const alone = afterOf(withCosts({ '4': '58000' }), []);
    expect(alone).toMatchObject({ cost: '59000' });
    expect(alone?.costs).toBeUndefined();
  });

  it('stops a plan that is gone at this account only', () => {
    const chosen = chosenOf(compare([]), 'all');
    expect(chosen).toMatchObject([{ plan: { codes: { 'sme-data': '213', '4': '' } } }]);
  });

  it('removes the cost at this account of a plan that is gone', () => {
    const plan = { ...SEED.dataPlans.get(1102)!, costs: { '4': '59000', '5': '58000' } };
    const state = { ...ONLY_1GB, dataPlans: new Map([[1102, plan]]) };
    const { wanted } = readPrices(writePlansAt(4, chosenOf(compare([], state), 'all')), state, [ACCOUNT]);
    const change = { type: 'PricePlans', wanted, seen: 0, belowCost: false } as const;
    const [event] = pricePlans(change, state);
    expect(event?.data).toHaveProperty('plan.costs', { '5': '58000' });
  });

  it('is not applied below the cost without permission', () => {
    const compared = compareList(ONLY_1GB, ACCOUNT, [
      { group: MTN, listed: [{ ...SME_1GB, cost: 60_001n }] },
    ]);
    const { wanted } = readPrices(writePlansAt(4, chosenOf(compared, 'all')), ONLY_1GB, [ACCOUNT]);
    const change = { type: 'PricePlans', wanted, seen: 0 } as const;
    expect(() => pricePlans({ ...change, belowCost: false }, ONLY_1GB)).toThrow(/NEGATIVE_MARGIN|cost/);
    expect(pricePlans({ ...change, belowCost: true }, ONLY_1GB)).toHaveLength(1);
  });

  it('survives names and codes that the catalogue refuses', () => {
    const listed = [
      { code: 'with space', name: 'x', cost: 1_000n, planType: 1, size: '1GB', days: 900 } as const,
      { code: 'y', name: 'red\u001b[31m' },
    ];
    const { differences } = compare([SME_1GB, ...listed]);
    expect(differences.map(({ name, after }) => [name, after])).toEqual([
      ['x', undefined],
      ['red [31m', undefined],
    ]);
  });

  it('is printed with the names to apply, and refuses another name', () => {
    const compared = { code: 4, name: 'Platonic', ...compare([]) };
    expect(describeList(compared, undefined).lines[1]).toMatch(/^ {2}gone +data\/1102 +Mtn SME 1GB/);
    expect(describeList(compared, undefined).csv).toBeUndefined();
    expect(describeList(compared, 'all').csv).toContain('Code at vendor 4');
    expect(() => describeList(compared, ['data/9'])).toThrow('data/9: no difference of this name');
  });
});
