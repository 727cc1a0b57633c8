import { RuleBroken } from '../contracts/errors.js';
import { formatNaira, type Kobo } from '../contracts/money.js';

/** What is taken at once, kobo. */
export interface AmountRange {
  readonly minimum: Kobo;
  readonly maximum: Kobo;
}

export const AIRTIME_RANGE: AmountRange = { minimum: 50_00n, maximum: 50_000_00n };
/** Of every disco; a meter may ask for more, which its look-up tells. */
export const ELECTRICITY_RANGE: AmountRange = { minimum: 500_00n, maximum: 500_000_00n };

/** @throws RuleBroken AMOUNT_BELOW_MIN, AMOUNT_ABOVE_MAX */
export function requireWithin(amount: Kobo, { minimum, maximum }: AmountRange): void {
  if (amount < minimum) throw new RuleBroken('AMOUNT_BELOW_MIN', { minimum: formatNaira(minimum) });
  if (amount > maximum) throw new RuleBroken('AMOUNT_ABOVE_MAX', { maximum: formatNaira(maximum) });
}
