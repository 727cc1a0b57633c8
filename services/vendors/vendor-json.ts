import type { Kobo } from '../contracts/money.js';
import type { CallResult } from './http-call.js';

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

export function jsonOf(result: Extract<CallResult, { answered: true }>): unknown {
  try {
    return JSON.parse(result.body);
  } catch {
    return undefined;
  }
}

/** Rounds to the nearest kobo. */
export function koboFromVendor(value: unknown): Kobo | undefined {
  if (typeof value === 'string' && !/^\d{1,12}(\.\d{1,8})?$/.test(value)) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const kobo = Math.round(Number(value) * 100);
  return Number.isSafeInteger(kobo) && kobo >= 0 ? BigInt(kobo) : undefined;
}

/**
 * Returns a short plain text, such as a status. Returns undefined for any other text, because a longer text
 * may contain the name of a person.
 */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z_ -]{0,39}$/.test(value.trim()) ? value.trim() : undefined;

export const idOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && /^[\w|.-]{1,64}$/.test(value)) || typeof value === 'number'
    ? String(value)
    : undefined;

/** `1500` or `1500.50`. */
export function nairaText(kobo: Kobo): string {
  const decimals = kobo % 100n;
  return decimals === 0n ? String(kobo / 100n) : `${kobo / 100n}.${String(decimals).padStart(2, '0')}`;
}
