import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { fact } from '../../../infra/event-store/event-context.js';
import { NO_STREAM } from '../../../infra/event-store/event-store.js';
import { CATALOG_STREAM } from '../../catalog/catalog.events.js';
import { CatalogProcess, DAY, NOW, schedule } from '../../catalog/prices/testing/scheduling.js';
import { WalletProcess } from '../../wallet/testing/wallet-process.js';
import type { PriceWork } from '../approval.events.js';
import { decideApproval, finishApproval } from '../approvals.js';
import { SetPrices, SetPricesHandler } from './set-prices.handler.js';

let store: MemoryEventStore;
let catalogue: CatalogProcess;
let here: WalletProcess;
beforeEach(() => {
  store = new MemoryEventStore();
  catalogue = new CatalogProcess(store);
  here = new WalletProcess(store);
});

const by = (id: string, days = 0) =>
  ({ actor: { kind: 'admin', id }, correlationId: id, now: new Date(NOW + days * DAY) }) as const;
const set = (change: PriceWork['change'], days = 0, confirmed = true) =>
  new SetPricesHandler(catalogue.stream, catalogue.catalog, store)
    .execute(new SetPrices(change, by('grace', days), confirmed))
    .catch((error: { code: string }) => error.code);
/** Plan 1301 is sold at ₦500.00 and costs ₦485.00. */
const price = (prices: { price?: string; cost?: string; belowCost?: true }): PriceWork['change'] => ({
  type: 'PriceDataPlan',
  code: 1301,
  prices,
});
const many = (digits: string, seen = 0): PriceWork['change'] => ({
  type: 'PricePlans',
  wanted: [{ service: 'data', code: 1301, price: digits }],
  seen,
  belowCost: true,
});
const asked = async () =>
  (await store.readAll(0, 100)).flatMap(({ type, data }) =>
    type === 'ApprovalRequested' ? [{ id: String(data['approvalId']), reason: data['reason'] }] : [],
  );
const grant = async (days = 0) => {
  const { id } = (await asked()).at(-1)!;
  await decideApproval(store, id, { grant: true }, by('eve', days));
  const finish = () => finishApproval({ eventStore: store, wallets: here.wallets }, id, by('eve', days).now);
  const ends = await Promise.all([finish(), finish()]);
  await catalogue.stream.catchUp();
  return ends.map(({ standing }) => standing);
};

describe('a price below cost', () => {
  it.each([
    ['of one plan', price({ price: '100', belowCost: true })],
    ['together with a lower cost', price({ price: '100', cost: '90' })],
    ['of many plans', many('100')],
  ])('%s changes once, when a second administrator agrees', async (_what, change) => {
    expect(await set(change)).toBe('waiting');
    expect(await set(change)).toBe('waiting');
    expect(await asked()).toMatchObject([
      { reason: expect.stringMatching(/for ₦1\.00\. It costs or lately did cost ₦485\.00\./) },
    ]);
    expect(catalogue.price).toBe(500);
    expect(await grant()).toEqual(['applied', 'applied']);
    expect(catalogue.price).toBe(1);
    expect(await store.readStream(CATALOG_STREAM)).toMatchObject([
      { type: 'DataPlanSet', actor: { id: 'grace' }, data: { approvedBy: 'eve' } },
    ]);
    expect(await set(change)).not.toBe('waiting');
  });

  it('needs agreement when it is scheduled, and lapses when its time has passed', async () => {
    const cheap = schedule('100', NOW + 2 * DAY, { belowCost: true });
    expect(await set(cheap)).toBe('waiting');
    expect(await grant(3)).toEqual(['lapsed', 'lapsed']);
    expect(await set(cheap)).toBe('waiting');
    expect(await grant(1)).toEqual(['applied', 'applied']);
    expect(await catalogue.priceAt(NOW + 2 * DAY)).toBe(1);
  });

  it('needs agreement when it is below the cost of its moment', async () => {
    const cost = { price: '60000', cost: '59000' };
    const dearer = [{ service: 'data', code: 1301, ...cost }] as const;
    expect(await set(schedule('60000', NOW + DAY, { wanted: dearer }))).toBe(1);
    expect(await set(schedule('50000', NOW + 2 * DAY, { belowCost: true }))).toBe('waiting');
    expect((await asked()).at(-1)!.reason).toMatch(
      /Mtn Gifting 1GB - 1 day for ₦500\.00\. It costs or lately did cost ₦590\.00\.$/,
    );
  });

  it('needs agreement for a scheduled change that keeps such a price', async () => {
    await set(price({ price: '100', belowCost: true }));
    await grant();
    const wanted = [{ service: 'data', code: 1301, details: { place: 3 } }] as const;
    expect(await set(schedule('', NOW + DAY, { wanted, seen: 1 }))).toBe(1);
    const again = { wanted, seen: 1, belowCost: true };
    expect(await set(schedule('', NOW + 2 * DAY, again))).toBe('waiting');
  });

  it('lapses when the price list was changed meanwhile', async () => {
    await set(many('100'));
    expect(await set(price({ price: '60000' }))).toBe(1);
    expect(await grant()).toEqual(['lapsed', 'lapsed']);
    expect(catalogue.price).toBe(600);
  });
});

