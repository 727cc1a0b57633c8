/** Milliseconds, as they spread. */
export interface Spread {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
}

/** The value that so much of all are at most. @param share of one */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const spreadOf = (values: readonly number[]): Spread => ({
  count: values.length,
  p50: percentile(values, 0.5),
  p95: percentile(values, 0.95),
});
