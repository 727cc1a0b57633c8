import type { Kobo } from '../contracts/money.js';

/** Kobo as naira in plain decimals: `1500` or `1500.50`. */
export function nairaText(kobo: Kobo): string {
  const decimals = kobo % 100n;
  return decimals === 0n ? String(kobo / 100n) : `${kobo / 100n}.${String(decimals).padStart(2, '0')}`;
}
