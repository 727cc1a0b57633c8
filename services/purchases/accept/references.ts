import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';

const uuidOf = uuidsOf('6f1c0d5e-3a9b-4e7f-8c2d-1b0a9f8e7d6c');

export const derivedId = (of: string, name: string): string => uuidOf(`${of}/${name}`);

/** Characters of Crockford's base 32, which leaves out letters that look like digits. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PAIRS = [...CROCKFORD].flatMap((first) => [...CROCKFORD].map((second) => first + second));
const HEX_DIGITS = 20;
const GROUP = 5;

/**
 * Returns the reference that the customer sees: `NL` followed by 16 characters that are computed
 * from the purchase id.
 */
export function purchaseReference(purchaseId: string): string {
  const hex = purchaseId.replaceAll('-', '');
  let text = 'NL';
  for (let at = 0; at < HEX_DIGITS; at += GROUP) {
    const bits = parseInt(hex.slice(at, at + GROUP), 16);
    text += PAIRS[bits >> 10]! + PAIRS[bits & 1_023]!;
  }
  return text;
}

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;
const HALF_DIGITS = 11;
const VALUE_OF = new Map([...BASE_62].map((digit, value) => [digit, BigInt(value)]));
const HALF_MAX = 2n ** 64n;

const PART_LENGTH = 2 * HALF_DIGITS + 2;

/**
 * Returns the last part of a `vendorReference`, which encodes the purchase id and the number of the attempt.
 */
export function attemptPart(purchaseId: string, attempt: number): string {
  const hex = purchaseId.replaceAll('-', '');
  return half(hex.slice(0, 16)) + half(hex.slice(16)) + String(attempt).padStart(2, '0');
}

export function attemptOf(
  vendorReference: string,
): { readonly purchaseId: string; readonly attempt: number } | undefined {
  const part = vendorReference.slice(-PART_LENGTH);
  const high = unhalf(part.slice(0, HALF_DIGITS));
  const low = unhalf(part.slice(HALF_DIGITS, 2 * HALF_DIGITS));
  const attempt = part.slice(2 * HALF_DIGITS);
  if (high === undefined || low === undefined || !/^\d\d$/.test(attempt)) return undefined;
  const hex = high + low;
  const purchaseId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { purchaseId, attempt: Number(attempt) };
}

function half(hex: string): string {
  let value = BigInt(`0x${hex}`);
  let text = '';
  for (let digit = 0; digit < HALF_DIGITS; digit += 1) {
    text = BASE_62[Number(value % BASE)]! + text;
    value /= BASE;
  }
  return text;
}

function unhalf(text: string): string | undefined {
  if (text.length !== HALF_DIGITS) return undefined;
  let value = 0n;
  for (const character of text) {
    const digit = VALUE_OF.get(character);
    if (digit === undefined) return undefined;
    value = value * BASE + digit;
  }
  return value < HALF_MAX ? value.toString(16).padStart(16, '0') : undefined;
}
