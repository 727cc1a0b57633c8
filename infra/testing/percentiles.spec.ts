import { expect, it } from '@jest/globals';
import { percentile, spreadOf } from './percentiles.js';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => last - index);

it.each([
  [100, 0.5, 51],
  [100, 0.99, 100],
  [101, 0.95, 96],
  [3, 0.5, 2],
  [1, 0.95, 1],
] as const)('of the numbers to %i, %d are at most %i', (last, share, value) => {
  expect(percentile(upTo(last), share)).toBe(value);
});

it('is no number where there is nothing', () => {
  expect(spreadOf([])).toEqual({ count: 0, p50: Number.NaN, p95: Number.NaN });
});
