import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Sha256, verifyConsistency, verifyInclusion } from '../../contracts/proofs/merkle-proofs.js';
import {
  type Digest,
  digestOf,
  hexOf,
  leafHash,
  MerkleFrontier,
  nodeHash,
  rootOfPeaks,
} from '../seals/merkle-tree.js';
import { EventTree, TreeTooLarge } from './event-tree.js';

const MOST = 3_000;
const entries = Array.from({ length: MOST }, (_, n) => createHash('sha256').update(String(n)).digest());
const hashes = Buffer.concat(entries);
const sha256: Sha256 = (data) => createHash('sha256').update(data).digest();

const logOf = (count = MOST) => ({
  reads: 0,
  readAll: () => Promise.reject(new Error('hashes are enough')),
  async readHashes(after: number, limit: number) {
    this.reads += 1;
    return { hashes: hashes.subarray(32 * after, 32 * Math.min(count, after + limit)) };
  },
});

/** Root by the recursive definition of RFC 6962. */
function rootOf(from: number, to: number): Digest {
  if (to - from === 1) return leafHash(entries[from]!);
  let split = 1;
  while (2 * split < to - from) split *= 2;
  return nodeHash(rootOf(from, from + split), rootOf(from + split, to));
}
const bytes = (digest: Digest): Uint8Array => Buffer.from(digest, 'latin1');

const frontierAt = (size: number): MerkleFrontier => {
  const frontier = new MerkleFrontier();
  for (const entry of entries.slice(0, size)) frontier.add(entry);
  return frontier;
};

/** Sizes around blocks and powers of two, and random ones. */
const sizes = fc.oneof(
  fc.constantFrom(1, 2, 3, 255, 256, 257, 511, 512, 513, 1_023, 1_024, 1_025, 2_048, 2_816, MOST),
  fc.integer({ min: 1, max: MOST }),
);

describe('the tree over a log', () => {
  const tree = new EventTree(logOf());

  it('has the roots of RFC 6962, grown by leaf or read from a log', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        expect(await tree.root(size)).toBe(rootOf(0, size));
        expect(frontierAt(size).root()).toBe(rootOf(0, size));
      }),
      { numRuns: 60 },
    );
  });

  it('continues from the roots of its complete subtrees', () => {
    fc.assert(
      fc.property(sizes, sizes, (one, other) => {
        const [first, second] = [Math.min(one, other), Math.max(one, other)];
        const { peaks, size } = frontierAt(first);
        const again = new MerkleFrontier(size, peaks.map(hexOf).map(digestOf));
        for (const entry of entries.slice(first, second)) again.add(entry);
        expect(again.root()).toBe(rootOf(0, second));
        expect(rootOfPeaks(again.peaks)).toBe(rootOf(0, second));
        expect(() => new MerkleFrontier(size, [...peaks, peaks[0]!])).toThrow(RangeError);
      }),
      { numRuns: 40 },
    );
  });

  it('proves every leaf of every size at its own place only', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (treeSize, one, other) => {
        const [index, elsewhere] = [one % treeSize, other % treeSize];
        const path = (await tree.inclusionPath(index, treeSize)).map(bytes);
        const proof = { entry: entries[index]!, index, treeSize, path, root: bytes(rootOf(0, treeSize)) };
        expect(await verifyInclusion(proof, sha256)).toBe(true);
        if (index === elsewhere) return;
        expect(await verifyInclusion({ ...proof, index: elsewhere }, sha256)).toBe(false);
        expect(await verifyInclusion({ ...proof, entry: entries[elsewhere]! }, sha256)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('proves consistency with every smaller size, and with no other tree', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, sizes, async (one, other) => {
        const [firstSize, secondSize] = [Math.min(one, other), Math.max(one, other)];
        const path = (await tree.consistencyPath(firstSize, secondSize)).map(bytes);
        const roots = { firstRoot: bytes(rootOf(0, firstSize)), secondRoot: bytes(rootOf(0, secondSize)) };
        const proof = { firstSize, secondSize, path, ...roots };
        expect(await verifyConsistency(proof, sha256)).toBe(true);
        const foreign = new MerkleFrontier();
        for (const entry of entries.slice(0, firstSize).reverse()) foreign.add(entry);
        const lies = firstSize > 1 || firstSize < secondSize;
        if (lies && firstSize > 1)
          expect(await verifyConsistency({ ...proof, firstRoot: bytes(foreign.root()) }, sha256)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('reads the log once, then two blocks per proof', async () => {
    const log = logOf();
    const grown = new EventTree(log);
    await Promise.all([grown.grow(MOST), grown.grow(MOST)]);
    const before = log.reads;
    await grown.inclusionPath(700, MOST);
    expect(log.reads - before).toBe(2);
  });

  it('throws TreeTooLarge for events that the log does not have', async () => {
    const short = new EventTree(logOf(300));
    await expect(short.root(301)).rejects.toThrow(TreeTooLarge);
    await expect(short.root(600)).rejects.toThrow(TreeTooLarge);
    await expect(short.inclusionPath(300, 300)).rejects.toThrow(RangeError);
    await expect(short.consistencyPath(301, 300)).rejects.toThrow(RangeError);
    expect(await short.root(300)).toBe(rootOf(0, 300));
  });
});
