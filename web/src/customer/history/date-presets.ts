import { t } from '../../languages/language.js';
import { lagosToday } from '../../ui/format.js';

export interface DatePreset {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;

/** Counts in UTC, because Lagos days have the same length. */
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** Lagos days. */
export function datePresets(today = lagosToday()): readonly DatePreset[] {
  const monthStart = `${today.slice(0, 7)}-01`;
  const lastMonthEnd = dayBefore(monthStart, 1);
  return [
    { label: t('Today'), from: today, to: today },
    { label: t('Yesterday'), from: dayBefore(today, 1), to: dayBefore(today, 1) },
    { label: t('Last 7 days'), from: dayBefore(today, 6), to: today },
    { label: t('Last 30 days'), from: dayBefore(today, 29), to: today },
    { label: t('This month'), from: monthStart, to: today },
    { label: t('Last month'), from: `${lastMonthEnd.slice(0, 7)}-01`, to: lastMonthEnd },
  ];
}
