import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventContext } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { Service } from '../../contracts/services.js';
import { quoteAirtime } from '../../products/airtime/airtime.product.js';
import { CatalogStream } from '../catalog-stream.js';
import type { CatalogChange } from '../catalog.decider.js';
import { CATALOG_STREAM } from '../catalog.events.js';
import { Catalog } from '../catalog.js';
import { vendorOrder } from './vendor-order.decider.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
/** Sellers of airtime by priority. */
const BY_PRIORITY = [1, 2, 3, 5, 7, 8];
const AIRTIME = { service: 'airtime', network: 1 } as const;
const by = (id: string): EventContext => ({
  actor: { kind: 'admin', id },
  now: new Date(),
  correlationId: 'change',
});

describe('the order of vendors', () => {
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
  const order = (
    vendors: readonly number[],
    seen: readonly number[] = inTurn(),
    service: Service = 'airtime',
  ): CatalogChange => ({
    type: 'OrderVendors',
    service,
    vendors,
    seen,
    sellers: catalog.sellersOf(service),
  });
  const switchTo = (vendor: number): CatalogChange => ({ type: 'ChooseVendor', service: 'airtime', vendor });
  const inTurn = (of = catalog): number[] => of.vendorsInTurn('airtime').map(({ code }) => code);
  const facts = async () =>
    (await store.readStream(CATALOG_STREAM)).map(({ type, actor, data }) => ({ type, by: actor.id, data }));
  const quoted = () => quoteAirtime(catalog, { network: 1, amount: 100_00n, tier: 'regular' }).vendor;
  const askedInTurn = (): number[] => {
    const tried: number[] = [];
    for (;;) {
      const next = catalog.nextVendor(AIRTIME, tried);
      if (next === undefined) return tried;
      tried.push(next);
    }
  };

  it('follows the priority until an administrator changes it', () => {
    expect([inTurn(), askedInTurn(), quoted()]).toEqual([BY_PRIORITY, BY_PRIORITY, 1]);
  });

  it('is stored with the administrator and the previous order, and applies to purchases and failover', async () => {
    expect(await change(order([7, 2]))).toBe('changed');
    const now = [7, 2, 1, 3, 5, 8];
    expect([inTurn(), askedInTurn(), quoted()]).toEqual([now, now, 7]);
    expect(await facts()).toEqual([
      {
        type: 'VendorOrderSet',
        by: 'grace',
        data: { service: 'airtime', vendors: now, was: BY_PRIORITY },
      },
    ]);
    expect(catalog.vendorsInTurn('data').map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('asks only vendors that sell the plan', async () => {
    await change(order([6, 1, 4], [1, 2, 3, 4, 5, 6, 7, 8], 'data'));
    const codes = { 'sme-data': 'x' };
    const plan = { service: 'data', network: 1, codes } as unknown as Parameters<
      typeof catalog.nextVendor
    >[0];
    expect(catalog.nextVendor(plan, [])).toBe(6);
    expect(catalog.nextVendor(plan, [6])).toBe(4);
    expect(catalog.nextVendor(plan, [6, 4])).toBeUndefined();
  });

  it('moves the chosen vendor to the front, and keeps the others in order', async () => {
    await change(order([7, 2, 5]));
    await change(switchTo(5));
    expect(inTurn()).toEqual([5, 7, 2, 1, 3, 8]);
    await change(switchTo(8));
    expect(inTurn()).toEqual([8, 7, 2, 5, 1, 3]);
    await change(order([2, 8]));
    expect(inTurn()).toEqual([2, 8, 7, 5, 1, 3]);
    expect(await change(switchTo(2))).toBe('changed');
    expect((await facts()).at(-1)).toMatchObject({ type: 'VendorOrderSet' });
  });

  it('can be changed while the service is off, and does not switch it on', async () => {
    await change(order([7, 2]));
    await change(switchTo(0));
    await change(order([3, 7]));
    expect(quoted).toThrow(expect.objectContaining({ code: 'SERVICE_OFF' }));
    expect(catalog.activeVendor('airtime')).toBe(0);
    expect(inTurn()).toEqual([3, 7, 2, 1, 5, 8]);
    // Purchases accepted before still go to the next vendor.
    expect(catalog.nextVendor(AIRTIME, [7])).toBe(3);
    await change(switchTo(3));
    expect(quoted()).toBe(3);
  });

  it('appends nothing when it is already stored, even with an outdated `seen`', async () => {
    expect(await change(order([7, 2]))).toBe('changed');
    expect(await change(order([7, 2], BY_PRIORITY))).toBe('changed');
    expect(await change(order([7]))).toBe('changed');
    expect(await change(order(inTurn(), [9]))).toBe('changed');
    expect(await facts()).toHaveLength(1);
  });

  it.each<[string, readonly number[], string]>([
    ['nobody', [], 'VALIDATION_FAILED'],
    ['somebody twice', [7, 2, 7], 'VALIDATION_FAILED'],
    ['who does not sell it', [7, 4], 'VENDOR_NOT_SELLING'],
    ['who is not there', [77], 'VENDOR_NOT_SELLING'],
    ['nobody, as off', [0], 'VENDOR_NOT_SELLING'],
  ])('is refused when it names %s', async (_, vendors, code) => {
    expect(await change(order(vendors))).toBe(code);
    expect([await facts(), inTurn()]).toEqual([[], BY_PRIORITY]);
  });

  it('is refused when another order was on the screen, and the error tells the stored one', async () => {
    await change(switchTo(5));
    const late = order([7], BY_PRIORITY);
    expect(await change(late)).toBe('STALE_EDIT');
    await expect(stream.change(late, by('grace'))).rejects.toThrow(
      'The order of vendors for Airtime is now Ultranet, Platinum, Spectranet, Swiss Network, Quick Dragon, DragNet.',
    );
  });

  it.each(Array.from({ length: 20 }, (_, index) => index))(
    'changed by two administrators at once is stored for one, and refused for the other [%i]',
    async (index) => {
      const elsewhere = new Catalog(SETTINGS);
      const other = new CatalogStream(elsewhere, store);
      const outcomes = await Promise.all([
        change(order([7, 2]), stream, 'ada'),
        // `ChooseVendor` has no `seen`, so both changes may be stored.
        change(index % 2 === 0 ? order([8]) : switchTo(8), other, 'bola'),
      ]);
      await Promise.all([stream.catchUp(), other.catchUp()]);
      const stored = await facts();
      if (index % 2 === 0) expect(outcomes.toSorted()).toEqual(['STALE_EDIT', 'changed']);
      expect(stored).toHaveLength(outcomes.filter((outcome) => outcome === 'changed').length);
      expect(inTurn()).toEqual(inTurn(elsewhere));
      expect(inTurn()[0]).toBe(stored.at(-1)!.by === 'ada' ? 7 : 8);
    },
  );

  it('is the same after a restart', async () => {
    for (const what of [order([7, 2]), switchTo(5), switchTo(0)]) await change(what);
    await change(order([3]));
    const restarted = new Catalog(SETTINGS);
    await new CatalogStream(restarted, store).catchUp();
    expect(restarted.state).toEqual(catalog.state);
    expect(inTurn(restarted)).toEqual(inTurn());
  });

  it('skips removed vendors, and puts new ones last', () => {
    const state = {
      activeVendors: new Map<Service, number>([['airtime', 7]]),
      vendorOrders: new Map<Service, readonly number[]>([['airtime', [7, 2, 1]]]),
    };
    const sellers = [9, 1, 2].map((code) => ({ code }));
    expect(vendorOrder(state, 'airtime', sellers).map(({ code }) => code)).toEqual([2, 1, 9]);
  });
});
