/**
 * Integer amount of kobo (1 naira = 100 kobo). An amount is a bigint in memory, and digits in events and
 * jobs. It is never a float.
 */
export type Kobo = bigint;

/**
 * Pattern of naira in JSON. The amount is a number or decimal text with at most 9 digits and 2 decimals. It
 * is never negative.
 */
const NAIRA_PATTERN = /^(\d{1,9})(?:\.(\d{1,2}))?$/;
const NAIRA_LENGTH_MAX = 40;

export function koboFromNaira(naira: unknown): Kobo | undefined {
  if (typeof naira !== 'number' && typeof naira !== 'string') return undefined;
  const text = String(naira);
  const match = text.length <= NAIRA_LENGTH_MAX ? NAIRA_PATTERN.exec(text) : null;
  if (!match) return undefined;
  return BigInt(match[1]!) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'));
}

/** Naira as a JSON number, exact below 90 trillion naira. */
export const nairaFromKobo = (kobo: Kobo): number => Number(kobo) / 100;

/** Created on first use, because creating a formatter takes 13 ms. */
let nairaFormat: Intl.NumberFormat | undefined;

export function formatNaira(kobo: Kobo): string {
  nairaFormat ??= new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' });
  return nairaFormat.format(nairaFromKobo(kobo));
}

/** Rounds down to the kobo. The product has no other rounding rule. */
export const basisPointsOf = (amount: Kobo, basisPoints: number): Kobo =>
  (amount * BigInt(basisPoints)) / 10_000n;
