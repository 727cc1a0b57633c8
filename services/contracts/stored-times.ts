/** Milliseconds by which the clocks of two machines may normally differ. */
export const CLOCK_SKEW_MS = 60_000;

/**
 * True for a time that is more than `CLOCK_SKEW_MS` in the future. A wrong clock must have recorded
 * such a time.
 */
export const isFromFuture = (atMs: number, nowMs: number): boolean => atMs - nowMs > CLOCK_SKEW_MS;

/**
 * True when less than `spanMs` has passed since `atMs`. False for a time for which `isFromFuture`
 * is true.
 */
export const isYounger = (atMs: number, nowMs: number, spanMs: number): boolean =>
  nowMs - atMs < spanMs && !isFromFuture(atMs, nowMs);
