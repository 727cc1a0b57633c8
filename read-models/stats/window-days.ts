import { lagosDateOf } from '../../services/contracts/fields/lagos-day.js';
import { SALES_WINDOWS, type SalesWindow } from '../../services/contracts/admin/sales.contract.js';

/** Range of Lagos days, as yyyy-MM-dd. Both days are included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

function daysUntil(nowMs: number, days: number, back = 0): Days {
  const lastMs = nowMs - back * DAY_MS;
  return { from: lagosDateOf(lastMs - (days - 1) * DAY_MS), to: lagosDateOf(lastMs) };
}

export const daysOf = (window: SalesWindow, nowMs: number): Days => daysUntil(nowMs, SALES_WINDOWS[window]);

/** Days of the equally long window right before the current one. */
export const daysBefore = (window: SalesWindow, nowMs: number): Days =>
  daysUntil(nowMs, SALES_WINDOWS[window], SALES_WINDOWS[window]);

export function eachDay({ from, to }: Days): readonly string[] {
  const days: string[] = [];
  for (let ms = Date.parse(from); ms <= Date.parse(to); ms += DAY_MS)
    days.push(new Date(ms).toISOString().slice(0, 10));
  return days;
}
