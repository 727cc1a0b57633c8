import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../contracts/errors.js';
import { TIERS, type Tier } from '../contracts/services.js';
import { quoteCable } from '../products/cable/cable.product.js';
import { quoteData } from '../products/data/data.product.js';
import { quoteExam } from '../products/exams/exams.product.js';
import { CatalogStream } from './catalog-stream.js';
import type { CatalogChange } from './catalog.decider.js';
import { CATALOG_STREAM } from './catalog.events.js';
import { Catalog } from './catalog.js';

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

type Pricing = Extract<CatalogChange, { type: 'PriceDataPlan' }>;
/** MTN plan 1301 is sold at ₦500.00 and costs ₦485.00. */
const price = (digits: string, more: Partial<Pricing> = {}): Pricing => ({
  type: 'PriceDataPlan',
  code: 1301,
  prices: { price: digits },
  seen: { price: '50000' },
  ...more,
});

describe('a price', () => {
  let store: MemoryEventStore;
  let catalog: Catalog;
  let stream: CatalogStream;
  beforeEach(() => {
    store = new MemoryEventStore();
    catalog = new Catalog(SETTINGS);
    stream = new CatalogStream(catalog, store);
  });

  const change = (what: CatalogChange, on = stream, id = 'grace'): Promise<string> =>
    on.change(what, by(id)).then(
      () => 'changed',
      (error: unknown) => (error instanceof RuleBroken ? error.code : String(error)),
    );
  const told = (what: CatalogChange): Promise<string> =>
    stream.change(what, by('grace')).then(
      () => '',
      ({ message }: RuleBroken) => message,
    );
  const facts = async () =>
    (await store.readStream(CATALOG_STREAM)).map(({ type, actor, data }) => ({ type, by: actor.id, data }));
  const quoted = (tier: Tier) => quoteData(catalog, { plan: 1301, tier });

  it('applies to the quotes of every tier, less the discount, and never below cost', async () => {
    expect(await change(price('60000'))).toBe('changed');
    for (const tier of TIERS) expect(quoted(tier)).toMatchObject({ amount: 600_00n, price: 594_00n });
    expect(await change(price('48600', { seen: { price: '60000' } }))).toBe('changed');
    for (const tier of TIERS) expect(quoted(tier)).toMatchObject({ price: 485_00n, discount: 1_00n });
  });

  it('set for affiliates leaves the regular price alone', async () => {
    const affiliates = { prices: { affiliatePrice: '49500' }, seen: { affiliatePrice: '50000' } };
    expect(await change({ type: 'PriceDataPlan', code: 1301, ...affiliates })).toBe('changed');
    expect(quoted('regular').price).toBe(495_00n);
    expect(quoted('affiliate').price).toBe(490_05n);
  });

  it('is refused when it differs from the one on the screen, and the error tells the stored price', async () => {
    await change(price('60000'));
    expect(await told(price('55000'))).toContain('The price of 1GB - 1 day is now ₦600.00.');
    const cost = { prices: { cost: '49000' }, seen: { cost: '48000' } };
    expect(await told({ type: 'PriceDataPlan', code: 1301, ...cost })).toContain(
      'The cost of 1GB - 1 day is now ₦485.00.',
    );
    const affiliates = { prices: { affiliatePrice: '49000' }, seen: { affiliatePrice: '50000' } };
    expect(await told({ type: 'PriceDataPlan', code: 1301, ...affiliates })).toContain(
      'The affiliate price of 1GB - 1 day is now ₦600.00.',
    );
    expect((await facts()).length).toBe(1);
  });

  it('appends nothing when it is already stored, even if the change is repeated with outdated prices', async () => {
    expect(await change(price('60000'))).toBe('changed');
    expect(await change(price('60000'))).toBe('changed');
    expect(await change(price('50000', { seen: { price: '60000' } }))).toBe('changed');
    expect(await change(price('50000', { seen: { price: '1' } }))).toBe('changed');
    expect((await facts()).length).toBe(2);
  });

  it('of a plan of another network is not found', async () =>
    expect(await change(price('60000', { network: 2 }))).toBe('PLAN_NOT_FOUND'));

  it.each(Array.from({ length: 20 }, (_, index) => index))(
    'of two administrators at once is stored for one, and refused for the other [%i]',
    async () => {
      const other = new CatalogStream(new Catalog(SETTINGS), store);
      const outcomes = await Promise.all([
        change(price('60000'), stream, 'ada'),
        change(price('70000'), other, 'bola'),
      ]);
      expect(outcomes.toSorted()).toEqual(['STALE_EDIT', 'changed']);
      const [fact, ...more] = await facts();
      expect(more).toEqual([]);
      const [winner, digits] = outcomes[0] === 'changed' ? ['ada', '60000'] : ['bola', '70000'];
      expect(fact).toMatchObject({ by: winner, data: { plan: { price: digits }, was: { price: '50000' } } });
    },
  );

  it('for affiliates and for regular customers can be changed concurrently', async () => {
    const other = new CatalogStream(new Catalog(SETTINGS), store);
    const affiliates = { prices: { affiliatePrice: '49500' }, seen: { affiliatePrice: '50000' } };
    const first = await change({ type: 'PriceDataPlan', code: 1301, ...affiliates }, other);
    expect([first, await change(price('60000'))]).toEqual(['changed', 'changed']);
    expect(catalog.state.dataPlans.get(1301)).toMatchObject({ price: '60000', affiliatePrice: '49500' });
  });

  describe('below the cost', () => {
    it('is refused with both figures, for each tier and for a raised cost', async () => {
      expect(await told(price('40000'))).toContain(
        'The price ₦400.00 is below what the vendor charges, ₦485.00.',
      );
      expect(await change(price('60000', { prices: { price: '60000', affiliatePrice: '48499' } }))).toBe(
        'NEGATIVE_MARGIN',
      );
      expect(await change(price('', { prices: { cost: '50001' } }))).toBe('NEGATIVE_MARGIN');
      expect(await change({ type: 'PriceCablePlan', code: 101, prices: { price: '2' } })).toBe(
        'NEGATIVE_MARGIN',
      );
      expect(await change({ type: 'PriceExam', exam: 1, prices: { price: '2' } })).toBe('NEGATIVE_MARGIN');
      expect(await change(price('48500'))).toBe('changed');
    });

    it('is sold when the change allows it, and the event says so', async () => {
      expect(await change(price('', { prices: { price: '40000', belowCost: true } }))).toBe('changed');
      for (const tier of TIERS) expect(quoted(tier)).toMatchObject({ price: 396_00n, expectedCost: 485_00n });
      expect((await facts())[0]!.data).toMatchObject({ plan: { price: '40000', belowCost: true } });
      await change({ type: 'PriceCablePlan', code: 101, prices: { price: '100', belowCost: true } });
      expect(quoteCable(catalog, { plan: 101, tier: 'regular' }).price).toBe(99n);
      await change({ type: 'PriceExam', exam: 1, prices: { price: '100', belowCost: true } });
      expect(quoteExam(catalog, { exam: 1, quantity: 2, tier: 'regular' }).price).toBe(198n);
    });

    it('must be allowed with every change, and the flag is dropped once the price covers the cost', async () => {
      await change(price('', { prices: { price: '40000', belowCost: true } }));
      const seen = { price: '40000' };
      expect(await change(price('39000', { seen }))).toBe('NEGATIVE_MARGIN');
      expect(await change(price('', { prices: { price: '60000', belowCost: true }, seen }))).toBe('changed');
      expect(catalog.state.dataPlans.get(1301)).not.toHaveProperty('belowCost');
    });

    it('needs no permission when the whole service allows it', async () => {
      await change({ type: 'AllowBelowCost', service: 'data', allowed: true });
      expect(await change(price('40000'))).toBe('changed');
      expect(quoted('regular').price).toBe(396_00n);
      await change({ type: 'AllowBelowCost', service: 'data', allowed: false });
      expect(() => quoted('regular')).toThrow(expect.objectContaining({ code: 'PLAN_DISABLED' }));
    });
  });

  describe('of the upgrade', () => {
    const set = (fee: string, seen?: string): CatalogChange => ({
      type: 'SetAffiliateFee',
      fee,
      configured: '200000',
      ...(seen !== undefined && { seen }),
    });

    it('comes from the settings until an administrator sets it, and the event holds the previous fee', async () => {
      expect(catalog.state.affiliateFee).toBeUndefined();
      expect(await change(set('200000'))).toBe('changed');
      expect(await facts()).toEqual([]);
      await change(set('250000', '200000'));
      await change(set('300000', '250000'));
      expect(catalog.state.affiliateFee).toBe(300_000n);
      expect((await facts()).map(({ type, data }) => [type, data])).toEqual([
        ['AffiliateFeeSet', { fee: '250000', was: '200000' }],
        ['AffiliateFeeSet', { fee: '300000', was: '250000' }],
      ]);
    });

    it('is refused when another fee was on the screen, and when it is zero', async () => {
      await change(set('250000'));
      expect(await told(set('300000', '200000'))).toContain('The fee is now ₦2,500.00.');
      expect(await change(set('0'))).toBe('VALIDATION_FAILED');
    });

    it('set by two administrators at once is stored for one of them', async () => {
      const other = new CatalogStream(new Catalog(SETTINGS), store);
      const both = [change(set('250000', '200000')), change(set('300000', '200000'), other)];
      expect((await Promise.all(both)).toSorted()).toEqual(['STALE_EDIT', 'changed']);
      expect((await facts()).length).toBe(1);
    });
  });
});
