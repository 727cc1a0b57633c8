import { describe, expect, it } from '@jest/globals';
import { koboOfMinorUnits, koboOfPayment, koboRoundedDown } from './provider-amount.js';

describe("a payment provider's amount", () => {
  it.each<[unknown, bigint]>([
    [100, 10_000n],
    [100.5, 10_050n],
    [0.07, 7n],
    [0, 0n],
    ['100', 10_000n],
    ['100.5', 10_050n],
    ['100.0000', 10_000n],
    ['100.050', 10_005n],
    ['00100.00', 10_000n],
    ['1,000.00', 100_000n],
    ['1,234,567', 123_456_700n],
    ['12,345.6700', 1_234_567n],
    [1e9, 100_000_000_000n],
    ['1e9', 100_000_000_000n],
    ['1.5E+3', 150_000n],
    ['12345e-2', 12_345n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('%j is read to the kobo', (value, kobo) => expect(koboOfPayment(value)).toBe(kobo));

  it.each<[string, unknown]>([
    ['a third decimal', 100.005],
    ['a third decimal as text', '100.005'],
    ['a sum of floats', 0.1 + 0.2],
    ['an exponent below a kobo', '12345e-3'],
    ['a number with an exponent below a kobo', 1e-7],
    ['a large number', 1e21],
    ['more than the greatest amount', '1000000000000'],
    ['a large exponent', '1e99'],
    ['a huge exponent', '1e999999999'],
    ['a negative number', -1],
    ['a negative text', '-1.00'],
    ['a plus sign', '+1'],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['the text NaN', 'NaN'],
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['a space', ' 1'],
    ['a line end', '1\n'],
    ['a point without digits', '1.'],
    ['no digit before the point', '.5'],
    ['a decimal comma', '1,5'],
    ['thousands in pairs', '1,00,000'],
    ['a leading comma', ',100'],
    ['thousands in only a part', '1000,000'],
    ['thousands with an exponent', '1,000e2'],
    ['two points', '1.0.0'],
    ['hexadecimal digits', '0x10'],
    ['digits of another script', '١٠٠'],
    ['a currency sign', '₦100'],
    ['a list', [100]],
    ['an object', { amount: 100 }],
    ['true', true],
    ['a text of a megabyte', '1'.repeat(1_000_000)],
    ['zeros of a megabyte', `1.${'0'.repeat(1_000_000)}`],
  ])('is uncertain with %s', (_, value) => expect(koboOfPayment(value)).toBeUndefined());

  it('is rounded down only where the caller asks for that', () => {
    expect(['2990.3875', 98.3875, '1,234.509', '7'].map(koboRoundedDown)).toEqual([
      299_038n,
      9_838n,
      123_450n,
      700n,
    ]);
    for (const none of ['', 'x', -1, null, { amount: 5 }]) expect(koboRoundedDown(none)).toBeUndefined();
  });
});

describe('an amount that is told in kobo', () => {
  it.each<[unknown, bigint]>([
    [150_050, 150_050n],
    ['150050', 150_050n],
    ['150050.00', 150_050n],
    [0, 0n],
    [1e9, 1_000_000_000n],
  ])('%j is read as it is', (value, kobo) => expect(koboOfMinorUnits(value)).toBe(kobo));

  it.each([150_050.5, '150050.01', '', 'x', -1, null, undefined, [], {}, Number.NaN, 1e30])(
    '%j is not certain',
    (value) => expect(koboOfMinorUnits(value)).toBeUndefined(),
  );
});
