/** Largest difference between two healthy clocks. */
export const CLOCK_SKEW_MS = 60_000;

/** True for a time so far ahead that its clock must have been wrong. */
export const isFromFuture = (atMs: number, nowMs: number): boolean => atMs - nowMs > CLOCK_SKEW_MS;

/** True when less than `spanMs` has passed since `atMs`. False for a time that `isFromFuture`. */
export const isYounger = (atMs: number, nowMs: number, spanMs: number): boolean =>
  nowMs - atMs < spanMs && !isFromFuture(atMs, nowMs);
