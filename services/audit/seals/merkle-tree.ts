import { hash } from 'node:crypto';

export const HASH_BYTES = 32;

/**
 * Hash as a Latin-1 string with one character per byte. Such a string is processed three times as fast as a
 * `Buffer`.
 */
export type Digest = string;

const sha256 = (data: Uint8Array): Digest => hash('sha256', data, 'binary');

export const digestOf = (hex: string): Digest => Buffer.from(hex, 'hex').toString('latin1');
export const hexOf = (digest: Digest): string => Buffer.from(digest, 'latin1').toString('hex');

const leaf = Buffer.alloc(1 + HASH_BYTES);
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** RFC 6962: SHA-256(0x00 || entry). */
export function leafHash(entry: Uint8Array): Digest {
  if (entry.length !== HASH_BYTES) return sha256(Buffer.concat([Buffer.alloc(1), entry]));
  leaf.set(entry, 1);
  return sha256(leaf);
}

/** RFC 6962: SHA-256(0x01 || left || right). */
export function nodeHash(left: Digest, right: Digest): Digest {
  node.write(left, 1, 'latin1');
  node.write(right, 1 + HASH_BYTES, 'latin1');
  return sha256(node);
}

export function* entriesOf(hashes: Buffer): Generator<Buffer> {
  for (let at = 0; at < hashes.length; at += HASH_BYTES) yield hashes.subarray(at, at + HASH_BYTES);
}

/** RFC 6962: SHA-256 of the empty string. */
const EMPTY_ROOT = sha256(Buffer.alloc(0));

/** Returns the sizes of the complete subtrees of a tree, largest first. Each size is a power of two. */
export function peakSizes(treeSize: number): number[] {
  const sizes: number[] = [];
  for (let [rest, size] = [treeSize, 1]; rest > 0; [rest, size] = [Math.floor(rest / 2), 2 * size])
    if (rest % 2 === 1) sizes.unshift(size);
  return sizes;
}

export const rootOfPeaks = (peaks: readonly Digest[]): Digest =>
  peaks.length === 0 ? EMPTY_ROOT : peaks.reduceRight((right, left) => nodeHash(left, right));

/** Merkle tree that stores only the roots of its complete subtrees. */
export class MerkleFrontier {
  private readonly roots: Digest[];

  constructor(
    private count = 0,
    peaks: readonly Digest[] = [],
  ) {
    if (peaks.length !== peakSizes(count).length)
      throw new RangeError(`a tree of ${count} leaves has ${peakSizes(count).length} peaks`);
    this.roots = [...peaks];
  }

  get size(): number {
    return this.count;
  }

  get peaks(): readonly Digest[] {
    return this.roots;
  }

  add(entry: Uint8Array): void {
    let hash = leafHash(entry);
    for (let lower = this.count; lower % 2 === 1; lower = (lower - 1) / 2)
      hash = nodeHash(this.roots.pop() as Digest, hash);
    this.roots.push(hash);
    this.count += 1;
  }

  root(): Digest {
    return rootOfPeaks(this.roots);
  }
}
