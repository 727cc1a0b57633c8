import { createHash } from 'node:crypto';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import type { Violations } from './violations.js';

/** Checks the root hash in each `LedgerSealed` event by computing the Merkle tree (RFC 6962) of the events. */
export class SealJudge {
  readonly #hashes: Buffer[] = [];
  #covered = 0;
  #lastOther = 0;

  constructor(private readonly violations: Violations) {}

  add(event: RecordedEvent): void {
    this.#hashes.push(Buffer.from(event.hash, 'hex'));
    if (event.type !== 'LedgerSealed') {
      this.#lastOther = event.position;
      return;
    }
    const treeSize = Number(event.data['treeSize']);
    const isForward = treeSize > this.#covered && treeSize < event.position;
    const isTrue = isForward && event.data['rootHash'] === rootOf(this.#hashes, 0, treeSize).toString('hex');
    this.violations.expect(
      isTrue,
      'seals-are-true',
      () =>
        `the seal at ${event.position} of ${treeSize} events is not theirs, after one of ${this.#covered}`,
    );
    this.#covered = treeSize;
  }

  reset(): void {
    this.#hashes.length = 0;
    this.#covered = 0;
    this.#lastOther = 0;
  }

  get coverAll(): boolean {
    return this.#covered >= this.#lastOther;
  }

  finish(): void {
    this.violations.expect(
      this.coverAll,
      'seals-follow',
      () => `the last seal covers ${this.#covered} events, and the log has ${this.#hashes.length}`,
    );
  }
}

function rootOf(leaves: readonly Buffer[], from: number, to: number): Buffer {
  const size = to - from;
  if (size === 1) return sha256(0, leaves[from]!);
  let left = 1;
  while (left * 2 < size) left *= 2;
  return sha256(1, rootOf(leaves, from, from + left), rootOf(leaves, from + left, to));
}

const sha256 = (prefix: number, ...parts: readonly Buffer[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from([prefix]), ...parts]))
    .digest();
