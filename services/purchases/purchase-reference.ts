/** Crockford's base 32: no letter that is mistaken for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS_OF_HEX = 4;
const BITS_OF_DIGIT = 5;
/** 80 bits of the id: enough that no two purchases share a reference. */
const HEX_DIGITS = 20;

/** What customers know their purchase by: `NL` and 16 letters and digits that follow from its id. */
export function purchaseReference(purchaseId: string): string {
  const hex = purchaseId.replaceAll('-', '').slice(0, HEX_DIGITS);
  let text = 'NL';
  let bits = 0;
  let held = 0;
  for (const digit of hex) {
    bits = (bits << BITS_OF_HEX) | parseInt(digit, 16);
    held += BITS_OF_HEX;
    if (held < BITS_OF_DIGIT) continue;
    held -= BITS_OF_DIGIT;
    text += ALPHABET[(bits >> held) & 31];
    bits &= (1 << held) - 1;
  }
  return text;
}
