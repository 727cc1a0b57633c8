import { expect, it } from '@jest/globals';
import { percentile, spreadOf } from './percentiles.js';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => last - index);

it.each([
  [100, 0.5, 51],
  [100, 0.99, 100],
  [101, 0.95, 96],
  [3, 0.5, 2],
  [1, 0.95, 1],
] as const)('of 1 to %i, the percentile %d is %i', (last, share, value) => {
  expect(percentile(upTo(last), share)).toBe(value);
});

it('is NaN for an empty list', () => {
  expect(spreadOf([])).toEqual({ count: 0, p50: Number.NaN, p95: Number.NaN });
});
