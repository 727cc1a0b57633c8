import type { Kobo } from '../services/contracts/money.js';

/** Amount such as `500`, `1500.5` or `1,500.00`, with commas at every thousand or none. */
const TYPED = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2}))?$/;
const CURRENCY = /^(?:₦|ngn)\s*/i;

/**
 * All kobo amounts that a typed amount of naira may mean; empty for other text. `500` means ₦500.00 to
 * ₦500.99, `500.5` means ₦500.50 to ₦500.59, and `₦1,500.00` only itself.
 */
export function typedAmounts(text: string): readonly Kobo[] {
  const [, naira, decimals = ''] = TYPED.exec(text.trim().replace(CURRENCY, '')) ?? [];
  if (naira === undefined) return [];
  const first = BigInt((naira + decimals.padEnd(2, '0')).replaceAll(',', ''));
  return Array.from({ length: 10 ** (2 - decimals.length) }, (_, more) => first + BigInt(more));
}

const NAME_LENGTH_MIN = 3;

export function namedSo<Thing>(
  text: string,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): readonly Thing[] {
  const typed = text.trim().toLowerCase();
  if (typed.length < NAME_LENGTH_MIN) return [];
  return things.filter((thing) => nameOf(thing).toLowerCase().includes(typed));
}
