/** Africa/Lagos is UTC+1 all year. */
const LAGOS_OFFSET_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The Lagos day of an instant, counted in days since 1970: limits of a day start anew at midnight in Lagos. */
export const lagosDayOf = (atMs: number): number => Math.floor((atMs + LAGOS_OFFSET_MS) / DAY_MS);

/** Whoever goes through a log asks for the same day again and again. */
let askedLast = { day: Number.NaN, date: '' };

/** The Lagos day of an instant, yyyy-MM-dd. */
export function lagosDateOf(atMs: number): string {
  const day = lagosDayOf(atMs);
  if (day !== askedLast.day) askedLast = { day, date: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return askedLast.date;
}

/** The Lagos month of an instant, yyyy-MM. */
export const lagosMonthOf = (atMs: number): string => lagosDateOf(atMs).slice(0, 7);

/** The month so many later than one, or earlier, yyyy-MM. */
export function monthLater(month: string, months: number): string {
  const first = new Date(`${month}-01`);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** The first and the last day of a month (yyyy-MM), yyyy-MM-dd. */
export const monthDays = (month: string): { readonly from: string; readonly to: string } => ({
  from: `${month}-01`,
  to: new Date(Date.parse(`${monthLater(month, 1)}-01`) - DAY_MS).toISOString().slice(0, 10),
});

/** So many months in order, of which the one that is named is the last. */
export const monthsUntil = (last: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => monthLater(last, index + 1 - count));

/** UTC as stored in events -> what people are shown: 2026-03-01T10:15:00.000+01:00. */
export const lagosIso = (utc: string): string =>
  `${new Date(Date.parse(utc) + LAGOS_OFFSET_MS).toISOString().slice(0, -1)}+01:00`;

/** The same of milliseconds since the epoch. */
export const lagosIsoAt = (atMs: number): string => lagosIso(new Date(atMs).toISOString());

/** Moment at which a Lagos day (yyyy-MM-dd) begins, days later if asked, as stored in events. */
export const lagosDayStart = (day: string, daysLater = 0): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - LAGOS_OFFSET_MS + daysLater * 86_400_000).toISOString();

/** Half-open range of whole Lagos days, both ends included. */
export const lagosDays = (from?: string, to?: string): { from?: string; to?: string } => ({
  ...(from !== undefined && { from: lagosDayStart(from) }),
  ...(to !== undefined && { to: lagosDayStart(to, 1) }),
});

/** Both are made at the first use: they take 5 ms, and many a process shows no day. */
let momentShown: Intl.DateTimeFormat | undefined;
let dayShown: Intl.DateTimeFormat | undefined;

/** A moment as people in Lagos write it: dd/MM/yyyy hh:mm:ss am. */
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

/** A day, yyyy-MM-dd, as people write it: 1 March 2026. */
export function lagosDayDisplay(day: string): string {
  dayShown ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return dayShown.format(new Date(day));
}
