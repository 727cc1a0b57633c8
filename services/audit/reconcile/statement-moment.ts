/** Lagos, unless the text says where. */
const LAGOS = '+01:00';

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/;
/** As people in Lagos write days. */
const DAY_FIRST =
  /^(\d{2})[/-](\d{2})[/-](\d{4})(?:[ ,]{1,2}(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AaPp][Mm]))?)?$/;

/** Longer than any moment. */
const LENGTH_MAX = 40;

/** The moment that a line of a statement names, milliseconds since 1970; undefined when it names none. A day is its beginning. */
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
  const written = DAY_FIRST.exec(text);
  if (!written) return undefined;
  const [, day, month, year, hours = '0', minutes = '00', seconds = '00', half] = written;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return atMoment(`${year}-${month}-${day}`, `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`, LAGOS);
}

function atMoment(date: string, time: string, zone: string): number | undefined {
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  // Not the 31st of February, which would be taken for a day in March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date)) return undefined;
  const at = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(at) ? undefined : at;
}
