import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fact, systemContext } from '../../infra/event-store/event-context.js';
import { basisPointsOf } from '../contracts/money.js';
import { type DiscoCode, DISCOS } from '../contracts/electricity.contract.js';
import { EXAM_QUANTITY_MAX } from '../contracts/exams.contract.js';
import { TIERS } from '../contracts/services.js';
import { Catalog } from './catalog.js';
import { ELECTRICITY_RANGE, quoteElectricity } from '../products/electricity/electricity.product.js';
import { AIRTIME_RANGE, quoteAirtime } from '../products/airtime/airtime.product.js';
import type { Offer } from '../products/product.js';
import { priceOf } from './price.js';
import { quoteExam } from '../products/exams/exams.product.js';
import { quoteCable } from '../products/cable/cable.product.js';
import { quoteData } from '../products/data/data.product.js';

const catalog = new Catalog({
  VENDORS_FILE: undefined,
  sandboxUrl: 'http://127.0.0.1:4010',
  VTPASS_PUBLIC_KEY: 'p',
  VTPASS_SECRET_KEY: 's',
} as ConstructorParameters<typeof Catalog>[0]);
catalog.apply(fact('DiscoSwitched', { disco: 26, on: true } as const, systemContext(new Date(0))));

const tier = fc.constantFrom(...TIERS);
const codesOf = (codes: Iterable<number>) => fc.constantFrom(...codes);

const offers: Readonly<Record<string, fc.Arbitrary<Offer>>> = {
  airtime: fc
    .record({
      network: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
      amount: fc.bigInt(AIRTIME_RANGE.minimum, AIRTIME_RANGE.maximum),
      tier,
    })
    .map((request) => quoteAirtime(catalog, request)),
  data: fc
    .record({ plan: codesOf(catalog.state.dataPlans.keys()), tier })
    .map((request) => quoteData(catalog, request)),
  cable: fc
    .record({ plan: codesOf(catalog.state.cablePlans.keys()), tier })
    .map((request) => quoteCable(catalog, request)),
  electricity: fc
    .record({
      disco: fc.constantFrom(...Object.keys(DISCOS).map((code) => Number(code) as DiscoCode)),
      meterType: fc.constantFrom('prepaid' as const, 'postpaid' as const),
      amount: fc.bigInt(ELECTRICITY_RANGE.minimum, ELECTRICITY_RANGE.maximum),
      tier,
    })
    .map((request) => quoteElectricity(catalog, request)),
  exams: fc
    .record({
      exam: fc.constantFrom(1 as const, 2 as const, 3 as const),
      quantity: fc.integer({ min: 1, max: EXAM_QUANTITY_MAX }),
      tier,
    })
    .map((request) => quoteExam(catalog, request)),
};

it('sells nothing for zero', () => {
  const half = { cost: 0n, discountBp: 5_000, belowCost: true };
  expect([priceOf({ ...half, list: 1n }), priceOf({ ...half, list: 2n })?.price]).toEqual([undefined, 1n]);
});

describe('a price', () => {
  it.each(Object.keys(offers))('of %s makes and loses no kobo, and is never below cost', (service) =>
    fc.assert(
      fc.property(offers[service]!, ({ amount, price, discount, fee = 0n, expectedCost, product }) => {
        expect(product.service).toBe(service);
        expect(amount - discount + fee).toBe(price);
        expect(discount >= 0n && price > 0n).toBe(true);
        expect(price >= expectedCost).toBe(true);
        // The discount is 1 %, rounded in the customer's favour, unless the price would be below cost.
        const advertised = basisPointsOf(amount, 9_900);
        expect(price).toBe(advertised > expectedCost ? advertised : expectedCost);
      }),
      { numRuns: 300 },
    ),
  );

  it('keeps the full discount where the vendor commission allows it', () => {
    expect(quoteElectricity(catalog, { disco: 18, meterType: 'prepaid', amount: 100_000n, tier: 'regular' }))
      .toMatchObject({ price: 99_000n, expectedCost: 99_000n }); // prettier-ignore
    // Jos earns 0.9 %, which limits the discount.
    expect(quoteElectricity(catalog, { disco: 24, meterType: 'prepaid', amount: 100_000n, tier: 'regular' }))
      .toMatchObject({ price: 99_100n, discount: 900n, expectedCost: 99_100n }); // prettier-ignore
  });

  it('below cost is refused unless an administrator allows it', () => {
    const terms = { list: 100n, cost: 101n, discountBp: 100 };
    expect(priceOf({ ...terms, belowCost: false })).toBeUndefined();
    expect(priceOf({ ...terms, belowCost: true })).toEqual({ price: 99n, discount: 1n });
  });
});
