/** As they are written in English; the first three letters of each stand for it too. */
export const MONTHS = [
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

/** Which month has the name, or these as its first three letters, in any case: 0 is January, -1 none. */
export function monthNamed(word: string): number {
  const lower = word.toLowerCase();
  return MONTHS.findIndex((month) => {
    const name = month.toLowerCase();
    return name === lower || name.slice(0, 3) === lower;
  });
}
