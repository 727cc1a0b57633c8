/** Largest difference between two healthy clocks. */
export const CLOCK_SKEW_MS = 60_000;

/** Only a stepped clock can have written this time. Its age is unknown. */
export const isFromFuture = (atMs: number, nowMs: number): boolean => atMs - nowMs > CLOCK_SKEW_MS;

/** False for a time from the future. */
export const isYounger = (atMs: number, nowMs: number, spanMs: number): boolean =>
  nowMs - atMs < spanMs && !isFromFuture(atMs, nowMs);
