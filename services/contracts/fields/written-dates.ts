const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** Accepts a month's name or its first three letters. January is 0. An unknown name gives -1. */
export function monthNamed(word: string): number {
  const lower = word.toLowerCase();
  return MONTHS.findIndex((month) => {
    const name = month.toLowerCase();
    return name === lower || name.slice(0, 3) === lower;
  });
}

const TYPED = /^(\d{1,2})[-/. ](\d{1,2}|[A-Za-z]{3,9})[-/. ]((?:19|20)\d{2})$/;

/**
 * Converts a date such as `3-10-1993` or `3 Oct 1993` to `03-Oct-1993`. Returns `undefined` for a
 * day that does not exist.
 */
export function normaliseBirthDate(typed: string): string | undefined {
  const match = TYPED.exec(typed.trim());
  if (!match) return undefined;
  const [, dayText = '', monthText = '', yearText = ''] = match;
  const month = /^\d/.test(monthText) ? Number(monthText) - 1 : monthNamed(monthText);
  const [day, year] = [Number(dayText), Number(yearText)];
  const date = new Date(Date.UTC(year, month, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month && date.getUTCDate() === day;
  return real ? `${String(day).padStart(2, '0')}-${MONTHS[month]!.slice(0, 3)}-${year}` : undefined;
}
