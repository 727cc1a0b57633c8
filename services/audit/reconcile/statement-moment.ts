import { monthNamed } from '../../contracts/fields/written-dates.js';

const LAGOS = '+01:00';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Accepted ways to write a day. A year with two digits is ambiguous, and is refused. */
const DAYS = [
  /^(?<day>\d{2})[/-](?<month>\d{2})[/-](?<year>\d{4})/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[- /](?<month>[a-z]{3,9})\.?(?:[- /]|, ?)(?<year>\d{4})/i,
  /^(?<month>[a-z]{3,9})\.?[- /](?<day>\d{1,2})(?:st|nd|rd|th)?(?:[- /]|, ?)(?<year>\d{4})/i,
];
const TIME =
  /^(?:[ ,]{1,2}|,? at )(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2}))?(?: ?(?<half>[ap]m))?$/i;

/**
 * Number of a month that is written as a number, a name or the beginning of a name: `3`, `March`,
 * `Sept`.
 */
const monthIn = (text: string): number =>
  /^\d/.test(text) ? Number(text) : monthNamed(text === 'sept' ? 'september' : text) + 1;

const LENGTH_MAX = 40;

/**
 * Converts a date or time in text form to Unix ms. Returns undefined for an unknown form. A day
 * without a time means midnight in Lagos.
 */
export function momentOf(text: string): number | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const iso = ISO.exec(text);
  if (iso) {
    const [, year, month, day, time = '00:00:00', zone = LAGOS] = iso;
    return atMoment(
      `${year}-${month}-${day}`,
      time,
      zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone,
    );
  }
  const written = DAYS.map((form) => form.exec(text)).find((found) => found !== null);
  if (!written) return undefined;
  const rest = text.slice(written[0].length);
  const time = TIME.exec(rest);
  if (rest !== '' && !time) return undefined;
  const { year, month, day } = written.groups!;
  const { hours = '0', minutes = '00', seconds = '00', half } = time?.groups ?? {};
  const hour = hourOf(Number(hours), half?.toLowerCase());
  if (hour === undefined) return undefined;
  return atMoment(
    `${year}-${twoDigits(monthIn(month!.toLowerCase()))}-${day!.padStart(2, '0')}`,
    `${twoDigits(hour)}:${minutes}:${seconds}`,
    LAGOS,
  );
}

const twoDigits = (count: number): string => String(count).padStart(2, '0');

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour;
  if (hour > 12) return half === 'pm' ? hour : undefined;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function atMoment(date: string, time: string, zone: string): number | undefined {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  // Refuse dates such as 31 February, which `Date.parse` would turn into a day in March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined;
  const at = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(at) ? undefined : at;
}
