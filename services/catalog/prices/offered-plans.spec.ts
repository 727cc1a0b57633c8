import { beforeEach, describe, expect, it } from '@jest/globals';
import { codeAt } from '../../contracts/fields/codes.js';
import { listDataPlans } from '../price-list.js';
import { quoteCable } from '../../products/cable/cable.product.js';
import { quoteData } from '../../products/data/data.product.js';
import type { WantedPlan } from './plan-after.decider.js';
import { CatalogProcess, HOUR, NOW, schedule } from './testing/scheduling.js';

/** Vendors 4 and 6 are accounts at hosts of the adapter `sme-data`. */
const NEW: WantedPlan = {
  service: 'data',
  code: 1199,
  price: '90000',
  cost: '80000',
  details: { network: 1, planType: 1, size: '3GB', days: 7, codes: { 'sme-data': '290', 6: '77' } },
};
const tier = 'regular';

describe('plans of the catalogue', () => {
  let one: CatalogProcess;
  beforeEach(() => {
    one = new CatalogProcess();
  });

  const want = (...wanted: readonly WantedPlan[]) =>
    one.change({ type: 'PricePlans', wanted, seen: one.catalog.state.priceVersion, belowCost: false });
  const details = (more: WantedPlan['details'] & object, code = 1199): WantedPlan => ({
    service: 'data',
    code,
    details: more,
  });
  const retire = (code = 1199) => one.change({ type: 'RetirePlan', service: 'data', code });
  const last = async () => (await one.events()).at(-1)!;

  it('are offered with their size, days, prices and codes, by an event with its actor', async () => {
    expect(await want(NEW)).toBe('1');
    expect(await last()).toMatchObject({
      type: 'DataPlanSet',
      actor: { id: 'ada' },
      data: {
        was: null,
        plan: { code: 1199, network: 1, planType: 1, name: '3GB - 7 days', validity: '7 days', on: true },
      },
    });
    expect(quoteData(one.catalog, { plan: 1199, tier })).toMatchObject({
      amount: 900_00n,
      expectedCost: 800_00n,
    });
    expect(await want(NEW)).toBe('0');
    const bouquet: WantedPlan = {
      service: 'cable',
      code: 299,
      price: '10',
      cost: '9',
      details: { provider: 2, size: 'Max' },
    };
    expect(await want({ ...bouquet, details: { ...bouquet.details, codes: { vtpass: 'max' } } })).toBe('1');
    expect(quoteCable(one.catalog, { plan: 299, tier }).product).toMatchObject({
      planName: 'Max',
      codes: { vtpass: 'max' },
    });
  });

  it.each<[string, WantedPlan, string]>([
    [
      'without a network',
      { ...NEW, details: { planType: 1, size: '3GB', days: 7 } },
      'VALIDATION_FAILED network',
    ],
    ['without a size', { ...NEW, details: { network: 1, planType: 1, days: 7 } }, 'VALIDATION_FAILED size'],
    ['without days', { ...NEW, details: { network: 1, planType: 1, size: '3GB' } }, 'VALIDATION_FAILED days'],
    ['for no days', { ...NEW, details: { ...NEW.details, days: 0 } }, 'VALIDATION_FAILED days'],
    [
      'without a price',
      { service: 'data', code: 1199, cost: '1', details: NEW.details! },
      'VALIDATION_FAILED price',
    ],
    [
      'without a cost',
      { service: 'data', code: 1199, price: '1', details: NEW.details! },
      'VALIDATION_FAILED cost',
    ],
    ['of a code with five digits', { ...NEW, code: 10_000 }, 'VALIDATION_FAILED code'],
    [
      'with a size that reads as days',
      { ...NEW, details: { ...NEW.details, size: '3GB - 1 day' } },
      'VALIDATION_FAILED size',
    ],
    [
      'with a code of spaces',
      { ...NEW, details: { ...NEW.details, codes: { 4: 'a b' } } },
      'VALIDATION_FAILED codes',
    ],
    ['below its cost', { ...NEW, price: '70000' }, 'NEGATIVE_MARGIN'],
    ['without details', { service: 'data', code: 1199, price: '1', cost: '1' }, 'PLAN_NOT_FOUND'],
    [
      'that is an exam of another code',
      { service: 'exams', code: 9, price: '1', cost: '1', details: {} },
      'VALIDATION_FAILED code',
    ],
  ])('are not offered %s, and nothing beside them is stored', async (_, wanted, refusal) => {
    expect(await want({ service: 'data', code: 1301, price: '60000' }, wanted)).toBe(refusal);
    expect(await one.events()).toEqual([]);
  });

  it('keep their code, network, type and size for ever, also after they were retired', async () => {
    await want(NEW);
    const strangers = [{ network: 2 }, { planType: 2 }, { size: '4GB' }] as const;
    const fields = ['network', 'type', 'size'];
    for (const [index, stranger] of strangers.entries())
      expect(await want(details(stranger))).toBe(`VALIDATION_FAILED ${fields[index]}`);
    expect(await retire()).toBe('1');
    for (const stranger of strangers)
      expect(await want({ ...NEW, details: { ...NEW.details, ...stranger } })).toMatch(/^VALIDATION_FAILED/);
    expect(await want({ ...NEW, details: { ...NEW.details, days: 30 } })).toBe('1');
    expect(quoteData(one.catalog, { plan: 1199, tier }).product).toMatchObject({ planName: '3GB - 30 days' });
    // A plan of the first list has its size in its name.
    expect(await want(details({ size: '2GB' }, 1301))).toBe('VALIDATION_FAILED size');
    expect(await want(details({ size: '1gb', days: 2 }, 1301))).toBe('1');
    expect(one.catalog.state.dataPlans.get(1301)).toMatchObject({ name: '1GB - 2 days', validity: '2 days' });
    expect(one.catalog.state.dataPlans.get(1301)).not.toHaveProperty('size');
  });

  it('are sold in their places, and by their codes without one', async () => {
    const names = () => listDataPlans(one.catalog, 1, 3, tier).map(({ id }) => id);
    const before = names();
    expect(await want(details({ place: 1 }, 1303), details({ place: 2 }, 1302))).toBe('2');
    expect(names()).toEqual(['1303', '1302', ...before.filter((id) => id !== '1303' && id !== '1302')]);
    expect(await want(details({ place: null }, 1303), details({ place: null }, 1302))).toBe('2');
    expect(names()).toEqual(before);
  });

  it('are switched off and on one by one, also below their cost', async () => {
    const switched = (on: boolean) => one.change({ type: 'SwitchPlan', service: 'data', code: 1301, on });
    await one.change({ type: 'PriceDataPlan', code: 1301, prices: { price: '40000', belowCost: true } });
    expect(await switched(false)).toBe('1');
    expect(() => quoteData(one.catalog, { plan: 1301, tier })).toThrow(
      expect.objectContaining({ code: 'PLAN_DISABLED' }),
    );
    expect(await switched(false)).toBe('0');
    expect(await switched(true)).toBe('1');
    expect(one.price).toBe(400);
    expect(await one.change({ type: 'SwitchPlan', service: 'cable', code: 1, on: false })).toBe(
      'PLAN_NOT_FOUND',
    );
  });

  it('cancel their scheduled prices when they are retired, once', async () => {
    await one.change(schedule('60000', NOW + HOUR));
    await one.change(schedule('70000', NOW + 2 * HOUR));
    expect(await retire(1301)).toBe('3');
    expect(await retire(1301)).toBe('0');
    expect(await retire(4)).toBe('PLAN_NOT_FOUND');
    expect((await one.facts()).slice(-3)).toEqual([
      'PriceChangeCancelled ada',
      'PriceChangeCancelled ada',
      'PlanRetired ada',
    ]);
    expect(one.stream.nextMoment).toBe(Infinity);
    expect(await one.listed()).toEqual([]);
    expect(() => quoteData(one.catalog, { plan: 1301, tier })).toThrow(
      expect.objectContaining({ code: 'PLAN_NOT_FOUND' }),
    );
  });

  it('are offered, changed and taken off sale at a moment', async () => {
    const at = NOW + HOUR;
    const wanted = [NEW, details({ on: false }, 1302), details({ codes: { 4: 'x' } }, 1301)];
    const change = schedule('', at, { wanted, seen: 0 });
    expect(await one.change(change)).toBe('3');
    expect(await one.change(change)).toBe('0');
    expect((await one.listed()).map(({ details: [first] }) => first)).toMatchObject([
      { field: 'Days', was: '', now: '7 days' },
      { field: 'Sold', was: 'yes', now: 'no' },
      { field: 'Code at vendor 4', was: '', now: 'x' },
    ]);
    expect(one.catalog.state.dataPlans.has(1199)).toBe(false);
    await one.priceAt(at);
    expect(one.catalog.state.dataPlans.get(1199)).toMatchObject({ name: '3GB - 7 days', price: '90000' });
    expect(one.catalog.state.dataPlans.get(1302)).toMatchObject({ on: false });
    expect(one.catalog.state.dataPlans.get(1301)!.codes).toMatchObject({ 4: 'x' });
    expect(await one.listed()).toEqual([]);
  });

  it('scheduled for a code that another plan has by then are refused, and the rest takes effect', async () => {
    const at = NOW + HOUR;
    await one.change(schedule('', at, { wanted: [NEW, details({ on: false }, 1302)], seen: 0 }));
    await want({ ...NEW, details: { ...NEW.details, size: '9GB' } });
    await one.priceAt(at);
    expect((await one.facts()).slice(-2)).toEqual(['PriceChangeRefused ada', 'DataPlanSet ada']);
    expect(await one.listed()).toMatchObject([
      { refused: true, reason: expect.stringContaining('9GB for this code') },
    ]);
  });
});

