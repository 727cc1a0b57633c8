import { describe, expect, it } from '@jest/globals';
import { nairaText } from './vendor-json.js';
import { closeVendors, createVendors } from './vendors.js';

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

describe('the configured vendors', () => {
  it('are found by their code', async () => {
    const vendors = createVendors([row, { ...row, code: 8 }], options);
    expect([...vendors.keys()]).toEqual([3, 8]);
    await closeVendors(vendors);
  });

  it('name an adapter that exists', () => {
    expect(() => createVendors([{ ...row, adapter: 'nobody' }], options)).toThrow(
      'vendor 3 (Third): no adapter "nobody"; there are vtpass',
    );
  });
});

describe('kobo for a vendor', () => {
  it.each([
    [10_000n, '100'],
    [10_050n, '100.50'],
    [5n, '0.05'],
    [123_456_789_01n, '123456789.01'],
  ])('%p is %s naira', (kobo, text) => {
    expect(nairaText(kobo)).toBe(text);
  });
});
