/** Largest difference between the clocks of two healthy machines. */
export const CLOCK_SKEW_MS = 60_000;

/** True for a stored time that only a stepped clock can have written. Its age is unknown. */
export const isFromFuture = (atMs: number, nowMs: number): boolean => atMs - nowMs > CLOCK_SKEW_MS;

/** True when less than `spanMs` have passed since `atMs`. False for a time from the future. */
export const isYounger = (atMs: number, nowMs: number, spanMs: number): boolean =>
  nowMs - atMs < spanMs && !isFromFuture(atMs, nowMs);
