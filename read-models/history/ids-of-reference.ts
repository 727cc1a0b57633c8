/** A reference is `NL` and the first 80 bits of the purchase's id, in Crockford's base 32. */
const REFERENCE = /^NL[0-9A-HJKMNP-TV-Z]{16}$/;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Half-open range of the purchase ids that have this reference: there is one at most, found by the key of its row, so
 * the column of references needs no index. undefined for a reference that was not made of an id.
 */
export function idsOfReference(reference: string): { from: string; to: string } | undefined {
  if (!REFERENCE.test(reference)) return undefined;
  let bits = 0n;
  for (const digit of reference.slice(2)) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(digit));
  const hex = bits.toString(16).padStart(20, '0');
  const start = hex.replace(/^(.{8})(.{4})(.{4})(.{4})$/, '$1-$2-$3-$4');
  // The next character of an id is a hyphen, which a full stop follows in order.
  return { from: `${start}-`, to: `${start}.` };
}
