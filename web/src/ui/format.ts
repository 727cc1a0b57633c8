import { msg, t, type Message, grouped } from '../languages/language.js';

/**
 * Formats without `Intl`. A phone needs as much time to create the first `Intl` formatter as to draw a page.
 */

/** Formats an amount as ₦1,234.50. The minus is U+2212, because it is as wide as a plus. */
export const naira = (amount: number): string =>
  `${amount < 0 ? '−' : ''}₦${grouped(Math.abs(amount).toFixed(2))}`;

/** +₦1,234.50 or −₦1,234.50 */
export const signedNaira = (amount: number): string => (amount > 0 ? `+${naira(amount)}` : naira(amount));

/** 1,234 */
export const count = (number: number): string => grouped(String(number));

/** Lagos time is one hour ahead of UTC throughout the year. */
const LAGOS_AHEAD_MS = 3_600_000;

/** Lagos time, yyyy-MM-ddTHH:mm:ss. */
const inLagos = (ms: number): string => new Date(ms + LAGOS_AHEAD_MS).toISOString().slice(0, 19);

function ofTwelve(clock: string): readonly [hour: string, half: 'AM' | 'PM'] {
  const hour = Number(clock.slice(0, 2));
  return [String(hour % 12 || 12).padStart(2, '0'), hour < 12 ? 'AM' : 'PM'];
}

/** Lagos, dd/MM/yyyy hh:mm:ss a. */
export function lagosTime(iso: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const [day = '', clock = ''] = inLagos(ms).split('T');
  const [hour, half] = ofTwelve(clock);
  return `${day.split('-').reverse().join('/')} ${hour}${clock.slice(2)} ${half}`;
}

/** Lagos time, 10:15 AM. */
export function lagosMinute(iso: string): string {
  const clock = lagosClock(iso);
  const [hour, half] = ofTwelve(clock);
  return `${hour}${clock.slice(2, 5)} ${half}`;
}

export const lagosClock = (iso: string): string => inLagos(Date.parse(iso)).slice(11);

/** Lagos day, yyyy-MM-dd. */
export const lagosDay = (iso: string): string => inLagos(Date.parse(iso)).slice(0, 10);

/** Current Lagos day, yyyy-MM-dd. */
export const lagosToday = (): string => inLagos(Date.now()).slice(0, 10);

/** Formats the day of a date that a provider sent, with or without a time. Any other text stays unchanged. */
export const dayOfText = (text: string): string =>
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T|$)/.test(text) ? dayText(text.slice(0, 10)) : text;

const MONTHS: readonly Message[] = [
  msg('Jan'),
  msg('Feb'),
  msg('Mar'),
  msg('Apr'),
  msg('May'),
  msg('Jun'),
  msg('Jul'),
  msg('Aug'),
  msg('Sept'),
  msg('Oct'),
  msg('Nov'),
  msg('Dec'),
];

/** 1 Mar 2026 */
export function dayText(day: string): string {
  if (!day) return '…';
  const date = new Date(day);
  return `${date.getUTCDate()} ${t(MONTHS[date.getUTCMonth()]!)} ${date.getUTCFullYear()}`;
}

const WEEKDAYS: readonly Message[] = [
  msg('Sunday'),
  msg('Monday'),
  msg('Tuesday'),
  msg('Wednesday'),
  msg('Thursday'),
  msg('Friday'),
  msg('Saturday'),
];

/** Title of a day: Today, Yesterday, or a date such as Monday 2 Mar 2026. */
export function dayTitle(day: string): string {
  const ago = Math.round((Date.parse(lagosToday()) - Date.parse(day)) / 86_400_000);
  if (ago === 0) return t('Today');
  return ago === 1 ? t('Yesterday') : `${t(WEEKDAYS[new Date(day).getUTCDay()]!)} ${dayText(day)}`;
}
