/** Durations in ms. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
}

/**
 * Nearest-rank percentile, rounded up between two values; `NaN` for an empty list.
 * @param share between 0 and 1
 */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil((values.length - 1) * share)] ?? Number.NaN;

export const spreadOf = (values: readonly number[]): Spread => ({
  count: values.length,
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
});