describe('the cost at a vendor account', () => {
  const costs = (at4: string | null, seen = 0): PriceWork['change'] => ({
    type: 'PricePlans',
    wanted: [{ service: 'data', code: 1301, details: { costs: { '4': at4 } } }],
    seen,
    belowCost: false,
  });
  const reason = async () => (await asked()).at(-1)?.reason;

  it('rises by one hand, up to the price', async () => {
    expect(await set(costs('49000'))).toBe(1);
    expect(await set(costs('50001', 1))).toBe('NEGATIVE_MARGIN');
    expect(await asked()).toEqual([]);
  });

  it.each([
    ['below the cost of the plan', '40000', 0, /vendor 4 falls from ₦485\.00 to ₦400\.00/],
    ['back to the cost of the plan', null, 1, /vendor 4 falls from ₦490\.00 to ₦485\.00/],
  ] as const)('falls %s only when a second administrator agrees', async (_to, at4, seen, why) => {
    if (seen === 1) await set(costs('49000'));
    expect(await set(costs(at4, seen))).toBe('waiting');
    expect(await reason()).toMatch(why);
  });

  it('is the floor of the price, so a price below it needs a second administrator', async () => {
    await set(costs('49000'));
    expect(await set(price({ price: '48800', belowCost: true }))).toBe('waiting');
    expect(await reason()).toMatch(/It costs or lately did cost ₦490\.00\./);
  });
});

describe('a new plan', () => {
  const offer = (prices: { price: string; cost: string }, details: object = {}, seen = 0) =>
    ({
      type: 'PricePlans',
      wanted: [
        {
          service: 'data',
          code: 1197,
          ...prices,
          details: { network: 1, planType: 1, size: '4GB', days: 7, ...details },
        },
      ],
      seen,
      belowCost: true,
    }) as const satisfies PriceWork['change'];
  const cheap = { price: '110', cost: '100' };
  const dear = { price: '290000', cost: '285000' };
  const bouquet = {
    ...offer(cheap),
    wanted: [{ service: 'cable', code: 299, ...dear, details: { provider: 2, size: 'Great Wall' } }] as const,
  } satisfies PriceWork['change'];

  it.each([
    ['with a low cost', offer(cheap)],
    ['with the cost of a larger plan', offer(dear)],
    ['of bouquets', bouquet],
  ])('%s is offered once, when a second administrator agrees', async (_what, change) => {
    expect(await set(change)).toBe('waiting');
    expect(await set(change)).toBe('waiting');
    expect(await asked()).toMatchObject([
      { reason: expect.stringMatching(/It is new, and is said to cost/) },
    ]);
    expect(await store.readStream(CATALOG_STREAM)).toEqual([]);
    expect(await grant()).toEqual(['applied', 'applied']);
    expect(await store.readStream(CATALOG_STREAM)).toMatchObject([
      { actor: { id: 'grace' }, data: { was: null, approvedBy: 'eve' } },
    ]);
  });

  it('is asked for with its codes', async () => {
    await set(offer(dear, { codes: { vtpass: 'mtn-4gb', 4: '291', 6: '' } }));
    expect((await asked())[0]!.reason).toBe(
      'Mtn SME 4GB - 7 days for ₦2,900.00. It is new, and is said to cost ₦2,850.00. Its code at 4 is 291. Its code at vtpass is mtn-4gb.',
    );
  });

  it('needs agreement when a retired plan is offered again', async () => {
    await catalogue.change({ type: 'RetirePlan', service: 'data', code: 1104 });
    const again = offer(dear, { size: '5GB', days: 30 }, 1);
    expect(await set({ ...again, wanted: [{ ...again.wanted[0], code: 1104 }] })).toBe('waiting');
  });

  it('needs no agreement before the prices are confirmed, unless it begins later', async () => {
    await store.append(CATALOG_STREAM, NO_STREAM, [fact('CatalogStarted', {}, by('ada'))]);
    const { wanted } = offer(cheap);
    const later = { type: 'SchedulePrices', wanted, seen: 1, belowCost: false } as const;
    expect(await set({ ...later, at: NOW + DAY, now: NOW })).toBe('waiting');
    expect(await set(offer(cheap, {}, 1))).toBe(1);
    expect(await catalogue.change({ type: 'ConfirmPrices', seen: 2 })).toBe('1');
    const second = offer(cheap, { size: '5GB' }, 2);
    expect(await set({ ...second, wanted: [{ ...second.wanted[0], code: 1198 }] })).toBe('waiting');
  });
});

