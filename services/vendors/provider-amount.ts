import type { Kobo } from '../contracts/money.js';

const LENGTH_MAX = 40;
/**
 * Upper limit of an amount: twelve digits of naira, in kobo. A JSON number below this limit is exact to the
 * kobo.
 */
const KOBO_END = 10n ** 14n;
const PLAIN = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/;
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/**
 * Parses an amount in naira from a payment provider. The amount is a JSON number or a string: `100.0000`,
 * `1,000.00`, `1e9`. Never rounds. Undefined when the amount has a part below a kobo, such as `100.005`.
 */
export function koboOfPayment(value: unknown): Kobo | undefined {
  const read = partsOf(value);
  return read?.below === 0n ? read.kobo : undefined;
}

export const koboRoundedDown = (value: unknown): Kobo | undefined => partsOf(value)?.kobo;

/**
 * Parses an amount in kobo from a payment provider, such as `150050`. Undefined when the amount has a part
 * below a kobo.
 */
export function koboOfMinorUnits(value: unknown): Kobo | undefined {
  const read = partsOf(value);
  return read?.below === 0n && read.kobo % 100n === 0n ? read.kobo / 100n : undefined;
}

/** Splits an amount of naira into whole kobo and a rest (`below`), which may be 0. */
function partsOf(value: unknown): { readonly kobo: Kobo; readonly below: bigint } | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const text = String(value);
  if (text.length > LENGTH_MAX) return undefined;
  const [, whole, decimals = '', exponent = '0'] =
    PLAIN.exec(GROUPED.test(text) ? text.replaceAll(',', '') : text) ?? [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + decimals);
  const shift = 2 - decimals.length + Number(exponent);
  const unit = 10n ** BigInt(Math.max(0, -shift));
  const kobo = shift > 0 ? digits * 10n ** BigInt(shift) : digits / unit;
  return kobo < KOBO_END ? { kobo, below: shift > 0 ? 0n : digits % unit } : undefined;
}
