import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { RuleBroken } from '../contracts/errors.js';
import { Catalog } from './catalog.js';
import { quoteAirtime } from '../products/airtime/airtime.product.js';

const SETTINGS = {
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'public',
  VTPASS_SECRET_KEY: 'secret',
};
const catalog = new Catalog(SETTINGS);
const AIRTIME = { service: 'airtime', network: 1 } as const;
const DIRECT = {
  service: 'data',
  network: 1,
  planType: 3,
  plan: 1301,
  planName: '',
  codes: { vtpass: 'x' },
} as const;
const SHARED = { ...DIRECT, planType: 1, codes: { 'sme-data': '7' } } as const;
const ask = (amount: bigint) => quoteAirtime(catalog, { network: 1, amount, tier: 'regular' });

describe('the price of airtime', () => {
  it('is the face value less 1 %, and stays above the vendor charge', () =>
    expect(ask(100_00n)).toEqual({
      product: AIRTIME,
      amount: 100_00n,
      vendor: 1,
      price: 99_00n,
      discount: 1_00n,
      expectedCost: 97_00n,
    }));

  it('is refused outside ₦50 to ₦50,000', () => {
    expect(() => ask(49_99n)).toThrow(new RuleBroken('AMOUNT_BELOW_MIN', { minimum: '₦50.00' }));
    expect(ask(50_00n).price).toBe(49_50n);
    expect(ask(50_000_00n).price).toBe(49_500_00n);
    expect(() => ask(50_000_01n)).toThrow(new RuleBroken('AMOUNT_ABOVE_MAX', { maximum: '₦50,000.00' }));
  });
});

describe('the vendors', () => {
  const dir = mkdtempSync(join(tmpdir(), 'catalog-'));
  const fileOf = (content: string): string => {
    const file = join(dir, 'vendors.json');
    writeFileSync(file, content);
    return file;
  };
  afterAll(() => rmSync(dir, { recursive: true }));
  const row = {
    code: 3,
    name: 'Third',
    baseUrl: 'https://vendor.test/api',
    apiKey: 'a',
    publicKey: 'b',
    secretKey: 'c',
    services: ['airtime'],
    priority: 1,
  };

  it('are eight sandbox vendors by default, each with its own API key', () => {
    const eight = catalog.vendors().filter(({ code }) => code <= 8);
    expect(eight.map(({ code, name, apiKey }) => [code, name, apiKey])).toEqual([
      [1, 'Platinum', 'vendor-1'],
      [2, 'Spectranet', 'vendor-2'],
      [3, 'Swiss Network', 'vendor-3'],
      [4, 'Platonic', 'vendor-4'],
      [5, 'Ultranet', 'vendor-5'],
      [6, 'Docker', 'vendor-6'],
      [7, 'Quick Dragon', 'vendor-7'],
      [8, 'DragNet', 'vendor-8'],
    ]);
  });

  it('are tried in order of priority, each once', () => {
    expect(catalog.nextVendor(AIRTIME, [])).toBe(1);
    expect(catalog.nextVendor(AIRTIME, [1, 2, 3])).toBe(5);
    expect(catalog.nextVendor(AIRTIME, [1, 2])).toBe(3);
    expect(catalog.nextVendor(AIRTIME, [1, 2, 3, 4, 5, 6, 7, 8])).toBeUndefined();
  });

  it('take the keys of VTpass from the settings when the file has none', () => {
    expect(catalog.nextVendor(DIRECT, [])).toBe(1);
    expect(catalog.nextVendor(SHARED, [])).toBe(4);
    expect(catalog.nextVendor(SHARED, [4])).toBe(6);
    expect(catalog.nextVendor(SHARED, [4, 6])).toBeUndefined();
  });

  it('name a file that cannot be read', () => {
    expect(() => new Catalog({ ...SETTINGS, VENDORS_FILE: '/no/none.json' })).toThrow(
      /^VENDORS_FILE \/no\/none\.json: /,
    );
  });

  it('come from a file that begins with a byte order mark', () => {
    const file = fileOf(`\ufeff${JSON.stringify([{ ...row, code: 5 }])}`);
    expect(new Catalog({ ...SETTINGS, VENDORS_FILE: file }).vendors().map(({ code }) => code)).toEqual([5]);
  });

  it('come from a file when there is one', () => {
    const rows = [
      { ...row, priority: 2 },
      { ...row, code: 5, services: [], priority: 1 },
    ];
    const configured = new Catalog({ ...SETTINGS, VENDORS_FILE: fileOf(JSON.stringify(rows)) });
    expect(configured.vendors().map(({ code, adapter }) => [code, adapter])).toEqual([
      [5, 'vtpass'],
      [3, 'vtpass'],
    ]);
    expect(quoteAirtime(configured, { network: 1, amount: 100_00n, tier: 'regular' }).vendor).toBe(3);
  });

  it('at VTpass have the keys of the settings when the file names none', () => {
    const { apiKey: _, ...keyless } = row;
    const file = { VENDORS_FILE: fileOf(JSON.stringify([keyless])) };
    const keys = { VTPASS_API_KEY: 'key-a', VTPASS_PUBLIC_KEY: 'key-p', VTPASS_SECRET_KEY: 'key-s' };
    expect(new Catalog({ ...SETTINGS, ...file, ...keys }).vendors()).toEqual([
      expect.objectContaining({ apiKey: 'key-a', publicKey: 'key-p', secretKey: 'key-s' }),
    ]);
    for (const name of Object.keys(keys))
      expect(() => new Catalog({ ...SETTINGS, ...file, ...keys, [name]: 'sandbox-key' })).toThrow(
        '0.apiKey: is missing, and so is one of VTPASS_API_KEY',
      );
  });

  it('load from the example in the operators’ documentation', () => {
    const page = readFileSync(new URL('../../../docs/operating/vendors-file.md', import.meta.url), 'utf8');
    const file = fileOf(/```json\n([\s\S]*?)```/.exec(page)![1]!);
    const shown = new Catalog({ ...SETTINGS, VENDORS_FILE: file, VTPASS_API_KEY: 'key-a' });
    expect(shown.vendors().map(({ code }) => code)).toEqual([1, 4, 11, 12, 13]);
    expect([...new Set(shown.vendors().flatMap(({ services }) => services))].sort()).toEqual([
      'airtime',
      'bet',
      'cable',
      'data',
      'electricity',
      'exams',
      'sms',
      'transfer',
    ]);
  });

  it('without an airtime seller switch airtime off', () => {
    const none = new Catalog({
      ...SETTINGS,
      VENDORS_FILE: fileOf(JSON.stringify([{ ...row, services: [] }])),
    });
    expect(() => quoteAirtime(none, { network: 1, amount: 100_00n, tier: 'regular' })).toThrow(
      new RuleBroken('SERVICE_OFF', { service: 'Airtime' }),
    );
  });

  it.each([
    ['not JSON', '{'],
    ['no list', '{}'],
    ['an unknown code', JSON.stringify([{ ...row, code: 100 }])],
    ['a code twice', JSON.stringify([row, row])],
    ['an adapter that there is not', JSON.stringify([{ ...row, adapter: 'vtpas' }])],
    ['a missing key', JSON.stringify([{ ...row, apiKey: undefined }])],
    ['a missing key of another family', JSON.stringify([{ ...row, adapter: 'termii', apiKey: undefined }])],
  ])('are refused from a file with %s', (_, content) =>
    expect(() => new Catalog({ ...SETTINGS, VENDORS_FILE: fileOf(content) })).toThrow(
      /^VENDORS_FILE .*vendors\.json: /,
    ),
  );
});
