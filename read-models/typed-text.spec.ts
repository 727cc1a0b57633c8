import { describe, expect, it } from '@jest/globals';
import { typedAmounts } from './typed-text.js';

const from = (
  text: string,
): readonly [first: bigint | undefined, last: bigint | undefined, count: number] => {
  const amounts = typedAmounts(text);
  return [amounts[0], amounts.at(-1), amounts.length];
};

describe('an amount typed into a search', () => {
  it.each([
    ['500', 500_00n, 500_99n],
    ['500.', 500_00n, 500_99n],
    ['500.5', 500_50n, 500_59n],
    ['500.00', 500_00n, 500_00n],
    ['247.50', 247_50n, 247_50n],
    ['1,500', 1_500_00n, 1_500_99n],
    ['₦1,500', 1_500_00n, 1_500_99n],
    ['₦ 1,500.00', 1_500_00n, 1_500_00n],
    ['NGN 1500', 1_500_00n, 1_500_99n],
    ['  ₦0.5 ', 50n, 59n],
    ['0', 0n, 99n],
    ['1,234,567.89', 1_234_567_89n, 1_234_567_89n],
    ['999999999', 999_999_999_00n, 999_999_999_99n],
  ])('%s is parsed', (text, first, last) => {
    expect(from(text)).toEqual([first, last, Number(last - first) + 1]);
  });

  it.each([
    '',
    '₦',
    '1,50',
    '15,00',
    ',500',
    '1,5000',
    '5 00',
    '500.005',
    '-500',
    '08031234567',
    '1e3',
    'NL500',
    '५००',
  ])('%j is no amount', (text) => expect(typedAmounts(text)).toEqual([]));
});
