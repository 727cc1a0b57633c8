import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { koboFromVendor, nairaText } from './vendor-json.js';
import { ADAPTER_NAMES, closeVendors, createVendors } from './vendors.js';

const row = {
  code: 3,
  name: 'Third',
  adapter: 'vtpass',
  baseUrl: 'http://127.0.0.1:1',
  apiKey: 'a',
  publicKey: 'b',
  secretKey: 'c',
};
const options = { postTimeoutMs: 5_000, queryTimeoutMs: 5_000 };

describe('createVendors', () => {
  it('keys vendors by their code', async () => {
    const vendors = createVendors([row, { ...row, code: 8 }], options);
    expect([...vendors.keys()]).toEqual([3, 8]);
    await closeVendors(vendors);
  });

  it('rejects a row whose adapter does not exist', () => {
    expect(() => createVendors([{ ...row, adapter: 'nobody' }], options)).toThrow(
      'vendor 3 (Third): no adapter "nobody"; there are vtpass',
    );
  });
});

describe('nairaText', () => {
  it.each([
    [10_000n, '100'],
    [10_050n, '100.50'],
    [5n, '0.05'],
    [123_456_789_01n, '123456789.01'],
  ])('%p is %s naira', (kobo, text) => {
    expect(nairaText(kobo)).toBe(text);
  });
});

describe('koboFromVendor', () => {
  it.each([
    ['1500.50', 150_050n],
    ['0', 0n],
    [1_500.5, 150_050n],
  ])('%j is %s kobo', (value, kobo) => {
    expect(koboFromVendor(value)).toBe(kobo);
  });

  it.each(['', ' ', '1e3', '0x10', '1,500', '-5', '5.', 'NaN', null, true, -5, Number.NaN])(
    '%j is no amount',
    (value) => {
      expect(koboFromVendor(value)).toBeUndefined();
    },
  );
});

const SUITE_CALL = /^describeVendor\(\s*'([^']+)'/gm;

/** Adapters without a `describeVendor` call in the specs below this folder. */
function withoutContractSuite(adapters: readonly string[]): string[] {
  const called = readdirSync('services/vendors', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.spec.ts'))
    .map((path) => readFileSync(join('services/vendors', path), 'utf8'))
    .filter((text) => text.includes("testing/vendor.contract.js';"))
    .flatMap((text) => [...text.matchAll(SUITE_CALL)].map(([, adapter]) => adapter));
  return adapters.filter((adapter) => !called.includes(adapter));
}

describe('describeVendor', () => {
  it('runs over every adapter', () => {
    expect(ADAPTER_NAMES.length).toBeGreaterThan(0);
    expect(withoutContractSuite(ADAPTER_NAMES)).toEqual([]);
  });

  it('is reported missing for an adapter without a spec', () => {
    expect(withoutContractSuite(['vtpass', 'planted'])).toEqual(['planted']);
  });
});
