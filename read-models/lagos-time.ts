/** Lagos keeps UTC+1 all year. */
const OFFSET_MS = 3_600_000;

/** UTC as stored in events -> what people are shown: 2026-03-01T10:15:00.000+01:00. */
export const lagosIso = (utc: string): string =>
  `${new Date(Date.parse(utc) + OFFSET_MS).toISOString().slice(0, -1)}+01:00`;

/** Moment at which a Lagos day (yyyy-MM-dd) begins, days later if asked, as stored in events. */
export const lagosDayStart = (day: string, daysLater = 0): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - OFFSET_MS + daysLater * 86_400_000).toISOString();

/** Half-open range of whole Lagos days, both ends included. */
export const lagosDays = (from?: string, to?: string): { from?: string; to?: string } => ({
  ...(from !== undefined && { from: lagosDayStart(from) }),
  ...(to !== undefined && { to: lagosDayStart(to, 1) }),
});
