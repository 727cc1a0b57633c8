/** Age of an attempt in milliseconds after which no more queries about it are scheduled. */
export const QUERIES_END_MS = 24 * 3_600_000;

/**
 * Returns the milliseconds until the next query, or undefined after the last query of the schedule. The
 * result depends only on `ageMs`, so a restart of the process neither skips nor repeats a query.
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
