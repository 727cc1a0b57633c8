/** Largest difference between two healthy clocks. */
export const CLOCK_SKEW_MS = 60_000;

/**
 * True for a time that is more than `CLOCK_SKEW_MS` in the future. The clock that gave this time must have
 * been wrong.
 */
export const isFromFuture = (atMs: number, nowMs: number): boolean => atMs - nowMs > CLOCK_SKEW_MS;

/** True when less than `spanMs` has passed since `atMs`. False when `isFromFuture` is true for `atMs`. */
export const isYounger = (atMs: number, nowMs: number, spanMs: number): boolean =>
  nowMs - atMs < spanMs && !isFromFuture(atMs, nowMs);
