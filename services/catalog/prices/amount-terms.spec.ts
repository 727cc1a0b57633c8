import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { quoteAirtime } from '../../products/airtime/airtime.product.js';
import { quoteElectricity } from '../../products/electricity/electricity.product.js';
import type { CatalogChange } from '../catalog.decider.js';
import { CATALOG_STREAM } from '../catalog.events.js';
import { listCatalogue } from '../price-list.js';
import { storedTerms } from './amount-terms.decider.js';
import { CatalogProcess } from './testing/scheduling.js';

let store: MemoryEventStore;
let here: CatalogProcess;
beforeEach(() => {
  store = new MemoryEventStore();
  here = new CatalogProcess(store);
});
const set = (terms: object, service = 'airtime', seen?: object) =>
  here.change({ type: 'SetAmountTerms', service, terms, ...(seen && { seen }) } as CatalogChange);
const airtime = (naira: bigint) =>
  quoteAirtime(here.catalog.shown(), { network: 1, amount: naira * 100n, tier: 'regular' });

describe('the terms of a service that is sold by amount', () => {
  it('are those of the code until they are set', async () => {
    expect(airtime(1_000n).expectedCost).toBe(970_00n);
    expect(() => airtime(49n)).toThrow(expect.objectContaining({ code: 'AMOUNT_BELOW_MIN' }));
    expect(await store.readStream(CATALOG_STREAM)).toEqual([]);
  });

  it('change ranges and costs with the next quote, and leave out what was not named', async () => {
    await set({ minimum: '10000', maximum: '2000000', commissions: { 1: 250 } });
    expect(airtime(1_000n).expectedCost).toBe(975_00n);
    expect(() => airtime(99n)).toThrow(expect.objectContaining({ code: 'AMOUNT_BELOW_MIN' }));
    expect(() => airtime(20_001n)).toThrow(expect.objectContaining({ code: 'AMOUNT_ABOVE_MAX' }));
    expect(listCatalogue(here.catalog, 'regular').airtime).toEqual({ minimum: 100, maximum: 20_000 });
    expect(here.catalog.state.amountTerms.get('airtime')!.commissions).toEqual({
      1: 250,
      2: 400,
      3: 340,
      4: 400,
    });

    await set({ commissions: { 18: 50 } }, 'electricity');
    const asked = { disco: 18, meterType: 'prepaid', amount: 1_000_00n, tier: 'regular' } as const;
    expect(quoteElectricity(here.catalog.shown(), asked).expectedCost).toBe(995_00n);
    expect((await store.readStream(CATALOG_STREAM)).map(({ data }) => data)).toMatchObject([
      { service: 'airtime', terms: { minimum: '10000' }, was: { minimum: '5000', commissions: { 1: 300 } } },
      { service: 'electricity', terms: { commissions: { 18: 50, 19: 110 } } },
    ]);
  });

  it('raise a discounted price that a lower commission would bring below cost', async () => {
    expect(airtime(1_000n).price).toBe(990_00n);
    await set({ commissions: { 1: 50 } });
    expect(airtime(1_000n).price).toBe(995_00n);
  });

  it.each([
    [{ minimum: '0' }],
    [{ minimum: '6000000' }],
    [{ maximum: '100000001' }],
    [{ maximum: '1.5' }],
    [{ commissions: { 1: 2_001 } }],
    [{ commissions: { 1: -1 } }],
    [{ commissions: { 1: 1.5 } }],
    [{ commissions: { 9: 100 } }],
  ])('refuse %j', async (terms) => {
    expect(await set(terms)).toMatch(/^VALIDATION_FAILED/);
    expect(await store.readStream(CATALOG_STREAM)).toEqual([]);
  });

  it('are refused when others were on the screen, and store nothing when they stay', async () => {
    const shown = storedTerms(here.catalog.state.amountTerms.get('airtime')!);
    await set({ minimum: '5000' }, 'airtime', shown);
    expect(await store.readStream(CATALOG_STREAM)).toEqual([]);
    await set({ minimum: '10000' }, 'airtime', shown);
    expect(await set({ minimum: '20000' }, 'airtime', shown)).toBe('STALE_EDIT');
  });
});
