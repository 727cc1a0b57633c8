import type { Kobo } from '../services/contracts/money.js';

/**
 * Matches a typed amount such as `500`, `1500.5` or `1,500.00`. Commas stand at every thousand or
 * nowhere.
 */
const TYPED = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2}))?$/;
const CURRENCY = /^(?:₦|ngn)\s*/i;

/**
 * Returns the amounts, in kobo, that a typed text may mean. `500` means ₦500.00 to ₦500.99, `500.5` means
 * ₦500.50 to ₦500.59, and `₦1,500.00` means exactly this amount. Other texts mean no amount.
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
