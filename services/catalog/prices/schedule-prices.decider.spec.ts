import { beforeEach, describe, expect, it } from '@jest/globals';
import { PRICE_CHANGES_MAX } from '../../contracts/admin/prices.contract.js';
import type { CatalogChange } from '../catalog.decider.js';
import type { SchedulePrices } from './schedule-prices.decider.js';
import { CatalogProcess, HOUR, NOW, schedule } from './testing/scheduling.js';

describe('a scheduled price', () => {
  let one: CatalogProcess;
  beforeEach(() => {
    one = new CatalogProcess();
  });

  describe('below the cost', () => {
    const losing = (more: Partial<SchedulePrices> = {}) => schedule('40000', NOW + HOUR, more);
    const dearer: CatalogChange = {
      type: 'PriceDataPlan',
      code: 1301,
      prices: { price: '90000', cost: '80000' },
    };

    it('is refused when it is scheduled without permission', async () => {
      expect(await one.change(losing())).toBe('NEGATIVE_MARGIN');
      expect(await one.change(losing({ belowCost: true }))).toBe('1');
      expect(await one.priceAt(NOW + HOUR)).toBe(400);
      expect(one.catalog.state.dataPlans.get(1301)).toMatchObject({ belowCost: true });
    });

    it('is measured against the cost at its moment, after earlier scheduled changes', async () => {
      await one.change(
        schedule('90000', NOW + HOUR, {
          wanted: [{ service: 'data', code: 1301, price: '90000', cost: '80000' }],
        }),
      );
      expect(await one.change(schedule('60000', NOW + 2 * HOUR))).toBe('NEGATIVE_MARGIN');
    });

    it('after a rise of the cost leaves the plan unchanged, gives the reason, and stays listed', async () => {
      await one.change(schedule('60000', NOW + HOUR));
      await one.change(dearer, 'bola');
      expect((await one.listed())[0]).toMatchObject({
        refused: false,
        reason: expect.stringContaining('below what the vendor charges'),
      });
      expect(await one.priceAt(NOW + HOUR)).toBe(900);
      expect((await one.facts()).at(-1)).toBe('PriceChangeRefused ada');
      const id = await one.lastId();
      expect((await one.events()).at(-1)!.data).toMatchObject({
        scheduleId: id,
        prices: { price: '60000' },
        reason: '₦600.00 is below what the vendor charges by now, ₦800.00.',
      });
      expect([...one.catalog.state.refused.keys()]).toEqual([id]);
      expect(await one.listed()).toMatchObject([{ refused: true, then: { price: '60000' } }]);
      expect(one.stream.nextMoment).toBe(Infinity);
      expect(await one.change({ type: 'CancelPriceChange', id })).toBe('1');
      expect(await one.listed()).toEqual([]);
    });

    it('and a lower cost, after a rise of the cost, leave the plan unchanged', async () => {
      const cheaper = (cost: string) => [{ service: 'data', code: 1301, price: '60000', cost }] as const;
      await one.change(schedule('60000', NOW + HOUR, { wanted: cheaper('50000') }));
      await one.change(dearer, 'bola');
      expect(await one.priceAt(NOW + HOUR)).toBe(900);
      expect((await one.events()).at(-1)!.data).toMatchObject({
        reason: 'Its cost has risen to ₦800.00 since it was scheduled.',
      });
      await one.change(schedule('60000', NOW + 2 * HOUR, { wanted: cheaper('50000'), seen: {} }));
      expect(await one.priceAt(NOW + 2 * HOUR)).toBe(600);
    });

    it('and refused is over once the plan is priced again', async () => {
      await one.change(schedule('60000', NOW + HOUR));
      await one.change(dearer);
      await one.priceAt(NOW + HOUR);
      await one.change({ type: 'PriceDataPlan', code: 1301, prices: { price: '95000' } });
      expect(await one.listed()).toEqual([]);
    });

    it('does not stop changes of other plans at the same moment', async () => {
      await one.change(schedule('60000', NOW + HOUR));
      await one.change(
        schedule('80000', NOW + HOUR, {
          wanted: [{ service: 'data', code: 1102, price: '80000' }],
          seen: {},
        }),
      );
      await one.change(dearer);
      await one.priceAt(NOW + HOUR);
      expect(one.catalog.state.dataPlans.get(1102)).toMatchObject({ price: '80000' });
    });
  });

  describe('when cancelled', () => {
    it('never takes effect, and a second cancellation changes nothing', async () => {
      await one.change(schedule('60000', NOW + HOUR));
      const id = await one.lastId();
      expect(await one.change({ type: 'CancelPriceChange', id }, 'bola')).toBe('1');
      expect(await new CatalogProcess(one.store).change({ type: 'CancelPriceChange', id })).toBe('0');
      expect(await one.priceAt(NOW + HOUR)).toBe(500);
      expect(await one.facts()).toEqual(['PriceChangeScheduled ada', 'PriceChangeCancelled bola']);
      expect(await one.change(schedule('60000', NOW + HOUR))).toBe('1');
    });

    it('is refused once it took effect, and so is an unknown id', async () => {
      await one.change(schedule('60000', NOW + HOUR));
      await one.priceAt(NOW + HOUR);
      expect(await one.change({ type: 'CancelPriceChange', id: await one.lastId() })).toBe(
        'PRICE_CHANGE_OVER',
      );
      expect(await one.change({ type: 'CancelPriceChange', id: 'none' })).toBe('PRICE_CHANGE_OVER');
    });

    it.each(Array.from({ length: 20 }, (_, index) => index))(
      'at its moment either takes effect or is cancelled, and a late cancellation is refused [%i]',
      async () => {
        await one.change(schedule('60000', NOW + HOUR));
        const other = new CatalogProcess(one.store);
        const [cancelled, price] = await Promise.all([
          other.change({ type: 'CancelPriceChange', id: await one.lastId() }),
          one.priceAt(NOW + HOUR),
        ]);
        expect([cancelled, price]).toEqual(cancelled === '1' ? ['1', 500] : ['PRICE_CHANGE_OVER', 600]);
        expect(await one.facts()).toHaveLength(2);
      },
    );
  });

  describe('from a file', () => {
    const file = (more: Partial<SchedulePrices> = {}): SchedulePrices =>
      schedule('', NOW + HOUR, {
        wanted: [
          { service: 'data', code: 1301, price: '60000', affiliatePrice: '59000', cost: '48500' },
          { service: 'data', code: 1102, price: one.catalog.state.dataPlans.get(1102)!.price },
          { service: 'exams', code: 1, price: '410000', affiliatePrice: null },
        ],
        seen: 0,
        ...more,
      });

    it('is scheduled for every line that differs, and repeating the file changes nothing', async () => {
      expect(await one.change(file())).toBe('2');
      expect(await one.change(file())).toBe('0');
      const [first] = await one.events();
      expect(first!.data).toMatchObject({
        prices: { price: '60000', affiliatePrice: '59000' },
        was: { price: '50000', affiliatePrice: null },
      });
      await one.priceAt(NOW + HOUR);
      expect(one.catalog.state.dataPlans.get(1301)).toMatchObject({
        price: '60000',
        affiliatePrice: '59000',
      });
      expect(one.catalog.state.exams.get(1)).toMatchObject({ price: '410000' });
      expect(await one.facts()).toHaveLength(4);
    });

    it('is refused with the whole file when a price changed since the preview, or is below the cost', async () => {
      expect(await one.change(file({ seen: 1 }))).toBe('STALE_EDIT');
      const wanted = [...file().wanted, { service: 'exams' as const, code: 2, price: '50000' }];
      expect(await one.change(file({ wanted }))).toBe('NEGATIVE_MARGIN');
      expect(await one.facts()).toEqual([]);
      expect(await one.change(file({ wanted, belowCost: true }))).toBe('3');
    });
  });

  it(`is limited to ${PRICE_CHANGES_MAX} pending changes`, async () => {
    const moments = Array.from({ length: PRICE_CHANGES_MAX }, (_, n) => NOW + HOUR + n);
    for (const at of moments)
      one.catalog.apply({
        type: 'PriceChangeScheduled',
        id: `s${at}`,
        at: new Date(NOW).toISOString(),
        actor: { kind: 'admin', id: 'x' },
        data: {
          service: 'exams',
          code: 1,
          name: 'WAEC pin',
          prices: { price: '410000' },
          was: { price: '400000' },
          takesEffect: new Date(at).toISOString(),
        },
      });
    expect(await one.change(schedule('60000', NOW + HOUR))).toBe('VALIDATION_FAILED at');
  });
});
