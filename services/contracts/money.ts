/**
 * Amount in kobo (1 naira is 100 kobo), always a whole number. In memory, an amount is a bigint. In events and
 * jobs, an amount is a decimal string. An amount is never a floating-point number.
 */
export type Kobo = bigint;

/**
 * Matches naira in JSON, as a number or a text: at most 9 digits with at most 2 decimals. Negative amounts do
 * not match.
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

/** Converts kobo to naira as a JSON number. The number is exact below 90 trillion naira. */
export const nairaFromKobo = (kobo: Kobo): number => Number(kobo) / 100;

/** Make the formatter on first use, because this takes 13 ms. */
let nairaFormat: Intl.NumberFormat | undefined;

export function formatNaira(kobo: Kobo): string {
  nairaFormat ??= new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' });
  return nairaFormat.format(nairaFromKobo(kobo));
}

/** Returns `basisPoints` / 10,000 of an amount, rounded down to the kobo. */
export const basisPointsOf = (amount: Kobo, basisPoints: number): Kobo =>
  (amount * BigInt(basisPoints)) / 10_000n;
