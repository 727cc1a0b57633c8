import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { AppendOutcomeUnknown } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import { quoteCable } from '../../products/cable/cable.product.js';
import { quoteData } from '../../products/data/data.product.js';
import { quoteExam } from '../../products/exams/exams.product.js';
import { CatalogStream } from '../catalog-stream.js';
import { CATALOG_STREAM } from '../catalog.events.js';
import { Catalog } from '../catalog.js';
import type { WantedPlan } from './plan-after.decider.js';
import type { PricePlan, PricePlans } from './price-many.decider.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
const by = (id: string): EventContext => ({
  actor: { kind: 'admin', id },
  now: new Date(),
  correlationId: 'change',
});
/** MTN 1301: ₦500.00, cost ₦485.00. GOtv 101. WAEC: ₦4,000.00, cost ₦3,750.00. */
const WANTED: readonly WantedPlan[] = [
  { service: 'data', code: 1301, price: '60000', affiliatePrice: '59000', cost: '49000' },
  { service: 'cable', code: 101, price: '1000000' },
  { service: 'exams', code: 1, price: '410000', affiliatePrice: null },
];

describe('prices of many plans', () => {
  let store: MemoryEventStore;
  let catalog: Catalog;
  let stream: CatalogStream;
  beforeEach(() => {
    store = new MemoryEventStore();
    catalog = new Catalog(SETTINGS);
    stream = new CatalogStream(catalog, store);
  });

  const of = (wanted = WANTED, more: Partial<PricePlans> = {}): PricePlans => ({
    type: 'PricePlans',
    wanted,
    seen: 0,
    belowCost: false,
    ...more,
  });
  const apply = (change: PricePlans, on = stream, id = 'ada'): Promise<number | string> =>
    on
      .change(change, by(id))
      .catch((error: unknown) => (error instanceof RuleBroken ? error.code : String(error)));
  const facts = () => store.readStream(CATALOG_STREAM);

  it('change together, each with an event that holds the administrator and the previous price', async () => {
    expect(await apply(of())).toBe(3);
    const tier = 'regular';
    expect(quoteData(catalog, { plan: 1301, tier }).amount).toBe(600_00n);
    expect(quoteData(catalog, { plan: 1301, tier: 'affiliate' }).amount).toBe(590_00n);
    expect(quoteCable(catalog, { plan: 101, tier }).amount).toBe(10_000_00n);
    expect(quoteExam(catalog, { exam: 1, quantity: 1, tier }).amount).toBe(4_100_00n);
    const stored = await facts();
    expect(stored.map(({ type, actor }) => [type, actor.id])).toEqual([
      ['DataPlanSet', 'ada'],
      ['CablePlanSet', 'ada'],
      ['ExamSet', 'ada'],
    ]);
    expect(stored[0]!.data).toEqual({
      plan: expect.objectContaining({
        price: '60000',
        affiliatePrice: '59000',
        cost: '49000',
        validity: '1 day',
      }),
      was: expect.objectContaining({ price: '50000', cost: '48500' }),
    });
  });

  it('change once when the same file is sent repeatedly', async () => {
    expect(await apply(of())).toBe(3);
    expect(await apply(of())).toBe(0);
    expect(await apply(of())).toBe(0);
    expect(await facts()).toHaveLength(3);
  });

  it('change once when the append loses its answer and another process repeats the file', async () => {
    const [append, sent] = [store.append.bind(store), { lost: 0 }];
    store.append = async (...asked) => {
      const appended = await append(...asked);
      if (sent.lost++ === 0) throw new AppendOutcomeUnknown('no answer');
      return appended;
    };
    const other = new CatalogStream(new Catalog(SETTINGS), store);
    expect(await apply(of())).toBe(3);
    expect(sent.lost).toBe(2);
    expect(await apply(of(), other)).toBe(0);
    expect(await facts()).toHaveLength(3);
  });

  it.each(Array.from({ length: 20 }, (_, index) => index))(
    'of two files applied at once are stored from one file, and the other is refused [%i]',
    async () => {
      const other = new CatalogStream(new Catalog(SETTINGS), store);
      const theirs = WANTED.map((row) => ({ ...row, price: `${row.price}0` }));
      const outcomes = await Promise.all([apply(of(), stream, 'ada'), apply(of(theirs), other, 'bola')]);
      expect(outcomes.map(String).toSorted()).toEqual(['3', 'STALE_EDIT']);
      const winner = outcomes[0] === 3 ? 'ada' : 'bola';
      expect((await facts()).map(({ actor }) => actor.id)).toEqual([winner, winner, winner]);
    },
  );

  it('are all refused when one price has changed since the preview, but not after a network switch', async () => {
    await stream.change({ type: 'SwitchNetwork', network: 2, on: false }, by('eve'));
    const seen = catalog.state.priceVersion;
    await stream.change({ type: 'PriceDataPlan', code: 1102, prices: { price: '70000' } }, by('eve'));
    expect(await apply(of(WANTED, { seen }))).toBe('STALE_EDIT');
    expect(await facts()).toHaveLength(2);
    expect(await apply(of(WANTED, { seen: seen + 1 }))).toBe(3);
  });

  it('below the cost are all refused, naming the plan, unless the file allows them', async () => {
    const cheap: WantedPlan[] = [...WANTED, { service: 'exams', code: 2, price: '50000' }];
    await expect(stream.change(of(cheap), by('ada'))).rejects.toMatchObject({
      code: 'NEGATIVE_MARGIN',
      message: expect.stringContaining('₦500.00 of NECO pin is below what the vendor charges, ₦1,100.00'),
    });
    expect(await facts()).toEqual([]);
    expect(await apply(of(cheap, { belowCost: true }))).toBe(4);
    expect(catalog.state.exams.get(2)).toMatchObject({ price: '50000', belowCost: true });
    // `belowCost` is not stored for prices above cost.
    expect(catalog.state.dataPlans.get(1301)).not.toHaveProperty('belowCost');
    const dearer: WantedPlan[] = [{ service: 'exams', code: 2, price: '50000', cost: '120000' }];
    expect(await apply(of(dearer, { seen: catalog.state.priceVersion }))).toBe('NEGATIVE_MARGIN');
  });

  it('need no permission when the whole service may sell below cost', async () => {
    await stream.change({ type: 'AllowBelowCost', service: 'exams', allowed: true }, by('eve'));
    expect(await apply(of([{ service: 'exams', code: 2, price: '50000' }]))).toBe(1);
  });

  it('reset the affiliate price when its cell is empty', async () => {
    await apply(of());
    const seen = catalog.state.priceVersion;
    const wanted: WantedPlan[] = [{ service: 'data', code: 1301, price: '60000', affiliatePrice: null }];
    expect(await apply(of(wanted, { seen }))).toBe(1);
    expect(catalog.state.dataPlans.get(1301)).not.toHaveProperty('affiliatePrice');
  });

  it('change nothing when one plan is unknown', async () => {
    expect(await apply(of([...WANTED, { service: 'data', code: 9, price: '1' }]))).toBe('PLAN_NOT_FOUND');
    expect(await facts()).toEqual([]);
  });
});