describe('the code of a plan at a vendor account', () => {
  it('is the own one of the account, otherwise that of its adapter, and none where it is not sold', async () => {
    const codes = { 'sme-data': '290', 6: '77', 7: '' };
    const at = (code: number, adapter = 'sme-data') => codeAt(codes, { code, adapter });
    expect([at(4), at(6), at(7), at(1, 'vtpass'), at(1, 'constructor')]).toEqual([
      '290',
      '77',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('decides which account an order goes to, and stays with an order that was accepted', async () => {
    const one = new CatalogProcess();
    const wanted = { ...NEW, details: { ...NEW.details, codes: { 4: '', 6: '77' } } };
    await one.change({ type: 'PricePlans', wanted: [wanted], seen: 0, belowCost: false });
    const { product, vendor } = quoteData(one.catalog, { plan: 1199, tier });
    expect([vendor, product]).toEqual([6, expect.objectContaining({ codes: { 4: '', 6: '77' } })]);
    await one.change({ type: 'RetirePlan', service: 'data', code: 1199 });
    expect(one.catalog.nextVendor(product, [4])).toBe(6);
  });

  it('is stopped at one account, and every other account still sells the plan', async () => {
    const one = new CatalogProcess();
    const shared = () => quoteData(one.catalog, { plan: 1101, tier }).vendor;
    const stop = {
      type: 'StopPlanAtVendor',
      service: 'data',
      code: 1101,
      vendor: 4,
      reason: 'Too dear',
    } as const;
    expect(shared()).toBe(4);
    expect([await one.change(stop), await one.change(stop)]).toEqual(['1', '0']);
    expect(shared()).toBe(6);
    expect(quoteData(one.catalog, { plan: 1102, tier }).vendor).toBe(4);
    await one.change({ ...stop, vendor: 6 });
    expect(shared).toThrow(expect.objectContaining({ code: 'PLAN_DISABLED' }));
    expect(await one.change({ type: 'StartPlanAtVendor', service: 'data', code: 1101, vendor: 4 })).toBe('1');
    expect(shared()).toBe(4);
  });
});
