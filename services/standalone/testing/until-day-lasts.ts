import { setTimeout as sleep } from 'node:timers/promises';
import { lagosDateOf, lagosDayStart } from '../../contracts/fields/lagos-day.js';

/** Milliseconds in which a slow machine can ask everything about one day. */
const ENOUGH_MS = 600_000;
/** Milliseconds added, because timers may fire slightly early. */
const MARGIN_MS = 1_000;

/** Waits for the next Lagos day if this one is about to end, so that figures cover a single day. */
export async function untilDayLasts(): Promise<void> {
  const now = Date.now();
  const left = Date.parse(lagosDayStart(lagosDateOf(now), 1)) - now;
  if (left < ENOUGH_MS) await sleep(left + MARGIN_MS);
}
