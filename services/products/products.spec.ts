import { describe, expect, it } from '@jest/globals';
import { type Product, productOf, type Service, SERVICES } from '../contracts/services.js';
import { vendorRequestFor, productLabel, PRODUCTS, type Products } from './products.js';

const PHONE = '+2348031234567';
const BOUGHT: readonly (readonly [
  Product,
  Readonly<Record<string, unknown>>,
  Readonly<Record<string, unknown>>,
])[] = [
  [{ service: 'airtime', network: 3 }, { recipient: PHONE }, { phone: PHONE }],
  [
    { service: 'data', network: 1, planType: 3, plan: 1301, planName: '1GB', codes: { vtpass: 'mtn-1gb' } },
    { recipient: PHONE },
    { phone: PHONE },
  ],
  [
    { service: 'cable', provider: 2, plan: 201, planName: 'DStv Padi', codes: { vtpass: 'dstv-padi' } },
    { recipient: '1012345678', phone: PHONE },
    { iuc: '1012345678', phone: PHONE },
  ],
  [
    { service: 'electricity', disco: 18, meterType: 'prepaid' },
    { recipient: '45123456789', phone: PHONE },
    { meter: '45123456789', phone: PHONE },
  ],
  [{ service: 'exams', exam: 1, quantity: 2 }, { recipient: PHONE }, { phone: PHONE }],
];

describe('the request to a vendor', () => {
  it.each(BOUGHT)('holds the product and its recipient: $service', (product, sealed, whom) => {
    expect(vendorRequestFor(product, 100n, sealed)).toEqual({ ...product, ...whom, amount: 100n });
    for (const missing of Object.keys(sealed))
      expect(vendorRequestFor(product, 100n, { ...sealed, [missing]: undefined })).toBeUndefined();
  });

  it('is for airtime when a product of the first ledgers holds only the network', () => {
    expect(productOf({ network: 4 })).toEqual({ service: 'airtime', network: 4 });
    expect(vendorRequestFor(productOf({ network: 4 }), 100n, { recipient: PHONE })).toEqual({
      service: 'airtime',
      network: 4,
      amount: 100n,
      phone: PHONE,
    });
  });
});

/** Properties of `Object.prototype` that are not keys of any table. */
const INHERITED = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
];

describe('the label of a stored purchase', () => {
  const stored = (product: object): Product => product as Product;

  it.each(INHERITED)('reads any stored code: %s', (name) => {
    const codes = { network: name, provider: name, disco: name, meterType: name, exam: name };
    const rest = { planName: 'Plan', quantity: 1, recipients: 1, pages: 1, platform: 'P', bankName: 'B' };
    for (const service of ['airtime', 'data', 'cable', 'electricity', 'exams'])
      expect(productLabel(stored({ ...codes, ...rest, service })).toLowerCase()).toContain(
        `(${name.toLowerCase()})`,
      );
    expect(productLabel(stored({ service: name }))).toBe(`Unknown product (${name})`);
  });

  it('names the product from its tables', () => {
    expect(productLabel({ service: 'electricity', disco: 18, meterType: 'prepaid' })).toBe(
      'Ikeja electricity, prepaid',
    );
  });
});

type Sold = typeof PRODUCTS;
/** Services that `Products` would compile without. Must be `never`. */
type Forgettable = { [Name in Service]: Omit<Sold, Name> extends Products ? Name : never }[Service];

describe('the table of products', () => {
  it('does not compile when a service is missing', () => {
    const { sms, ...others } = PRODUCTS;
    // @ts-expect-error -- it lacks a service
    const lacking: Products = others;
    const forgettable: readonly Forgettable[] = [];
    const none: readonly never[] = forgettable;
    expect(none).toEqual([]);
    expect(Object.keys(lacking)).not.toContain(sms.service);
    expect(Object.keys(PRODUCTS).sort()).toEqual([...SERVICES].sort());
  });
});
