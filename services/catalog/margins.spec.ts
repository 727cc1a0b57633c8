import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../runtime/config.js';
import { BET_AMOUNT_MAX, BET_AMOUNT_MIN } from '../contracts/bet.contract.js';
import type { Kobo } from '../contracts/money.js';
import { DISCOS, type DiscoCode } from '../contracts/electricity.contract.js';
import { EXAM_QUANTITY_MAX, EXAMS, type ExamCode } from '../contracts/exams.contract.js';
import { TIERS } from '../contracts/services.js';
import { NETWORKS, type NetworkCode } from '../contracts/fields/codes.js';
import { InstallationPrices } from './installation-prices.js';
import { Catalog } from './catalog.js';
import { ELECTRICITY_RANGE, quoteElectricity } from '../products/electricity/electricity.product.js';
import { AIRTIME_RANGE, quoteAirtime } from '../products/airtime/airtime.product.js';
import { type AmountRange, type Offer } from '../products/product.js';
import { quoteBet } from '../products/bet/bet.product.js';
import { quoteExam } from '../products/exams/exams.product.js';
import { quoteCable } from '../products/cable/cable.product.js';
import { quoteData } from '../products/data/data.product.js';

const open = (settings: Record<string, string> = {}) => {
  const config = loadConfig(settings);
  const catalog = new Catalog(config);
  return { catalog, prices: new InstallationPrices(catalog, config) };
};
const { catalog, prices } = open();
const product = { service: 'transfer', bankCode: '058', bankName: 'GTBank' } as const;

const kobosAround = (edge: Kobo): Kobo[] => [edge - 1n, edge, edge + 1n];
/** Both limits, and amounts whose percentages are no whole kobo. */
const within = ({ minimum, maximum }: AmountRange): Kobo[] =>
  [minimum, minimum + 1n, minimum + 33n, (minimum + maximum) / 2n + 1n, maximum - 1n, maximum].filter(
    (amount) => amount >= minimum && amount <= maximum,
  );
const codes = <Code extends number>(table: Readonly<Record<Code, string>>): Code[] =>
  Object.keys(table).map((code) => Number(code) as Code);

/** Offers of all products, for both tiers and at every edge of their cost. */
const OFFERS: readonly (readonly [name: string, offers: () => readonly Offer[]])[] = TIERS.flatMap((tier) => [
  [
    `airtime, ${tier}`,
    () =>
      codes(NETWORKS).flatMap((network: NetworkCode) =>
        within(AIRTIME_RANGE).map((amount) => quoteAirtime(catalog, { network, amount, tier })),
      ),
  ],
  [
    `data, ${tier}`,
    () => [...catalog.state.dataPlans.keys()].map((plan) => quoteData(catalog, { plan, tier })),
  ],
  [
    `cable, ${tier}`,
    () => [...catalog.state.cablePlans.keys()].map((plan) => quoteCable(catalog, { plan, tier })),
  ],
  [
    `electricity, ${tier}`,
    () =>
      codes(DISCOS)
        .filter((disco: DiscoCode) => !catalog.state.discosOff.has(disco))
        .flatMap((disco) =>
          within(ELECTRICITY_RANGE).map((amount) =>
            quoteElectricity(catalog, { disco, meterType: 'prepaid', amount, tier }),
          ),
        ),
  ],
  [
    `exam pins, ${tier}`,
    () =>
      codes(EXAMS).flatMap((exam: ExamCode) =>
        [1, 2, EXAM_QUANTITY_MAX].map((quantity) => quoteExam(catalog, { exam, quantity, tier })),
      ),
  ],
  [
    `texts, ${tier}`,
    () =>
      [1, 2, 10].flatMap((pages) =>
        [1, 99, 100, 101, 1_000].map((recipients) => prices.sms({ pages, recipients, tier })),
      ),
  ],
  [
    `bet funds, ${tier}`,
    () =>
      within({ minimum: BigInt(BET_AMOUNT_MIN) * 100n, maximum: BigInt(BET_AMOUNT_MAX) * 100n }).map(
        (amount) => quoteBet(catalog, { platform: 'BET9JA', amount, tier }),
      ),
  ],
  [
    `transfers, ${tier}`,
    () =>
      [
        ...within({ minimum: 100_00n, maximum: 1_000_000_00n }),
        ...[5_000_00n, 10_000_00n, 50_000_00n].flatMap(kobosAround),
      ].map((amount) => prices.transfer({ product, amount })),
  ],
]);

describe('no product is sold below what it costs', () => {
  it.each(OFFERS)('%s', (_, offers) => {
    const list = offers();
    expect(list.length).toBeGreaterThan(0);
    for (const { price, expectedCost, amount } of list)
      expect({ amount, loss: price < expectedCost }).toEqual({ amount, loss: false });
  });

  it.each([
    ['5000:10,50000:25,*:50', '₦50,000.00'],
    ['9999.98:10,49999.99:19.99,*:50', '₦10,000.00'],
    ['*:9.99', '₦100.00'],
    ['5000:10,*:39.99', '₦50,000.00'],
    ['99:0,5000:9.99,*:50', '₦100.00'],
  ])('refuses to start with transfer fees below the cost at some amount: %s', (fees, amount) => {
    expect(() => open({ TRANSFER_FEES: fees })).toThrow(`TRANSFER_FEES: a transfer of ${amount} would cost`);
  });

  it.each([['99:0,5000:10,49999.99:25,*:50'], ['*:40'], ['9999.99:10,49999.99:20,*:40']])(
    'starts with transfer fees that cover the cost: %s',
    (fees) => {
      expect(() => open({ TRANSFER_FEES: fees })).not.toThrow();
    },
  );
});
