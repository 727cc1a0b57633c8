import { beforeEach, describe, expect, it } from '@jest/globals';
import { fact, systemContext } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { TIERS } from '../../contracts/services.js';
import { quoteAirtime } from '../../products/airtime/airtime.product.js';
import { quoteExam } from '../../products/exams/exams.product.js';
import { CATALOG_STREAM } from '../catalog.events.js';
import { listCatalogue } from '../price-list.js';
import { CatalogProcess } from './testing/scheduling.js';

describe('the catalogue of a new ledger', () => {
  let one: CatalogProcess;
  beforeEach(async () => {
    one = new CatalogProcess();
    await one.store.append(CATALOG_STREAM, NO_STREAM, [fact('CatalogStarted', {}, systemContext())]);
    await one.stream.catchUp();
  });
  const exam = { service: 'exams', code: 1, price: '400000', cost: '375000', details: {} } as const;
  const fill = () => one.change({ type: 'PricePlans', wanted: [exam], seen: 1, belowCost: false });
  const confirm = (seen: number, by = 'ada') => one.change({ type: 'ConfirmPrices', seen }, by);

  it('has no plans, no exam pins and no discounts, and its prices are not confirmed', () => {
    const { dataPlans, cablePlans, exams, discounts, pricesConfirmed } = one.catalog.state;
    expect([dataPlans.size, cablePlans.size, exams.size, discounts.size]).toEqual([0, 0, 0, 0]);
    expect(pricesConfirmed).toBe(false);
    const listed = listCatalogue(one.catalog, 'regular');
    expect(listed.exams.map(({ available }) => available)).toEqual([false, false, false]);
    expect(() => quoteExam(one.catalog, { exam: 1, quantity: 1, tier: 'regular' })).toThrow(/WAEC/);
    for (const tier of TIERS)
      expect(quoteAirtime(one.catalog, { network: 1, amount: 100_00n, tier }).discount).toBe(0n);
  });

  it('is filled by a price file, exam pins included', async () => {
    const wanted = [
      exam,
      {
        service: 'data',
        code: 1,
        price: '60000',
        cost: '57000',
        details: { network: 1, planType: 1, size: '1GB', days: 30, codes: { 4: '213' } },
      },
    ] as const;
    expect(await one.change({ type: 'PricePlans', wanted, seen: 1, belowCost: false })).toBe('2');
    expect(quoteExam(one.catalog, { exam: 1, quantity: 1, tier: 'regular' }).price).toBe(4_000_00n);
    expect((await one.events()).slice(1).map(({ data }) => data['was'])).toEqual([null, null]);
    expect(await one.change({ type: 'PriceExam', exam: 2, prices: { price: '1' } })).toBe('PLAN_NOT_FOUND');
  });

  it('refuses a confirmation while nothing is priced', async () => {
    expect([await confirm(1), one.catalog.state.pricesConfirmed]).toEqual(['NOTHING_PRICED', false]);
  });

  it('is confirmed once, at the version that the owner saw', async () => {
    await fill();
    expect(await confirm(1)).toBe('STALE_EDIT');
    expect(await confirm(2)).toBe('1');
    expect((await one.events()).at(-1)).toMatchObject({
      type: 'PricesConfirmed',
      actor: { id: 'ada' },
      data: { priceVersion: 2 },
    });
    expect(one.catalog.state.pricesConfirmed).toBe(true);
    expect([await confirm(2), await confirm(7)]).toEqual(['0', '0']);
  });

  it('is confirmed once by two owners at the same moment', async () => {
    await fill();
    const other = new CatalogProcess(one.store);
    const asked = { type: 'ConfirmPrices', seen: 2 } as const;
    expect((await Promise.all([one.change(asked), other.change(asked, 'bola')])).toSorted()).toEqual([
      '0',
      '1',
    ]);
  });
});

it('prices of a ledger that has events count as confirmed', async () => {
  const one = new CatalogProcess();
  expect(one.catalog.state.pricesConfirmed).toBe(true);
  expect(await one.change({ type: 'ConfirmPrices', seen: 0 })).toBe('0');
});
