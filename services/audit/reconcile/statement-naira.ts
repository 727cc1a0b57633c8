import { plainText } from '../../contracts/fields/plain-text.js';
import { type Kobo, koboFromNaira } from '../../contracts/money.js';

const LENGTH_MAX = 40;
const PARENTHESES = /^\(([^()]*)\)$/;
const SIGN = /^[-+] ?/;
const CURRENCY = /^(?:₦|NGN|N) ?/i;
const LONG = /^([\d,]{1,20}\.\d{2})0{2,}$/;
const GROUPED = /^\d{1,3}(?:,\d{3}){1,3}(?:\.\d{1,2})?$/;

export interface SignedNaira {
  readonly kobo: Kobo;
  readonly sign?: '-' | '+';
}

/**
 * Parses an amount of naira, such as `₦1,234.50`, `NGN 1234.5`, `-97.0000`, `₦-97` and `(97)`. Never rounds
 * an amount. Returns undefined for texts of other forms.
 */
export function nairaIn(text: string): SignedNaira | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const [, inside] = PARENTHESES.exec(text) ?? [];
  if (inside !== undefined) {
    const naira = nairaIn(inside);
    return naira && naira.sign === undefined ? { ...naira, sign: '-' } : undefined;
  }
  const [before, unsigned] = withoutSign(plainText(text));
  const [after, written] = withoutSign(unsigned.replace(CURRENCY, ''));
  const digits = written.replace(LONG, '$1');
  if (before !== undefined && after !== undefined) return undefined;
  const kobo = koboFromNaira(GROUPED.test(digits) ? digits.replaceAll(',', '') : digits);
  if (kobo === undefined) return undefined;
  const sign = before ?? after;
  return { kobo, ...(sign !== undefined && { sign }) };
}

function withoutSign(text: string): readonly [sign: '-' | '+' | undefined, rest: string] {
  const [sign] = SIGN.exec(text) ?? [];
  if (sign === undefined) return [undefined, text];
  return [sign.startsWith('+') ? '+' : '-', text.slice(sign.length)];
}
