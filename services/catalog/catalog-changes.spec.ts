import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../infra/event-store/event-context.js';
import type { Actor } from '../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import { type ErrorCode, RuleBroken } from '../contracts/errors.js';
import { CatalogStream } from './catalog-stream.js';
import type { CatalogChange } from './catalog.decider.js';
import { CATALOG_STREAM } from './catalog.events.js';
import { Catalog } from './catalog.js';
import { ChangeCatalog, ChangeCatalogHandler, OwnCatalogStream } from './change-catalog.handler.js';
import { keepCatalog } from './keep-catalog.js';
import { listCatalogue, listDataPlans, planTypeIsOn } from './price-list.js';
import { quoteExam } from '../products/exams/exams.product.js';
import { quoteElectricity } from '../products/electricity/electricity.product.js';
import { quoteCable } from '../products/cable/cable.product.js';
import { quoteData } from '../products/data/data.product.js';
import { until } from '../../infra/testing/until.js';
import { quoteAirtime } from '../products/airtime/airtime.product.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
const GRACE = { kind: 'admin', id: 'grace' } as const;
const contextOf = (actor: Actor): EventContext => ({ actor, now: new Date(), correlationId: 'change' });
const tier = 'regular';

describe('the catalogue', () => {
  let store: MemoryEventStore;
  let catalog: Catalog;
  let handler: ChangeCatalogHandler;
  beforeEach(() => {
    store = new MemoryEventStore();
    catalog = new Catalog(SETTINGS);
    handler = new ChangeCatalogHandler(new OwnCatalogStream(catalog, store), catalog);
  });

  const change = (what: CatalogChange): Promise<number> =>
    handler.execute(new ChangeCatalog(what, contextOf(GRACE)));
  const refused = (ask: () => unknown, code: ErrorCode): void => {
    expect(ask).toThrow(RuleBroken);
    expect(ask).toThrow(expect.objectContaining({ code }));
  };
  const facts = async () =>
    (await store.readStream(CATALOG_STREAM)).map(({ type, actor, data }) => ({ type, actor, data }));

  it('stores each change with the administrator and the previous value', async () => {
    await change({ type: 'PriceDataPlan', code: 1301, prices: { price: '55000' } });
    expect(await facts()).toEqual([
      {
        type: 'DataPlanSet',
        actor: GRACE,
        data: {
          plan: expect.objectContaining({ code: 1301, price: '55000', cost: '48500' }),
          was: expect.objectContaining({ code: 1301, price: '50000', cost: '48500' }),
        },
      },
    ]);
    expect(quoteData(catalog, { plan: 1301, tier })).toMatchObject({ amount: 55_000n, price: 54_450n });
  });

  it('appends nothing when the change is already in force', async () => {
    await change({ type: 'SwitchNetwork', network: 1, on: true });
    await change({ type: 'SwitchDisco', disco: 26, on: false });
    await change({ type: 'SetDiscount', service: 'airtime', tier, basisPoints: 100 });
    expect(await facts()).toEqual([]);
  });

  it('stops selling airtime and data of a network that is off', async () => {
    await change({ type: 'SwitchNetwork', network: 1, on: false });
    refused(() => quoteAirtime(catalog, { network: 1, amount: 100_00n, tier }), 'NETWORK_DISABLED');
    refused(() => quoteData(catalog, { plan: 1301, tier }), 'NETWORK_DISABLED');
    expect(listDataPlans(catalog, 1, 3, tier)).toEqual([]);
    expect(quoteAirtime(catalog, { network: 2, amount: 100_00n, tier }).price).toBe(99_00n);
    await change({ type: 'SwitchNetwork', network: 1, on: true });
    expect(quoteData(catalog, { plan: 1301, tier }).price).toBe(495_00n);
  });

  it('stops selling a plan type that is off, and lists it as unavailable', async () => {
    expect(planTypeIsOn(catalog, 1, 3)).toBe(true);
    await change({ type: 'SwitchPlanType', network: 1, planType: 3, on: false });
    expect(planTypeIsOn(catalog, 1, 3)).toBe(false);
    expect(planTypeIsOn(catalog, 2, 3)).toBe(true);
    refused(() => quoteData(catalog, { plan: 1301, tier }), 'PLAN_DISABLED');
    const mtn = listCatalogue(catalog, tier).networks.find(({ code }) => code === 1)!;
    expect(mtn.plan_types.map(({ name, available }) => [name, available])).toEqual([
      ['SME', true],
      ['Cooperate Gifting', true],
      ['Gifting', false],
      ['SME2', true],
    ]);
  });

  it('does not sell for Enugu until it is switched on', async () => {
    const ask = () => quoteElectricity(catalog, { disco: 26, meterType: 'prepaid', amount: 100_000n, tier });
    refused(ask, 'PLAN_DISABLED');
    await change({ type: 'SwitchDisco', disco: 26, on: true });
    expect(ask().price).toBe(99_000n);
  });

  it('has prices per tier, and a discount per service and tier', async () => {
    await change({ type: 'PriceDataPlan', code: 1102, prices: { affiliatePrice: '58000' } });
    await change({ type: 'SetDiscount', service: 'exams', tier: 'affiliate', basisPoints: 200 });
    expect(quoteData(catalog, { plan: 1102, tier: 'regular' }).price).toBe(594_00n);
    expect(quoteData(catalog, { plan: 1102, tier: 'affiliate' }).price).toBe(574_20n);
    expect(quoteExam(catalog, { exam: 1, quantity: 2, tier: 'affiliate' }).price).toBe(7_840_00n);
    expect(quoteExam(catalog, { exam: 1, quantity: 2, tier: 'regular' }).price).toBe(7_920_00n);
  });

  it('buys from the chosen vendor, and from no vendor when the service is off', async () => {
    const airtime = () => quoteAirtime(catalog, { network: 1, amount: 100_00n, tier });
    await change({ type: 'ChooseVendor', service: 'airtime', vendor: 5 });
    expect(airtime().vendor).toBe(5);
    expect(catalog.nextVendor({ service: 'airtime', network: 1 }, [5])).toBe(1);
    await change({ type: 'ChooseVendor', service: 'airtime', vendor: 0 });
    refused(airtime, 'SERVICE_OFF');
    // Purchases accepted before can still go to another vendor.
    expect(catalog.nextVendor({ service: 'airtime', network: 1 }, [1])).toBe(2);
    expect((await facts()).map(({ data }) => data)).toEqual([
      { service: 'airtime', vendor: 5, was: null },
      { service: 'airtime', vendor: 0, was: 5 },
    ]);
  });

  it.each<[string, CatalogChange]>([
    ['a price of nothing', { type: 'PriceDataPlan', code: 1301, prices: { price: '0' } }],
    ['a price that is no kobo', { type: 'PriceDataPlan', code: 1301, prices: { price: '1.5' } }],
    ['a cost below nothing', { type: 'PriceDataPlan', code: 1301, prices: { cost: '-1' } }],
    ['a discount of everything', { type: 'SetDiscount', service: 'data', tier, basisPoints: 10_000 }],
  ])('refuses %s', async (_, what) => {
    await expect(change(what)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await facts()).toEqual([]);
  });

  it.each([
    ['that does not sell it', 'airtime', 4, 'Platonic does not sell Airtime. Choose another one.'],
    ['that is not there', 'airtime', 77, 'Vendor 77 does not sell Airtime. Choose another one.'],
    ['that is no number', 'data', 1.5, 'Vendor 1.5 does not sell Data. Choose another one.'],
  ] as const)('refuses a vendor %s', async (_, service, vendor, message) => {
    await expect(change({ type: 'ChooseVendor', service, vendor })).rejects.toMatchObject({
      code: 'VENDOR_NOT_SELLING',
      message,
    });
    expect(await facts()).toEqual([]);
  });

  it('refuses to price an unknown plan', () =>
    expect(change({ type: 'PriceDataPlan', code: 9, prices: { price: '1' } })).rejects.toMatchObject({
      code: 'PLAN_NOT_FOUND',
    }));

  it('finds a plan only under its own network or provider', () => {
    refused(() => quoteData(catalog, { plan: 1301, network: 2, tier }), 'PLAN_NOT_FOUND');
    refused(() => quoteCable(catalog, { plan: 101, provider: 2, tier }), 'PLAN_NOT_FOUND');
    refused(() => quoteCable(catalog, { plan: 999, tier }), 'PLAN_NOT_FOUND');
  });

  it('reaches other processes shortly after, and survives a restart', async () => {
    const elsewhere = new Catalog(SETTINGS);
    const closing = new AbortController();
    await keepCatalog({
      stream: new CatalogStream(elsewhere, store),
      signal: closing.signal,
      everyMs: 5,
      onFault: () => undefined,
    });
    await change({ type: 'SwitchNetwork', network: 3, on: false });
    await until(() => elsewhere.state.networksOff.size > 0, 'it is heard of');
    closing.abort();
    const restarted = new Catalog(SETTINGS);
    await new CatalogStream(restarted, store).catchUp();
    expect(restarted.state).toEqual(catalog.state);
  });

  it('keeps the changes of two administrators who change it at once', async () => {
    const other = new CatalogStream(new Catalog(SETTINGS), store);
    const now = new Date();
    await Promise.all([
      ...[1, 2, 3, 4].map((network) =>
        change({ type: 'SwitchNetwork', network: network as 1 | 2 | 3 | 4, on: false }),
      ),
      ...[1, 2, 3, 4].map((network) =>
        other.change(
          { type: 'SwitchPlanType', network: network as 1, planType: 1, on: false },
          { actor: GRACE, now, correlationId: 'both' },
        ),
      ),
    ]);
    expect(await facts()).toHaveLength(8);
  });
});
