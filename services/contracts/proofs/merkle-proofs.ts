/**
 * Verifies Merkle proofs (RFC 6962). This file imports no other file, so that browsers can run it
 * too.
 */

/** Browsers return a promise. */
export type Sha256 = (data: Uint8Array) => Uint8Array | Promise<Uint8Array>;

const LEAF = 0;
const NODE = 1;
const HEX = /^(?:[0-9a-f]{2}){1,4096}$/;

/** Decodes hexadecimal text in lower case. Returns `undefined` for other text. */
export function bytesOfHex(hex: string): Uint8Array | undefined {
  if (hex.length > 8_192 || !HEX.test(hex)) return undefined;
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function joined(first: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 1);
  const all = new Uint8Array(length);
  all[0] = first;
  let at = 1;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const same = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, at) => byte === right[at]);

const half = (size: number): number => Math.floor(size / 2);
const isSize = (size: number): boolean => Number.isSafeInteger(size) && size > 0;

function isPowerOfTwo(size: number): boolean {
  let rest = size;
  while (rest % 2 === 0) rest /= 2;
  return rest === 1;
}

export interface InclusionProof {
  readonly entry: Uint8Array;
  readonly index: number;
  readonly treeSize: number;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Verifies that a Merkle tree has `entry` at `index` (RFC 9162, 2.1.3.2). */
export async function verifyInclusion(
  { entry, index, treeSize, path, root }: InclusionProof,
  sha256: Sha256,
): Promise<boolean> {
  if (!isSize(treeSize) || !Number.isSafeInteger(index) || index < 0 || index >= treeSize) return false;
  let [place, last] = [index, treeSize - 1];
  let hash = await sha256(joined(LEAF, entry));
  for (const sibling of path) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      hash = await sha256(joined(NODE, sibling, hash));
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else hash = await sha256(joined(NODE, hash, sibling));
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && same(hash, root);
}

export interface ConsistencyProof {
  readonly firstSize: number;
  readonly firstRoot: Uint8Array;
  readonly secondSize: number;
  readonly secondRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/**
 * Verifies that the second Merkle tree begins with all leaves of the first (RFC 9162, 2.1.4.2). Both must
 * have at least one leaf.
 */
export async function verifyConsistency(
  { firstSize, firstRoot, secondSize, secondRoot, path }: ConsistencyProof,
  sha256: Sha256,
): Promise<boolean> {
  if (!isSize(firstSize) || !isSize(secondSize) || firstSize > secondSize) return false;
  if (firstSize === secondSize) return path.length === 0 && same(firstRoot, secondRoot);
  const whole = isPowerOfTwo(firstSize);
  const [start, ...rest] = whole ? [firstRoot, ...path] : path;
  if (!start || (whole && path.length === 0)) return false;
  let [place, last] = [firstSize - 1, secondSize - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  let [first, second] = [start, start];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      first = await sha256(joined(NODE, sibling, first));
      second = await sha256(joined(NODE, sibling, second));
      while (place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    } else second = await sha256(joined(NODE, second, sibling));
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && same(first, firstRoot) && same(second, secondRoot);
}
