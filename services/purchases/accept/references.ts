import { uuidsOf } from '../../../infra/crypto/keyed-digest.js';

const uuidOf = uuidsOf('6f1c0d5e-3a9b-4e7f-8c2d-1b0a9f8e7d6c');

/** An id that follows from two others: the same pair always gives the same one. */
export const derivedId = (of: string, name: string): string => uuidOf(`${of}/${name}`);

/** Crockford's base 32: no letter that is mistaken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 80 bits of the id: enough that no two purchases share a reference. */
const HEX_DIGITS = 20;
/** So many hexadecimal digits are exactly four of base 32. */
const GROUP = 5;

/** What customers know their purchase by: `NL` and 16 letters and digits that follow from its id. */
export function purchaseReference(purchaseId: string): string {
  const hex = purchaseId.replaceAll('-', '');
  let text = 'NL';
  for (let at = 0; at < HEX_DIGITS; at += GROUP) {
    const bits = parseInt(hex.slice(at, at + GROUP), 16);
    for (let shift = 15; shift >= 0; shift -= 5) text += ALPHABET[(bits >> shift) & 31]!;
  }
  return text;
}
