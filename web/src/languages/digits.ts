/** Sets commas between thousands: 1,234 and 1,234.50. `Intl` would say the same, after 20 ms of its own in which nothing is drawn. */
export const grouped = (digits: string): string => digits.replace(/\d(?=(?:\d{3}){1,5}(?:\.|$))/g, '$&,');
