import { numberText } from './plain-text.js';

/** Allows commas or spaces only between thousands, because the comma in `100,50` may be a decimal point. */
const AMOUNT =
  /^ *(?:(?:NGN|N|₦) *)?(?:\d{1,9}|[1-9]\d{0,2}(?:(?:,\d{3}){1,2}|(?: \d{3}){1,2}))(?:\.\d{1,2})? *$/i;

/** Converts typed naira such as `₦1,500.50` to `1500.50`. Returns `undefined` for other texts. */
export function plainAmount(typed: string): string | undefined {
  const amount = numberText(typed);
  return AMOUNT.test(amount) ? amount.replace(/[^\d.]/g, '') : undefined;
}
