import { count, dayOfText, lagosClock, lagosDay, lagosTime } from '../ui/format.js';

const WHOLE = new Intl.NumberFormat('en-NG');

/** Formats kobo as naira, for amounts of any size: `-123450` becomes `−₦1,234.50`. */
export function nairaOfKobo(digits: string): string {
  const kobo = BigInt(digits);
  const size = kobo < 0n ? -kobo : kobo;
  return `${kobo < 0n ? '−' : ''}₦${WHOLE.format(size / 100n)}.${String(size % 100n).padStart(2, '0')}`;
}

/** Formats kobo as naira for a file, without naira sign and separators. */
export function plainNaira(digits: string): string {
  const kobo = BigInt(digits);
  const size = kobo < 0n ? -kobo : kobo;
  return `${kobo < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

/** Lagos time of an ISO time, such as 2026-03-01T10:15:00.000+01:00. An invalid time stays unchanged. */
export function lagosIso(iso: string): string {
  const ms = Date.parse(iso);
  if (Number.isNaN(ms)) return iso;
  const fraction = new Date(ms).toISOString().slice(19, 23);
  return `${lagosDay(iso)}T${lagosClock(iso)}${fraction}+01:00`;
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

/**
 * Appends `+01:00` to the value of a `datetime-local` input, which is a Lagos time. Empty for an invalid value.
 */
export const lagosMoment = (text: string): string =>
  LOCAL.test(text) ? `${text.length === 16 ? `${text}:00` : text}+01:00` : '';

export const isLagosDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

export function momentWords(named: string): string {
  if (/^\d{1,9}$/.test(named)) return `event ${count(Number(named))}`;
  if (isLagosDay(named)) return dayOfText(named);
  const moment = lagosMoment(named);
  return moment === '' ? named : lagosTime(moment);
}

export const shortId = (id: string): string => (id.length > 13 ? `${id.slice(0, 8)}…` : id);

/** Name of a stream with a short id: `wallet-3f2a11c0…`. */
export function shortStream(stream: string): string {
  const dash = stream.indexOf('-');
  return dash < 0 ? stream : stream.slice(0, dash + 1) + shortId(stream.slice(dash + 1));
}

export const PEOPLE_KINDS: ReadonlyMap<string, string> = new Map([
  ['user_available', 'Customers: to spend'],
  ['user_held', 'Customers: held for purchases'],
  ['user_receivable', 'Customers: owed to us'],
]);

const OF_A_WALLET = /^user_(?:available|held):(.+)$/;

export const walletOf = (account: string): string | undefined => OF_A_WALLET.exec(account)?.[1];

export const accountPath = (account: string, at = ''): string =>
  `/audit/accounts/${encodeURIComponent(account)}${at === '' ? '' : `?${new URLSearchParams({ at })}`}`;
