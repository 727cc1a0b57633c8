import type { SalesReport } from '../../api/sales.api.js';
import { monthText, shortMonth } from '../../domain/charts/chart-words.js';
import { count, dayText } from '../../ui/format.js';

export const WINDOW_TITLES: Readonly<Record<SalesReport['window'], string>> = {
  today: "Today's sales",
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last 365 days',
};

export const BEFORE_WORDS: Readonly<Record<SalesReport['window'], string>> = {
  today: 'the whole of yesterday',
  week: 'the 7 days before',
  month: 'the 30 days before',
  year: 'the 365 days before',
};

/** `1 transaction`, `1,204 transactions` */
export const transactions = (number: number): string =>
  `${count(number)} ${number === 1 ? 'transaction' : 'transactions'}`;

export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds >= 1_800) return 'over 30 min';
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`;
}

export interface Period {
  readonly key: string;
  readonly label: string;
  readonly title: string;
  readonly transactions: number;
  readonly amount: number;
}

const SHORT_DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
export function periodsOf({ window, days }: Pick<SalesReport, 'window' | 'days'>): readonly Period[] {
  if (window !== 'year')
    return days.map(({ day, ...sold }) => ({
      key: day,
      label: SHORT_DAY.format(new Date(day)),
      title: dayText(day),
      ...sold,
    }));
  const months = new Map<string, { transactions: number; kobo: number }>();
  for (const { day, transactions, amount } of days) {
    const month = months.get(day.slice(0, 7)) ?? { transactions: 0, kobo: 0 };
    months.set(day.slice(0, 7), {
      transactions: month.transactions + transactions,
      kobo: month.kobo + Math.round(amount * 100),
    });
  }
  return Array.from(months, ([key, { transactions, kobo }]) => ({
    key,
    label: shortMonth(key),
    title: monthText(key),
    transactions,
    amount: kobo / 100,
  }));
}
