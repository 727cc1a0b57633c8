import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { loadConfig } from '../runtime/config.js';
import { RuleBroken } from '../contracts/errors.js';
import type { Kobo } from '../contracts/money.js';
import { InstallationPrices } from './installation-prices.js';
import { quoteBet } from '../products/bet/bet.product.js';
import { Catalog } from './catalog.js';
import { feeSchedule } from './fee-schedule.js';

const quotes = (settings: Record<string, string> = {}): InstallationPrices => {
  const config = loadConfig({ NODE_ENV: 'test', ...settings });
  return new InstallationPrices(new Catalog(config), config);
};
const product = { service: 'transfer', bankCode: '058', bankName: 'GTBank' } as const;
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'fine';
  } catch (error) {
    return error instanceof RuleBroken ? error.code : String(error);
  }
};

describe('the price of a text [const:sms-price]', () => {
  it('is ₦2.90 a page and recipient, to the kobo', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 1_000 }),
        (pages, recipients) => {
          const { price, amount, discount, expectedCost } = quotes().sms({
            pages,
            recipients,
            tier: 'regular',
          });
          expect({ price, amount, discount }).toEqual({
            price: 290n * BigInt(pages * recipients),
            amount: price,
            discount: 0n,
          });
          expect(expectedCost).toBeLessThan(price);
        },
      ),
      { seed: 3, numRuns: 50 },
    );
  });
});

describe('the fee of a transfer', () => {
  it.each<[Kobo, Kobo]>([
    [100_00n, 10_00n],
    [5_000_00n, 10_00n],
    [5_000_01n, 25_00n],
    [49_999_99n, 25_00n],
    [50_000_00n, 50_00n],
    [50_000_01n, 50_00n],
  ])('for %d kobo is %d', (amount, fee) => {
    expect(quotes().transfer({ product, amount })).toMatchObject({
      fee,
      price: amount + fee,
      amount,
      discount: 0n,
    });
  });

  it('is never below the provider’s charge with the default settings', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 100_00n, max: 1_000_000_00n }), (amount) => {
        const { price, expectedCost } = quotes().transfer({ product, amount });
        expect(price).toBeGreaterThanOrEqual(expectedCost);
      }),
      { seed: 3 },
    );
  });

  it('follows the settings', () => {
    expect(quotes({ TRANSFER_FEES: '*:42.50' }).transfer({ product, amount: 100_00n })).toMatchObject({
      fee: 42_50n,
    });
    expect(() => feeSchedule('5000;10')).toThrow('not a schedule');
  });

  it.each([
    [99_99n, {}, 'AMOUNT_BELOW_MIN'],
    [1_000_000_01n, {}, 'AMOUNT_ABOVE_MAX'],
    [200_00n, { TRANSFERS_ENABLED: '0' }, 'SERVICE_OFF'],
    [200_00n, { TRANSFERS_ENABLED: '1' }, 'fine'],
  ])('for %d kobo with %j: %s', (amount, settings, code) => {
    expect(codeOf(() => quotes(settings).transfer({ product, amount }))).toBe(code);
  });

  it('is off in production unless switched on', () => {
    const config = { ...loadConfig({ NODE_ENV: 'test' }), production: true };
    const off = new InstallationPrices(new Catalog(config), config);
    expect(codeOf(() => off.requireTransfers())).toBe('SERVICE_OFF');
    const on = new InstallationPrices(new Catalog(config), { ...config, TRANSFERS_ENABLED: true });
    expect(codeOf(() => on.requireTransfers())).toBe('fine');
  });
});

describe('funding a betting account [const:bet-limits]', () => {
  const catalog = new Catalog(loadConfig({ NODE_ENV: 'test' }));
  it.each<[string, Kobo, string]>([
    ['BET9JA', 100_00n, 'fine'],
    ['BET9JA', 10_000_00n, 'fine'],
    ['BET9JA', 99_99n, 'AMOUNT_BELOW_MIN'],
    ['BET9JA', 10_000_01n, 'AMOUNT_ABOVE_MAX'],
    ['SPORTYBET', 100_00n, 'PLAN_DISABLED'],
  ])('of %s with %d kobo: %s', (platform, amount, code) => {
    expect(codeOf(() => quoteBet(catalog, { platform: platform as 'BET9JA', amount, tier: 'regular' }))).toBe(
      code,
    );
  });
});