describe('a lower cost', () => {
  const cost = (naira: string): PriceWork['change'] => price({ cost: naira });
  const later = (digits: string, days: number): PriceWork['change'] =>
    schedule('60000', NOW + days * DAY, {
      wanted: [{ service: 'data', code: 1301, price: '60000', cost: digits }],
    });

  it('needs agreement, after any time, and a higher cost needs none', async () => {
    expect(await set(cost('48499'))).toBe('waiting');
    expect(await asked()).toMatchObject([
      { reason: 'Mtn Gifting 1GB - 1 day for ₦500.00. Its cost falls from ₦485.00 to ₦484.99.' },
    ]);
    expect(await set(cost('49000'))).toBe(1);
    expect(await set(cost('48500'), 400)).toBe('waiting');
    expect(await grant(400)).toEqual(['applied', 'applied']);
    expect(catalogue.catalog.state.dataPlans.get(1301)).toMatchObject({ cost: '48500' });
  });

  it('needs agreement when it follows a scheduled higher cost', async () => {
    expect(await set(later('55000', 1))).toBe(1);
    expect(await set(later('54000', 2))).toBe('waiting');
  });
});

it('needs agreement for the code of an earlier scheduled change, which may be cancelled', async () => {
  const later = (price: string, days: number) =>
    schedule(price, NOW + days * DAY, {
      wanted: [{ service: 'data', code: 1301, price, details: { codes: { 4: 'mtn-100gb' } } }],
    });
  expect(await set(later('60000', 1))).toBe('waiting');
  expect(await grant()).toEqual(['applied', 'applied']);
  expect(await set(later('61000', 2))).toBe('waiting');
});

describe('a file of many plans', () => {
  it('names each plan that needs agreement, other codes and new plans first', async () => {
    const wanted = [
      {
        service: 'data',
        code: 1197,
        price: '290000',
        cost: '285000',
        details: { network: 1, planType: 1, size: '4GB', days: 7 },
      },
      { service: 'data', code: 1104, details: { codes: { 4: '291' } } },
      { service: 'data', code: 1302, cost: '1' },
      { service: 'data', code: 1301, price: '100' },
    ] as const;
    expect(await set({ type: 'PricePlans', wanted, seen: 0, belowCost: true })).toBe('waiting');
    const [request] = await asked();
    expect(request!.reason).toMatch(
      /Its code at 4 changes .* It is new, .* for ₦1\.00\. It costs .* Its cost falls from/,
    );
  });

  it.each([
    [100, 'waiting'],
    [101, 'VALIDATION_FAILED'],
  ])('with %i plans that need agreement is %s', async (count, outcome) => {
    const wanted = Array.from({ length: count }, (_, at) => ({
      service: 'data' as const,
      code: 5_000 + at,
      price: '290000',
      cost: '285000',
      details: { network: 1 as const, planType: 1 as const, size: `${at}GB`, days: 7 },
    }));
    expect(await set({ type: 'PricePlans', wanted, seen: 0, belowCost: false })).toBe(outcome);
    expect(await asked()).toHaveLength(outcome === 'waiting' ? 1 : 0);
  });
});

