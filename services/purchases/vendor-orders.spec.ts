import { describe, expect, it } from '@jest/globals';
import { type Product, productOf } from '../contracts/products.js';
import { orderFor } from './vendor-orders.js';

const PHONE = '+2348031234567';
const PRODUCTS: readonly (readonly [
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

describe('what a vendor is asked for', () => {
  it.each(PRODUCTS)('is the product and whom it is for: $service', (product, sealed, whom) => {
    expect(orderFor(product, 100n, sealed)).toEqual({ ...product, ...whom, amount: 100n });
    for (const missing of Object.keys(sealed))
      expect(orderFor(product, 100n, { ...sealed, [missing]: undefined })).toBeUndefined();
  });

  it('is airtime for purchases of the first ledgers, whose product said only the network', () => {
    expect(productOf({ network: 4 })).toEqual({ service: 'airtime', network: 4 });
    expect(orderFor(productOf({ network: 4 }), 100n, { recipient: PHONE })).toEqual({
      ...{ service: 'airtime', network: 4, amount: 100n, phone: PHONE },
    });
  });
});
