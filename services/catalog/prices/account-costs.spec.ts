import { beforeEach, describe, expect, it } from '@jest/globals';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { quoteData } from '../../products/data/data.product.js';
import { CatalogStream } from '../catalog-stream.js';
import { Catalog } from '../catalog.js';
import { readPrices, writePrices } from './price-file.js';
import { changeByFile, previewOf } from './price-preview.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0];
/** ₦500.00, cost ₦485.00. */
const PLAN = { plan: 1301, tier: 'regular' } as const;

describe('costs at vendor accounts', () => {
  let catalog: Catalog;
  let stream: CatalogStream;
  let [first, second]: readonly number[] = [];
  beforeEach(() => {
    catalog = new Catalog(SETTINGS);
    stream = new CatalogStream(catalog, new MemoryEventStore());
    [first, second] = catalog.vendorsInTurn('data').map(({ code }) => code);
  });

  const fileOf = (...costs: readonly string[]): string =>
    `Service,Code,Price (NGN),${[first, second].map((at) => `Cost at vendor ${at} (NGN)`).join(',')}\ndata,1301,500,${costs.join(',')}\n`;
  const read = (text: string) => previewOf(readPrices(text, catalog.state, catalog.vendors()), catalog.state);
  const apply = (text: string, at?: number, belowCost = false) => {
    const now = new Date();
    const preview = read(text);
    const as = {
      seen: preview.version,
      belowCost,
      stopMissing: false,
      ...(at && { at: now.getTime() + at }),
    };
    return stream.change(changeByFile(preview, as, now), systemContext());
  };
  const offer = () => quoteData(catalog, PLAN);

  it('come from a file, once, and stand in the file that is written', async () => {
    expect(await apply(fileOf('470', '495.50'))).toBe(1);
    const written = writePrices(catalog.state, catalog.vendors());
    expect(written.split('\r\n')[0]).toContain(`Cost at vendor ${second} (NGN)`);
    expect(read(written)).toMatchObject({ faults: [], changes: [] });
    expect(await apply(fileOf('470', '495.50'))).toBe(0);
    expect(catalog.state.dataPlans.get(1301)).toMatchObject({ cost: '48500' });
  });

  it('store nothing when a plan with an affiliate price gets them again', async () => {
    const file = fileOf('', '305').replace('1301,500', '1101,320');
    expect([await apply(file), await apply(file)]).toEqual([1, 0]);
  });

  it('store nothing when a file sets them, a place and a new affiliate price again', async () => {
    const file = (affiliates: string): string =>
      `Service,Code,Price (NGN),Affiliate price (NGN),Place,Cost at vendor ${first} (NGN)\ndata,1301,500,${affiliates},7,470\n`;
    await apply(file(''));
    expect([await apply(file('495')), await apply(file('495'))]).toEqual([1, 0]);
  });

  it('are expected of the account that gets the order, and of the others after it', async () => {
    expect(offer()).toMatchObject({ vendor: first, expectedCost: 485_00n });
    expect(offer().otherCosts).toBeUndefined();
    await apply(fileOf('470', '495.50'));
    expect(offer()).toMatchObject({ vendor: first, expectedCost: 470_00n });
    expect(offer().otherCosts?.[String(second)]).toBe('49550');
  });

  it('keep the price above the dearest account, whichever delivers', async () => {
    await stream.change(
      { type: 'SetDiscount', service: 'data', tier: 'regular', basisPoints: 1_000 },
      systemContext(),
    );
    expect(offer().price).toBe(485_00n);
    await apply(fileOf('', '495.50'));
    expect(offer().price).toBe(495_50n);
    await expect(apply(fileOf('', '500.01'))).rejects.toMatchObject({ code: 'NEGATIVE_MARGIN' });
    expect(await apply(fileOf('', '500.01'), undefined, true)).toBe(1);
  });

  it('are previewed with the margin at the dearest account', () => {
    const [change] = read(fileOf('470', '490')).changes;
    expect(change?.margins.affiliate.was).toBe(change!.margins.affiliate.now + 5_00n);
    expect(read(fileOf('', '501')).changes[0]).toMatchObject({ mustBeAllowed: true });
  });

  it('end with an empty cell', async () => {
    await apply(fileOf('470', '495.50'));
    await apply(fileOf('', ''));
    expect(catalog.state.dataPlans.get(1301)).not.toHaveProperty('costs');
  });

  it('take effect at once, because they are no part of a scheduled change', async () => {
    await expect(apply(fileOf('', '495.50'), 60_000)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await apply(fileOf('', '495.50'));
    expect(await apply(fileOf('', '495.50').replace('500,', '510,'), 60_000)).toBe(1);
  });

  it.each([
    ['were changed', '480'],
    ['were removed', ''],
  ])('are not set back by a scheduled new plan when they %s before its moment', async (_, since) => {
    const file = (cost: string): string =>
      `Service,Code,Price (NGN),Cost (NGN),Network,Type,Size,Days,Cost at vendor ${first} (NGN)\ndata,1199,600,470,Mtn,SME,3GB,7,${cost}\n`;
    await apply(file('495'), 60_000);
    await apply(file(since));
    await stream.settleDue(new Date(Date.now() + 120_000));
    expect(catalog.state.dataPlans.get(1199)?.costs).toEqual(
      since ? { [String(first)]: '48000' } : undefined,
    );
    expect([...catalog.state.refused.values()]).toMatchObject([
      { reason: 'Its cost at a vendor account has changed since it was scheduled.' },
    ]);
  });

  it('are refused in a cell that holds no amount', () => {
    expect(read(fileOf('', '0')).faults).toMatchObject([
      { line: 2, column: `Cost at vendor ${second} (NGN)` },
    ]);
    expect(read(fileOf('x', '')).faults).toHaveLength(1);
  });
});
