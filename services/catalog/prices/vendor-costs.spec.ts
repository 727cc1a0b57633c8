import { beforeEach, describe, expect, it } from '@jest/globals';
import { quoteData } from '../../products/data/data.product.js';
import { readPrices, writePrices } from './price-file.js';
import { CatalogProcess } from './testing/scheduling.js';

const VENDORS = [
  { code: 1, adapter: 'vtpass' },
  { code: 4, adapter: 'sme-data' },
];
let here: CatalogProcess;
beforeEach(() => {
  here = new CatalogProcess();
});

/** Plan 1301 is sold at ₦500.00 with a discount of 1 %, and costs ₦485.00. */
const set = (costs: Readonly<Record<string, string | null>>) =>
  here.change({
    type: 'PricePlans',
    wanted: [{ service: 'data', code: 1301, details: { costs } }],
    seen: here.catalog.state.priceVersion,
    belowCost: false,
  });
const quoted = () => quoteData(here.catalog.shown(), { plan: 1301, tier: 'regular' });
const stored = () => here.catalog.state.dataPlans.get(1301)!.costs;

describe('the cost at a vendor account', () => {
  it('is the cost of the plan until the account has its own', async () => {
    expect(quoted().expectedCost).toBe(485_00n);
    expect(await set({ [quoted().vendor]: '49000', 99: '60000' })).toBe('1');
    expect(quoted().expectedCost).toBe(490_00n);
    expect(await set({ [quoted().vendor]: null, 99: null })).toBe('1');
    expect(quoted().expectedCost).toBe(485_00n);
    expect(stored()).toBeUndefined();
  });

  it('raises a discounted price, and lowers none', async () => {
    const { vendor } = quoted();
    await set({ [vendor]: '49800' });
    expect(quoted().price).toBe(498_00n);
    await here.change({ type: 'PriceDataPlan', code: 1301, prices: { cost: '49700' } });
    await set({ [vendor]: '100' });
    expect(quoted()).toMatchObject({ price: 497_00n, expectedCost: 1_00n });
  });

  it.each([[{ vtpass: '48000' }], [{ 4: '0' }], [{ 4: 'x' }]])('is not %j', async (costs) => {
    expect(await set(costs)).toBe('VALIDATION_FAILED costs');
  });

  it('is a column of the price file, where an empty cell removes it', async () => {
    expect(writePrices(here.catalog.state, VENDORS)).not.toContain('Cost at vendor');
    await set({ 4: '51050' });
    const text = writePrices(here.catalog.state, VENDORS);
    const [head] = text.split('\r\n');
    expect(head).toMatch(/,Cost at vendor 4 \(NGN\)$/);
    const read = readPrices(text, here.catalog.state, VENDORS);
    expect(read.faults).toEqual([]);
    const costOf = (prices: typeof read) => prices.wanted.find(({ code }) => code === 1301)?.details?.costs;
    expect(costOf(read)).toEqual({ 4: '51050' });
    const emptied = readPrices(text.replace(',510.50', ','), here.catalog.state, VENDORS);
    expect(costOf(emptied)).toEqual({ 4: null });
    const wrong = readPrices(text.replace(',510.50', ',cheap'), here.catalog.state, VENDORS);
    expect(wrong.faults).toMatchObject([{ column: 'Cost at vendor 4 (NGN)' }]);
  });
});
