/** Milliseconds, as they spread. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
}

/** A value that at least so much of all are at most; where it falls between two of them, the greater one. NaN of none. @param share of one */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.ceil((values.length - 1) * share)] ?? Number.NaN;

export const spreadOf = (values: readonly number[]): Spread => ({
  count: values.length,
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
});