describe('a code at a vendor', () => {
  const coded = (codes: Record<string, string | null>, more: object = {}): PriceWork['change'] => ({
    type: 'PricePlans',
    wanted: [{ service: 'data', code: 1301, details: { codes, ...more } }],
    seen: 0,
    belowCost: false,
  });

  it.each([
    ['another code of an adapter', coded({ vtpass: 'mtn-100gb' })],
    ['a code of an account that had none', coded({ 4: '291' })],
    [
      'another code at a later moment',
      {
        type: 'SchedulePrices',
        wanted: [{ service: 'data', code: 1301, details: { codes: { vtpass: 'mtn-100gb' } } }],
        seen: 0,
        belowCost: false,
        at: NOW + DAY,
        now: NOW,
      },
    ],
  ] satisfies readonly [string, PriceWork['change']][])('%s needs agreement', async (_what, change) => {
    expect(await set(change)).toBe('waiting');
    expect(await asked()).toMatchObject([{ reason: expect.stringMatching(/Its code at .* changes from/) }]);
    expect(await store.readStream(CATALOG_STREAM)).toEqual([]);
    expect(await grant()).toEqual(['applied', 'applied']);
  });

  it('is named beside every other code and a lower cost', async () => {
    const { wanted, ...file } = coded({ vtpass: 'mtn-100gb', 4: '291', 6: '' }) as Extract<
      PriceWork['change'],
      { type: 'PricePlans' }
    >;
    await set({ ...file, wanted: [{ ...wanted[0]!, cost: '48499' }] });
    expect((await asked())[0]!.reason).toMatch(
      /^Mtn Gifting 1GB - 1 day for ₦500\.00\. Its cost falls from ₦485\.00 to ₦484\.99\. Its code at vtpass changes from mtn-1gb-500 to mtn-100gb\. Its code at 4 changes from none to 291\.$/,
    );
  });

  it('needs agreement when that of the adapter takes its place', async () => {
    expect(await set(coded({ 2: '' }))).toBe(1);
    const back = { ...coded({ 2: null }), seen: 1 } as PriceWork['change'];
    expect(await set(back)).toBe('waiting');
    expect((await asked())[0]!.reason).toMatch(/Its code at 2 changes from none to mtn-1gb-500\.$/);
  });

  it('is taken away, and days and place change, without agreement', async () => {
    expect(await set(coded({ vtpass: null, 6: '' }, { days: 30, place: 3 }))).toBe(1);
  });
});

describe('a price that a discount makes zero', () => {
  it.each([
    ['of one plan', price({ price: '1', cost: '1' })],
    ['of many plans', many('1')],
    ['that is scheduled', schedule('1', NOW + DAY, { belowCost: true })],
    [
      'for affiliates',
      { type: 'PriceDataPlan', code: 1301, prices: { affiliatePrice: '1', belowCost: true } },
    ],
  ] satisfies readonly [string, PriceWork['change']][])('%s is refused', async (_what, change) => {
    expect(await set(change)).toBe('VALIDATION_FAILED');
    expect(await asked()).toEqual([]);
  });
});

const unconfirmed = (change: PriceWork['change']) =>
  new SetPricesHandler(catalogue.stream, catalogue.catalog, store)
    .execute(new SetPrices(change, by('grace'), false))
    .catch((error: Error) => error.message);

describe('a price that changes by more than 20 %', () => {
  it.each([
    [
      'up',
      { price: '60001' },
      'The price of Mtn Gifting 1GB - 1 day changes by more than 20 %, from ₦500.00 to ₦600.01. Confirm to change it.',
    ],
    [
      'down',
      { price: '39999', cost: '48500', belowCost: true as const },
      'The price of Mtn Gifting 1GB - 1 day changes by more than 20 %, from ₦500.00 to ₦399.99. Confirm to change it.',
    ],
  ])('%s needs a confirmation', async (_, prices, text) => {
    expect(await unconfirmed(price(prices))).toContain(text);
    expect(await asked()).toEqual([]);
    expect(['waiting', 1]).toContain(await set(price(prices)));
  });

  it.each([
    ['a change of 20 %', price({ price: '60000' })],
    ['a higher cost', price({ cost: '50000' })],
    ['the same prices again', price({})],
  ])('is not %s', async (_, change) => {
    expect(await unconfirmed(change)).toEqual(expect.any(Number));
  });

  it('needs a confirmation also for the price of affiliates, in a file, and for a later moment', async () => {
    const wanted = [{ service: 'data', code: 1301, price: '50000', affiliatePrice: '49000' }] as const;
    expect(await unconfirmed({ type: 'PricePlans', wanted, seen: 0, belowCost: false })).toBe(1);
    const cheaper = [{ service: 'data', code: 1301, affiliatePrice: '90000' }] as const;
    expect(await unconfirmed({ type: 'PricePlans', wanted: cheaper, seen: 1, belowCost: false })).toMatch(
      /^The affiliate price of .* from ₦490\.00 to ₦900\.00\./,
    );
    expect(await unconfirmed(schedule('90000', NOW + DAY))).toMatch(/from ₦500\.00 to ₦900\.00\./);
  });
});

