const LENGTH_MAX = 40;
/** Matches a time such as `2026-11-30 22:59:59.000`. Without a time zone, the time is Lagos time. */
const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(Z|[+-]\d{2}:?\d{2})?$/;
/**
 * Matches a time such as `30/11/2026 10:59:59 PM`. According to Monnify's documentation, this is Lagos time.
 */
const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2})(?: ([AP])M)?$/i;
const LAGOS = '+01:00';

export function paidAtOf(paidOn: unknown): number | undefined {
  if (typeof paidOn !== 'string' || paidOn.length > LENGTH_MAX) return undefined;
  const [, date, time, zone = LAGOS] = ISO.exec(paidOn) ?? [];
  const ms = Date.parse(date === undefined ? dayFirst(paidOn) : `${date}T${time}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}

function dayFirst(text: string): string {
  const [, day = '', month = '', year, hour = '', minute, second, half] = DAY_FIRST.exec(text) ?? [];
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  const two = (part: string | number): string => String(part).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}T${two(hours)}:${minute}:${second}${LAGOS}`;
}
