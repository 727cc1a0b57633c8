/** Lagos time is one hour ahead of UTC throughout the year. */
const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Returns the number of the Lagos day, counted from 1970. */
export const lagosDayOf = (atMs: number): number => Math.floor((atMs + LAGOS_OFFSET_MS) / DAY_MS);

let askedLast = { day: Number.NaN, date: '' };

/** Lagos day as yyyy-MM-dd. */
export function lagosDateOf(atMs: number): string {
  const day = lagosDayOf(atMs);
  if (day !== askedLast.day) askedLast = { day, date: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return askedLast.date;
}

export const lagosMonthOf = (atMs: number): string => lagosDateOf(atMs).slice(0, 7);

export function monthLater(month: string, months: number): string {
  const first = new Date(`${month}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

export const monthDays = (month: string): { readonly from: string; readonly to: string } => ({
  from: `${month}-01`,
  to: new Date(Date.parse(`${monthLater(month, 1)}-01`) - DAY_MS).toISOString().slice(0, 10),
});

export const monthsUntil = (last: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => monthLater(last, index + 1 - count));

/** Converts a stored UTC time to Lagos time, for example 2026-03-01T10:15:00.000+01:00. */
export const lagosIso = (utc: string): string =>
  `${new Date(Date.parse(utc) + LAGOS_OFFSET_MS).toISOString().slice(0, -1)}+01:00`;

export const lagosIsoAt = (atMs: number): string => lagosIso(new Date(atMs).toISOString());

/**
 * Returns the start of a Lagos day as a stored UTC time. The day is `daysLater` days after `day`
 * (yyyy-MM-dd).
 */
export const lagosDayStart = (day: string, daysLater = 0): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - LAGOS_OFFSET_MS + daysLater * 86_400_000).toISOString();

/**
 * Returns the UTC times at which the Lagos day `from` begins and the Lagos day `to` ends. The end is
 * exclusive.
 */
export const lagosDays = (from?: string, to?: string): { from?: string; to?: string } => ({
  ...(from !== undefined && { from: lagosDayStart(from) }),
  ...(to !== undefined && { to: lagosDayStart(to, 1) }),
});

/** Formatters are made on first use, because making one takes 5 ms. */
let momentShown: Intl.DateTimeFormat | undefined;
let dayShown: Intl.DateTimeFormat | undefined;

/** Formats a time in the form dd/MM/yyyy hh:mm:ss am. */
export function lagosDisplay(iso: string): string {
  momentShown ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Africa/Lagos',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h12',
  });
  return momentShown.format(new Date(iso)).replace(',', '');
}

/** Formats a day (yyyy-MM-dd) in the form 1 March 2026. */
export function lagosDayDisplay(day: string): string {
  dayShown ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return dayShown.format(new Date(day));
}
