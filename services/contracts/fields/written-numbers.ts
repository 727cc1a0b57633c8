import { numberText } from './plain-text.js';

/**
 * Matches a typed amount. Commas and spaces are allowed only between thousands, because the comma
 * in `100,50` may be a decimal comma.
 */
const AMOUNT =
  /^ *(?:(?:NGN|N|₦) *)?(?:\d{1,9}|[1-9]\d{0,2}(?:(?:,\d{3}){1,2}|(?: \d{3}){1,2}))(?:\.\d{1,2})? *$/i;

/**
 * Converts typed naira such as `₦1,500.50` to `1500.50`. Returns `undefined` for a text that is not
 * an amount.
 */
export function plainAmount(typed: string): string | undefined {
  const amount = numberText(typed);
  return AMOUNT.test(amount) ? amount.replace(/[^\d.]/g, '') : undefined;
}
