import { setTimeout as sleep } from 'node:timers/promises';
import { lagosDateOf, lagosDayStart } from '../../contracts/fields/lagos-day.js';

/** Longer than what is asked about one day takes on a slow machine. */
const ENOUGH_MS = 600_000;
/** A timer may come a little before its time. */
const MARGIN_MS = 1_000;

/** Where the day in Lagos is about to end, waits for the next: figures of today would be of two days. */
export async function untilDayLasts(): Promise<void> {
  const now = Date.now();
  const left = Date.parse(lagosDayStart(lagosDateOf(now), 1)) - now;
  if (left < ENOUGH_MS) await sleep(left + MARGIN_MS);
}
