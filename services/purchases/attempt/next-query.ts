/** After this long no timer asks any more: a person has had the purchase for hours. */
export const QUERIES_END_MS = 24 * 3_600_000;

/**
 * When to ask next about an attempt of this age: milliseconds from now, undefined when the timers are through. The
 * waits follow one another from the start of the attempt, the last one repeats. It follows from the age alone, so that
 * a restart neither forgets nor repeats a question.
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
