import type { Kobo } from '../services/contracts/money.js';

/** `500`, `1500.5`, `1,500.00`: commas stand where a thousand ends, or nowhere. */
const TYPED = /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{0,2}))?$/;
const CURRENCY = /^(?:₦|ngn)\s*/i;

/**
 * What somebody means who types an amount of naira into a search: `500` is ₦500.00 to ₦500.99, `500.5` ends at ₦500.59, `₦1,500.00` is that alone.
 * None for what is no amount.
 */
export function typedAmounts(text: string): readonly Kobo[] {
  const [, naira, decimals = ''] = TYPED.exec(text.trim().replace(CURRENCY, '')) ?? [];
  if (naira === undefined) return [];
  const first = BigInt((naira + decimals.padEnd(2, '0')).replaceAll(',', ''));
  return Array.from({ length: 10 ** (2 - decimals.length) }, (_, more) => first + BigInt(more));
}

/** From so many characters on, a text may be a part of a name that only tables here know: a vendor's, a service's. */
const NAME_LENGTH_MIN = 3;

/** Those of some things whose name holds the text. */
export function namedSo<Thing>(
  text: string,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): readonly Thing[] {
  const typed = text.trim().toLowerCase();
  if (typed.length < NAME_LENGTH_MIN) return [];
  return things.filter((thing) => nameOf(thing).toLowerCase().includes(typed));
}
