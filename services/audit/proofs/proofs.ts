import type { EventStore, RecordedEvent } from '../../../infra/event-store/event-store.js';
import { breathe } from '../../../infra/host/timers.js';
import { RuleBroken } from '../../contracts/errors.js';
import type { ReceiptProof } from '../../contracts/proofs/receipt-proof.js';
import type { SignedSeal } from '../../contracts/proofs/signed-seal.js';
import { purchaseStream, walletStream } from '../../ledger/streams.js';
import { SEALS_STREAM, sealEvent, signedSealOf } from '../seals/seal.events.js';
import type { PublicSealKey } from '../seals/seal-key.js';
import { hexOf } from '../seals/merkle-tree.js';
import type { StoredReader } from '../verify-ledger.js';
import { EventTree } from './event-tree.js';
import { positionOf } from './position-of.js';

const PAGE = 500;

export type ProvenStore = Pick<EventStore, 'readAll' | 'readStream' | 'readHashes' | 'lastPosition'> &
  StoredReader;

export interface ConsistencyProof {
  readonly version: 1;
  readonly first: { readonly treeSize: number; readonly rootHash: string };
  readonly second: { readonly treeSize: number; readonly rootHash: string };
  readonly path: readonly string[];
}

/** The first proof after a start takes longer, because it must read the hashes of all events. */
export class Proofs {
  private readonly tree: EventTree;

  constructor(
    private readonly store: ProvenStore,
    private readonly keys: () => readonly PublicSealKey[],
  ) {
    this.tree = new EventTree(store);
  }

  async newestSeal(): Promise<SignedSeal | undefined> {
    const [last] = await this.store.readStream(SEALS_STREAM, { direction: 'backwards', limit: 1 });
    const seal = last && sealEvent(last);
    return seal && signedSealOf(seal);
  }

  /** Current signing key first. */
  get publicKeys(): readonly PublicSealKey[] {
    return this.keys();
  }

  /** Newest first. */
  async sealsBefore(
    before: number | undefined,
    limit: number,
  ): Promise<readonly (SignedSeal & { readonly revision: number })[]> {
    if (before === 0) return [];
    const events = await this.store.readStream(SEALS_STREAM, {
      ...(before !== undefined && { from: before - 1 }),
      direction: 'backwards',
      limit,
    });
    return events.flatMap((event) => {
      const seal = sealEvent(event);
      return seal ? [{ ...signedSealOf(seal), revision: event.revision }] : [];
    });
  }

  /** Returns undefined when the newest seal does not cover all events. */
  async ofEvents(positions: readonly number[]): Promise<ReceiptProof | undefined> {
    const seal = await this.newestSeal();
    if (!seal || positions.some((position) => position > seal.treeSize)) return undefined;
    const publicKey = this.keys().find(({ keyId }) => keyId === seal.keyId)?.publicKey;
    if (publicKey === undefined)
      throw new Error(`the key ${seal.keyId} of the newest seal is not in SECRETS_DIR`);
    const events: ReceiptProof['events'][number][] = [];
    for (const position of positions) {
      const [stored] = await this.store.readStored(position - 1, 1);
      if (!stored) throw new Error(`the ledger has no event ${position}`);
      const path = await this.tree.inclusionPath(position - 1, seal.treeSize);
      const text = Buffer.from(stored.bytes).toString('utf8');
      events.push({ position, text, hash: stored.hash, path: path.map(hexOf) });
    }
    return { version: 1, events, seal, publicKey };
  }

  /** Returns `undefined` until a seal covers all events of the purchase. */
  async ofPurchase(userId: string, purchaseId: string): Promise<ReceiptProof | undefined> {
    const positions: number[] = [];
    for (const event of await purchaseEvents(this.store, userId, purchaseId))
      positions.push(await positionOf(this.store, event));
    return positions.length > 0 ? this.ofEvents(positions) : undefined;
  }

  async buyerOf(purchaseId: string): Promise<string | undefined> {
    const [opened] = await this.store.readStream(purchaseStream(purchaseId), { limit: 1 });
    const userId = opened?.data['userId'];
    return typeof userId === 'string' ? userId : undefined;
  }

  /**
   * Returns `undefined` until a seal covers the event.
   * @throws RuleBroken(NOT_FOUND)
   */
  async ofEvent(position: number): Promise<ReceiptProof | undefined> {
    if (position > (await this.store.lastPosition())) throw new RuleBroken('NOT_FOUND');
    return this.ofEvents([position]);
  }

  /**
   * Proves that the ledger with `second` events begins with the ledger with `first` events.
   * @throws RuleBroken(VALIDATION_FAILED) when `second` is more than the number of events in the
   * ledger
   * @throws RuleBroken(VALIDATION_FAILED) when `first` is greater than `second`
   */
  async consistency(first: number, second: number): Promise<ConsistencyProof> {
    const last = await this.store.lastPosition();
    if (second > last) throw refused('second', `must not be more than the ${last} events there are`);
    if (first > second) throw refused('first', 'must not be more than second');
    const path = await this.tree.consistencyPath(first, second);
    const state = async (treeSize: number) => ({ treeSize, rootHash: hexOf(await this.tree.root(treeSize)) });
    return { version: 1, first: await state(first), second: await state(second), path: path.map(hexOf) };
  }
}

const refused = (field: string, reason: string): RuleBroken =>
  new RuleBroken('VALIDATION_FAILED', { field, reason });

/**
 * Oldest first.
 * @param pause called after each page of events
 */
export async function purchaseEvents(
  store: Pick<EventStore, 'readStream'>,
  userId: string,
  purchaseId: string,
  pause: () => Promise<void> = breathe,
): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for (let from: number | undefined; from === undefined || from >= 0;) {
    const page: RecordedEvent[] = await store.readStream(walletStream(userId), {
      ...(from !== undefined && { from }),
      direction: 'backwards',
      limit: PAGE,
    });
    for (const event of page) {
      if (event.data['purchaseId'] !== purchaseId) continue;
      found.unshift(event);
      if (event.type === 'PurchaseAccepted') return found;
    }
    from = (page.at(-1)?.revision ?? 0) - 1;
    await pause();
  }
  return found;
}
