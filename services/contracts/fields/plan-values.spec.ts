import { describe, expect, it } from '@jest/globals';
import {
  bestValue,
  daysOf,
  gigabytesOf,
  nairaPerGigabyte,
  rangeOf,
  SIZES,
  VALIDITIES,
} from './plan-values.js';

describe('the comparison of data plans', () => {
  it('reads size and validity from the name', () => {
    expect(gigabytesOf('1.8GB - 30 days')).toBe(1.8);
    expect(gigabytesOf('100MB - 1 day')).toBe(0.1);
    expect(gigabytesOf('1 TB')).toBe(1000);
    expect(gigabytesOf('Unlimited')).toBeUndefined();
    expect(['1 day', '7 days', '2 weeks', '1 month', 'for ever'].map(daysOf)).toEqual([
      1,
      7,
      14,
      30,
      undefined,
    ]);
  });

  it('assigns each value to one range', () => {
    expect([0.1, 1, 5, 6.15].map((size) => rangeOf(SIZES, size))).toEqual([
      'small',
      'medium',
      'medium',
      'large',
    ]);
    expect([1, 7, 14, 30, 90].map((days) => rangeOf(VALIDITIES, days))).toEqual([
      'days',
      'weeks',
      'weeks',
      'month',
      'longer',
    ]);
    expect(rangeOf(SIZES, undefined)).toBeUndefined();
  });

  it('computes the price per gigabyte, and picks the lowest', () => {
    const small = { name: '500MB - 30 days', price: 300 };
    const large = { name: '10GB - 30 days', price: 3_000 };
    expect(nairaPerGigabyte(small)).toBe(600);
    expect(bestValue([small, large, { name: 'Unlimited', price: 1 }])).toBe(large);
    expect(bestValue([large])).toBeUndefined();
  });
});
