import { readHashes, type EventStore } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import {
  type Digest,
  entriesOf,
  HASH_BYTES,
  leafHash,
  MerkleFrontier,
  nodeHash,
} from '../seals/merkle-tree.js';

const BLOCK = 256;
const BLOCKS_READ = 8;

type Leaves = ReadonlyMap<number, readonly Digest[]>;

export class TreeTooLarge extends Error {
  override readonly name = 'TreeTooLarge';
}

/**
 * Merkle tree (RFC 6962) over the hashes of all events. `grow` reads only hashes that the tree does
 * not have yet.
 */
export class EventTree {
  private readonly levels: Digest[][] = [[]];
  private reading: Promise<unknown> = Promise.resolve();

  constructor(private readonly store: Pick<EventStore, 'readAll' | 'readHashes'>) {}

  /**
   * Adds complete blocks of event hashes up to `treeSize`.
   * @throws TreeTooLarge when the log has fewer events than `treeSize`
   */
  async grow(treeSize: number): Promise<void> {
    const grown = this.reading.then(() => this.readTo(treeSize));
    this.reading = grown.catch(() => undefined);
    await grown;
  }

  async root(treeSize: number): Promise<Digest> {
    const leaves = await this.leavesOf([treeSize - 1], treeSize);
    return this.rangeRoot(0, treeSize, leaves);
  }

  /** Makes the proof that the event at `index` is in the tree. The first event has the index 0. */
  async inclusionPath(index: number, treeSize: number): Promise<Digest[]> {
    if (!(index >= 0 && index < treeSize)) throw new RangeError(`a tree of ${treeSize} has no leaf ${index}`);
    const leaves = await this.leavesOf([index, treeSize - 1], treeSize);
    const path: Digest[] = [];
    let [start, end] = [0, treeSize];
    while (end - start > 1) {
      const middle = start + splitOf(end - start);
      if (index < middle) {
        path.push(this.rangeRoot(middle, end, leaves));
        end = middle;
      } else {
        path.push(this.rangeRoot(start, middle, leaves));
        start = middle;
      }
    }
    return path.reverse();
  }

  /** Makes the proof that a tree over `secondSize` events begins with the tree over `firstSize` events. */
  async consistencyPath(firstSize: number, secondSize: number): Promise<Digest[]> {
    if (!(firstSize >= 1 && firstSize <= secondSize))
      throw new RangeError(`a tree of ${secondSize} does not begin with one of ${firstSize}`);
    const leaves = await this.leavesOf([firstSize - 1, firstSize, secondSize - 1], secondSize);
    const path: Digest[] = [];
    let [start, end, whole] = [0, secondSize, true];
    while (firstSize !== end) {
      const middle = start + splitOf(end - start);
      if (firstSize <= middle) {
        path.push(this.rangeRoot(middle, end, leaves));
        end = middle;
      } else {
        path.push(this.rangeRoot(start, middle, leaves));
        [start, whole] = [middle, false];
      }
    }
    if (!whole) path.push(this.rangeRoot(start, end, leaves));
    return path.reverse();
  }

  private async readTo(treeSize: number): Promise<void> {
    const blocks = this.levels[0] as Digest[];
    const wanted = Math.floor(treeSize / BLOCK);
    while (blocks.length < wanted) {
      const count = Math.min(BLOCKS_READ, wanted - blocks.length);
      const { hashes } = await readHashes(this.store, blocks.length * BLOCK, count * BLOCK);
      if (hashes.length < count * BLOCK * HASH_BYTES)
        throw new TreeTooLarge(`the log has no ${treeSize} events`);
      for (let at = 0; at < hashes.length; at += BLOCK * HASH_BYTES) {
        const block = new MerkleFrontier();
        for (const entry of entriesOf(hashes.subarray(at, at + BLOCK * HASH_BYTES))) block.add(entry);
        this.keep(block.root());
      }
      await breathe();
    }
  }

  private keep(block: Digest): void {
    let hash = block;
    for (let level = 0; ; level += 1) {
      const nodes = (this.levels[level] ??= []);
      nodes.push(hash);
      if (nodes.length % 2 === 1) return;
      hash = nodeHash(nodes[nodes.length - 2] as Digest, hash);
    }
  }

  private async leavesOf(places: readonly number[], treeSize: number): Promise<Leaves> {
    await this.grow(treeSize);
    const leaves = new Map<number, readonly Digest[]>();
    for (const place of places) {
      const block = Math.floor(place / BLOCK);
      if (place >= treeSize || leaves.has(block)) continue;
      const count = Math.min(BLOCK, treeSize - block * BLOCK);
      const { hashes } = await readHashes(this.store, block * BLOCK, count);
      if (hashes.length < count * HASH_BYTES) throw new TreeTooLarge(`the log has no ${treeSize} events`);
      leaves.set(block, Array.from(entriesOf(hashes), leafHash));
    }
    return leaves;
  }

  private rangeRoot(start: number, end: number, leaves: Leaves): Digest {
    const size = end - start;
    if (size === 1) return leaves.get(Math.floor(start / BLOCK))?.[start % BLOCK] as Digest;
    const split = splitOf(size);
    const known = 2 * split === size && size >= BLOCK ? this.levels[Math.log2(size / BLOCK)] : undefined;
    if (known) return known[start / size] as Digest;
    return nodeHash(this.rangeRoot(start, start + split, leaves), this.rangeRoot(start + split, end, leaves));
  }
}

/** Returns the largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (2 * split < size) split *= 2;
  return split;
}
