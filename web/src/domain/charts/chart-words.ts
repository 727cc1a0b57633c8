import { count } from '../../ui/format.js';

/** Text of a share as a percentage: 0.985 becomes `98.5%`. Null becomes a dash. */
export const percent = (share: number | null): string =>
  share === null ? '–' : `${(Math.floor(share * 1_000) / 10).toFixed(1)}%`;

export interface ChangeWords {
  /** Comparison with an earlier value, such as `8% more than`. The earlier value follows this text. */
  readonly text: string;
  /** Unsigned: `8%`. */
  readonly size: string;
  readonly direction: 'up' | 'down' | 'same';
}

export function changeOf(now: number, before: number): ChangeWords | undefined {
  if (before <= 0) return undefined;
  const change = Math.round(((now - before) / before) * 1_000) / 10;
  if (change === 0) return { text: 'as much as', size: '0%', direction: 'same' };
  const size = `${count(Math.abs(change))}%`;
  return change > 0
    ? { text: `${size} more than`, size, direction: 'up' }
    : { text: `${size} less than`, size, direction: 'down' };
}

/** `₦1.2m` */
const SHORT = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 });
export const shortNaira = (amount: number): string =>
  `${amount < 0 ? '-' : ''}₦${SHORT.format(Math.abs(amount)).toLowerCase()}`;

const SHORT_MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' });
const MONTH = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** yyyy-MM -> `Mar` */
export const shortMonth = (month: string): string => SHORT_MONTH.format(new Date(month));
/** yyyy-MM -> `March 2026` */
export const monthText = (month: string): string => MONTH.format(new Date(month));