describe('a file that stops selling plans', () => {
  const off = (code: number) => ({ service: 'data', code, details: { on: false } }) as const;
  const stop = { type: 'PricePlans', wanted: [off(1301), off(1302)], seen: 0, belowCost: false } as const;
  const later = schedule('', NOW + DAY, { wanted: [off(1301)], seen: 0 });

  it.each([
    ['at once', stop, 'The plans Mtn Gifting 1GB - 1 day and Mtn Gifting 2GB - 2 days', 2],
    ['later', later, 'The plan Mtn Gifting 1GB - 1 day', 1],
  ] as [string, PriceWork['change'], string, number][])(
    '%s needs a confirmation',
    async (_when, change, what, events) => {
      const refused = expect.stringContaining(`${what} will not be sold until`);
      expect(await unconfirmed(change)).toEqual(refused);
      expect(await set(change)).toBe(events);
      expect(await unconfirmed(change)).toBe(0);
    },
  );

  it('names the first price that changes by more than 20 %, too', async () => {
    const dearer = { service: 'data', code: 1302, price: '900000' } as const;
    expect(await unconfirmed({ ...stop, wanted: [off(1301), dearer] })).toBe(
      'The plan Mtn Gifting 1GB - 1 day will not be sold until it is switched on again. Confirm to switch it off. The price of Mtn Gifting 2GB - 2 days changes by more than 20 %, from ₦750.00 to ₦9,000.00. Confirm to change it.',
    );
  });

  it('names the first three', async () => {
    const wanted = [1301, 1302, 1303, 1304, 1305].map(off);
    expect(await unconfirmed({ ...stop, wanted })).toMatch(/^The plans .* 1 day, .* and 2 others will not/);
  });
});

describe('a commission', () => {
  const commission = (basisPoints: number): PriceWork['change'] => ({
    type: 'SetAmountTerms',
    service: 'airtime',
    terms: { commissions: { 1: basisPoints } },
  });
  const now = () => catalogue.catalog.state.amountTerms.get('airtime')!.commissions[1];

  it('falls at once, and rises when a second administrator agrees', async () => {
    expect(await set(commission(200))).toBe(1);
    expect(await set(commission(300))).toBe('waiting');
    expect(now()).toBe(200);
    expect((await asked()).at(-1)!.reason).toBe('Commissions rise, so prices may fall: Mtn 2 % to 3 %.');
    expect(await grant()).toEqual(['applied', 'applied']);
    expect(now()).toBe(300);
    expect((await store.readStream(CATALOG_STREAM)).at(-1)).toMatchObject({
      type: 'AmountTermsSet',
      actor: { id: 'grace' },
      data: { approvedBy: 'eve' },
    });
  });

  it.each([
    [{ minimum: '4000', maximum: '6000000' }, 1],
    [{ minimum: '3999' }, 'waiting'],
    [{ maximum: '6000001' }, 'waiting'],
  ])('and its range %j gives %s', async (terms, outcome) => {
    expect(await set({ type: 'SetAmountTerms', service: 'airtime', terms })).toBe(outcome);
  });

  it('and its range moves by 20 % alone, also in many steps, until a second administrator agrees', async () => {
    const upTo = (maximum: string) => set({ type: 'SetAmountTerms', service: 'airtime', terms: { maximum } });
    expect([await upTo('6000000'), await upTo('6000100')]).toEqual([1, 'waiting']);
    expect([await upTo('4000000'), await upTo('3999900')]).toEqual([1, 'waiting']);
    await grant();
    expect(await set({ type: 'SetAmountTerms', service: 'airtime', terms: { minimum: '5100' } })).toBe(1);
    expect([await upTo('4799880'), await upTo('4800000')]).toEqual([1, 'waiting']);
  });

  it('and its range are agreed to only where a second administrator agreed to another', async () => {
    const upTo = (maximum: string) => set({ type: 'SetAmountTerms', service: 'airtime', terms: { maximum } });
    expect(await upTo('6000000')).toBe(1);
    expect(await set(commission(310))).toBe('waiting');
    await grant();
    expect(now()).toBe(310);
    expect(await upTo('6000100')).toBe('waiting');
    expect((await asked()).at(-1)!.reason).toBe(
      'The range was ₦50.00 to ₦60,000.00 and becomes ₦50.00 to ₦60,001.00. The agreed range is ₦50.00 to ₦50,000.00.',
    );
    await grant();
    expect([await upTo('7200120'), await upTo('7200200')]).toEqual([1, 'waiting']);
  });

  it('is asked for with the range', async () => {
    const { terms, ...change } = commission(400) as Extract<PriceWork['change'], { type: 'SetAmountTerms' }>;
    await set({ ...change, terms: { ...terms, minimum: '5100' } });
    expect((await asked())[0]!.reason).toBe(
      'Commissions rise, so prices may fall: Mtn 3 % to 4 %. The range was ₦50.00 to ₦50,000.00 and becomes ₦51.00 to ₦50,000.00.',
    );
  });
});
