/** Any half of a pair that UTF-16 writes a rare character as. */
const SURROGATE = /[\ud800-\udfff]/;

/** The order of the bytes of two texts in UTF-8, in which stores keep their keys. Without rare characters it is that of JavaScript. */
export function inBytes(one: string, other: string): number {
  if (one === other) return 0;
  if (SURROGATE.test(one) || SURROGATE.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}
