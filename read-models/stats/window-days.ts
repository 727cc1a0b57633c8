import { lagosDateOf } from '../../services/contracts/fields/lagos-day.js';
import { SALES_WINDOWS, type SalesWindow } from '../../services/contracts/admin/sales.contract.js';

/** Lagos days, yyyy-MM-dd, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** So many days, of which the last is the Lagos day of the moment, `back` days earlier. */
function daysUntil(nowMs: number, days: number, back = 0): Days {
  const lastMs = nowMs - back * DAY_MS;
  return { from: lagosDateOf(lastMs - (days - 1) * DAY_MS), to: lagosDateOf(lastMs) };
}

/** Today is part of each window. */
export const daysOf = (window: SalesWindow, nowMs: number): Days => daysUntil(nowMs, SALES_WINDOWS[window]);

/** The window of the same length that ended the day before this one began. */
export const daysBefore = (window: SalesWindow, nowMs: number): Days =>
  daysUntil(nowMs, SALES_WINDOWS[window], SALES_WINDOWS[window]);

/** Every day of it, in order. */
export function eachDay({ from, to }: Days): readonly string[] {
  const days: string[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS)
    days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
}
