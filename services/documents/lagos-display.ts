const FORMAT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h12',
});

/** A moment as people in Lagos write it: dd/MM/yyyy hh:mm:ss am. */
export const lagosDisplay = (iso: string): string => FORMAT.format(new Date(iso)).replace(',', '');

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** A day, yyyy-MM-dd, as people write it: 1 March 2026. */
export const lagosDayDisplay = (day: string): string => DAY.format(new Date(day));