describe('the price of one bouquet or exam pin', () => {
  let store: MemoryEventStore;
  let stream: CatalogStream;
  beforeEach(() => {
    store = new MemoryEventStore();
    stream = new CatalogStream(new Catalog(SETTINGS), store);
  });
  const set = (more: Partial<PricePlan>, id = 'ada') =>
    stream
      .change(
        {
          type: 'PricePlan',
          service: 'exams',
          code: 1,
          prices: { price: '410000' },
          seen: { price: '400000' },
          ...more,
        },
        by(id),
      )
      .catch((error: unknown) => (error instanceof RuleBroken ? error.code : String(error)));

  it('is set by one of two administrators who saw the same price, and leaves other fields alone', async () => {
    expect(await set({})).toBe(1);
    expect(await set({})).toBe(0);
    expect(await set({ prices: { price: '420000' } }, 'eve')).toBe('STALE_EDIT');
    expect(await set({ prices: { affiliatePrice: '405000' }, seen: { price: '410000' } })).toBe(1);
    expect((await store.readStream(CATALOG_STREAM)).at(-1)!.data).toEqual({
      exam: expect.objectContaining({ price: '410000', affiliatePrice: '405000', cost: '375000' }),
      was: expect.objectContaining({ price: '410000', cost: '375000' }),
    });
  });

  it('is refused below the cost without permission, for unknown plans, and for zero', async () => {
    expect(await set({ prices: { price: '370000' } })).toBe('NEGATIVE_MARGIN');
    expect(await set({ code: 99 })).toBe('PLAN_NOT_FOUND');
    expect(await set({ service: 'cable', code: 1 })).toBe('PLAN_NOT_FOUND');
    expect(await set({ prices: { price: '0' } })).toBe('VALIDATION_FAILED');
    expect(await store.readStream(CATALOG_STREAM)).toEqual([]);
    expect(await set({ prices: { price: '370000', belowCost: true } })).toBe(1);
    // Permission for the old price does not cover a new one.
    expect(await set({ prices: { price: '371000' }, seen: { price: '370000' } })).toBe('NEGATIVE_MARGIN');
  });
});
