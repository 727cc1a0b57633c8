/** Age of an attempt at which the requery schedule ends. */
export const QUERIES_END_MS = 24 * 3_600_000;

/**
 * Milliseconds until the next query of an attempt; undefined when the requery schedule has ended. Depends on
 * `ageMs` alone, so a restart neither skips nor repeats a query.
 */
export function nextQueryIn(
  schedule: readonly number[],
  ageMs: number,
  queriesMax: number,
): number | undefined {
  const last = schedule.at(-1);
  if (last === undefined || last <= 0) return undefined;
  let due = 0;
  let queries = 0;
  for (const wait of schedule) {
    due += wait;
    queries += 1;
    if (due > ageMs) break;
  }
  if (due <= ageMs) {
    const repeats = Math.floor((ageMs - due) / last) + 1;
    due += repeats * last;
    queries += repeats;
  }
  return due > QUERIES_END_MS || queries > queriesMax ? undefined : due - ageMs;
}
