import type { RecordedEvent, Stored } from '../../../infra/event-store/event-store.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';
import type { Problems } from '../problems.js';
import { HASH_BYTES, hexOf, MerkleFrontier } from './merkle-tree.js';
import { type LedgerSealed, type SealEvent, SEALS_STREAM, sealEvent } from './seal.events.js';
import type { SealKeyring } from './seal-key.js';

export interface SealReport {
  readonly count: number;
  readonly treeSize: number;
  readonly kept: number;
  /**
   * True when the check had a seal that is kept outside the ledger. Without such a seal, the check
   * cannot notice that the operator has rewritten the whole ledger.
   */
  readonly anchored: boolean;
  readonly signaturesChecked: boolean;
  readonly uncovered?: { readonly from: number; readonly to: number };
}

export interface SealCheckOptions {
  /** Public keys that verify seals. Without these keys, signatures are not checked. */
  readonly keyring?: SealKeyring | undefined;
  readonly kept?: readonly SignedSeal[];
}

const FIRST_ROOM = 4_096;

export class SealCheck {
  private readonly tree = new MerkleFrontier();
  private waiting = Buffer.allocUnsafe(FIRST_ROOM * HASH_BYTES);
  private waitingCount = 0;
  private ledgerId: string | undefined;
  private count = 0;
  private coveredTo = 0;
  private nextKept = 0;
  private agreedTo = 0;
  private disagreed = false;

  constructor(
    private readonly problems: Problems,
    private readonly options: SealCheckOptions = {},
  ) {}

  add(event: RecordedEvent): void {
    this.ledgerId ??= event.hash;
    const seal = event.stream === SEALS_STREAM ? sealEvent(event) : undefined;
    if (seal) this.check(seal, seal.data);
    this.push(event.hash);
  }

  finish(position: number): SealReport {
    const { kept = [], keyring } = this.options;
    const end = this.tree.size + this.waitingCount;
    if (kept.slice(this.nextKept).some(({ treeSize }) => treeSize <= end)) this.advance(end);
    for (const seal of kept.slice(this.nextKept)) this.shorter(seal, position);
    return {
      count: this.count,
      treeSize: this.coveredTo,
      kept: kept.length,
      anchored: kept.length > 0,
      signaturesChecked: keyring !== undefined && !keyring.empty,
      ...(this.coveredTo < position && { uncovered: { from: this.coveredTo + 1, to: position } }),
    };
  }

  private check(event: Stored<SealEvent>, seal: LedgerSealed): void {
    const { treeSize, rootHash, ledgerId } = seal;
    this.count += 1;
    const wrong = (rule: string, detail: string): void =>
      this.problems.add(rule, event, `the seal of ${treeSize} events: ${detail}`);
    if (ledgerId !== this.ledgerId) wrong('seal-ledger', 'it is of another ledger');
    const objection = this.objection({ ...seal, at: event.at });
    if (objection !== undefined) wrong('seal-signature', objection);
    if (!(treeSize > this.coveredTo) || treeSize > this.tree.size + this.waitingCount)
      return wrong(
        'seal-size',
        `${this.coveredTo} were covered before, and ${event.position - 1} come before it`,
      );
    this.advance(treeSize);
    this.coveredTo = treeSize;
    if (hexOf(this.tree.root()) !== rootHash)
      wrong('seal-root', 'the events have another root than was sealed');
    else if (this.tree.peaks.some((peak, index) => hexOf(peak) !== seal.peaks[index]))
      wrong('seal-root', 'its subtrees are not those of the events');
  }

  private push(hash: string): void {
    if ((this.waitingCount + 1) * HASH_BYTES > this.waiting.length)
      this.waiting = Buffer.concat([this.waiting], 2 * this.waiting.length);
    this.waiting.write(hash, this.waitingCount * HASH_BYTES, HASH_BYTES, 'hex');
    this.waitingCount += 1;
  }

  private advance(treeSize: number): void {
    const { kept = [] } = this.options;
    const taken = treeSize - this.tree.size;
    for (let index = 0; index < taken; index += 1) {
      this.tree.add(this.waiting.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES));
      for (let seal = kept[this.nextKept]; seal?.treeSize === this.tree.size; seal = kept[this.nextKept]) {
        this.compare(seal);
        this.nextKept += 1;
      }
    }
    this.waiting.copyWithin(0, taken * HASH_BYTES, this.waitingCount * HASH_BYTES);
    this.waitingCount -= taken;
  }

  private compare(seal: SignedSeal): void {
    const { treeSize, rootHash, ledgerId } = seal;
    const place = { position: this.agreedTo + 1, stream: '' };
    if (this.foreign(seal)) return;
    if (ledgerId !== this.ledgerId)
      this.problems.add(
        'kept-seal-ledger',
        place,
        `the kept seal of ${treeSize} events is of another ledger`,
      );
    else if (hexOf(this.tree.root()) === rootHash) this.agreedTo = treeSize;
    else if (!this.disagreed) {
      this.disagreed = true;
      const detail = `events ${this.agreedTo + 1} to ${treeSize} are not what they were when the kept seal of ${treeSize} events was made at ${seal.at}`;
      this.problems.add('rewritten', place, detail);
    }
  }

  private shorter(seal: SignedSeal, position: number): void {
    if (this.foreign(seal)) return;
    const detail = `the ledger ends at ${position}; the kept seal made at ${seal.at} covers ${seal.treeSize} events: what came after ${position} is gone`;
    this.problems.add('rolled-back', { position: position + 1, stream: '' }, detail);
  }

  private foreign(seal: SignedSeal): boolean {
    const objection = this.objection(seal);
    if (objection === undefined) return false;
    const detail = `the kept seal of ${seal.treeSize} events: ${objection}`;
    this.problems.add('kept-seal-signature', { position: 0, stream: '' }, detail);
    return true;
  }

  private objection(
    seal: Pick<SignedSeal, 'ledgerId' | 'treeSize' | 'rootHash' | 'at' | 'keyId' | 'signature'>,
  ) {
    const { keyring } = this.options;
    return keyring && !keyring.empty ? keyring.objection(seal) : undefined;
  }
}
