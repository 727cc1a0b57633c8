import { t } from '../languages/language.js';
const NAIRA = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  currencyDisplay: 'narrowSymbol',
});
const COUNT = new Intl.NumberFormat('en-NG');

/** ₦1,234.50, and less than nothing with a minus as wide as a plus: −₦1,234.50. */
export const naira = (amount: number): string => NAIRA.format(amount).replace('-', '−');

/** +₦1,234.50 or −₦1,234.50: what came in or went out. */
export const signedNaira = (amount: number): string => (amount > 0 ? `+${naira(amount)}` : naira(amount));

export const count = (number: number): string => COUNT.format(number);

const LAGOS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
});

/** dd/MM/yyyy hh:mm:ss a, Lagos time wherever the reader is. */
export function lagosTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const part = Object.fromEntries(LAGOS.formatToParts(time).map(({ type, value }) => [type, value]));
  // Midnight and noon are 12, not 00.
  const hour = part['hour'] === '00' ? '12' : part['hour'];
  const half = part['dayPeriod']?.toUpperCase() ?? '';
  return `${part['day']}/${part['month']}/${part['year']} ${hour}:${part['minute']}:${part['second']} ${half}`;
}

const LAGOS_CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const LAGOS_MINUTE = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
});

/** 10:15 AM: within a day that is named above. */
export const lagosMinute = (iso: string): string => LAGOS_MINUTE.format(new Date(iso));

export const lagosClock = (iso: string): string => LAGOS_CLOCK.format(new Date(iso));

const LAGOS_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' });

/** The day of a moment in Lagos, yyyy-MM-dd. */
export const lagosDay = (iso: string): string => LAGOS_DAY.format(new Date(iso));

/** Today in Lagos, yyyy-MM-dd. */
export const lagosToday = (): string => LAGOS_DAY.format(new Date());

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** A day of a provider, yyyy-MM-dd with or without a time, as people write it; what is none stays as it came. */
export const dayOfText = (text: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T|$)/.test(text) ? dayText(text.slice(0, 10)) : text;

/** A day, yyyy-MM-dd, as people write it: 1 Mar 2026. */
export const dayText = (day: string): string => (day ? DAY.format(new Date(day)) : '…');

const DAY_TITLE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** A day above what happened on it: Today, Yesterday, Monday 2 Mar 2026. */
export function dayTitle(day: string): string {
  const ago = Math.round((Date.parse(lagosToday()) - Date.parse(day)) / 86_400_000);
  if (ago === 0) return t('Today');
  return ago === 1 ? t('Yesterday') : DAY_TITLE.format(new Date(day)).replace(',', '');
}
