import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { bytesOfHex, verifyConsistency } from '../../contracts/proofs/merkle-proofs.js';
import { sealKeyOf } from '../seals/seal-key.js';
import { Sealer } from '../seals/sealer.js';
import { writeLedger } from '../testing/a-ledger.js';
import { withStoredBytes } from '../testing/stored-bytes.js';
import { put } from '../testing/tampered-event-store.js';
import { positionOf } from './position-of.js';
import { Proofs, purchaseEvents } from './proofs.js';

const key = sealKeyOf(Buffer.alloc(32, 7));
const seal = (store: MemoryEventStore) => new Sealer(store, key).seal(new AbortController().signal);

let store: ReturnType<typeof withStoredBytes>;
let proofs: Proofs;
beforeEach(async () => {
  store = withStoredBytes(new MemoryEventStore());
  proofs = new Proofs(store, () => [key]);
  await writeLedger(store);
});

describe('proofs', () => {
  it('cover all wallet events of a purchase once they are sealed', async () => {
    expect(await proofs.ofPurchase('ada', 'sold')).toBeUndefined();
    const sealed = (await seal(store))!;
    const typesOf = async (purchaseId: string): Promise<string[]> =>
      (await proofs.ofPurchase('ada', purchaseId))!.events.map(
        ({ text }) => (JSON.parse(text) as { type: string }).type,
      );
    expect(await typesOf('open')).toEqual(['PurchaseAccepted']);
    expect(await typesOf('sold')).toEqual(['PurchaseAccepted', 'PurchaseCaptured']);
    expect(await typesOf('failed')).toEqual(['PurchaseAccepted', 'PurchaseReleased']);
    expect(await typesOf('taken-back')).toEqual(['PurchaseAccepted', 'PurchaseCaptured', 'PurchaseReversed']);
    expect(await proofs.ofPurchase('ada', 'sold')).toMatchObject({ seal: sealed });
    expect(await proofs.ofPurchase('ada', 'nothing')).toBeUndefined();
    expect(await proofs.ofPurchase('bola', 'sold')).toBeUndefined();
  });

  it('yield between pages while they look for an old purchase', async () => {
    const page = Array.from({ length: 500 }, (_, index) => ({
      revision: index,
      type: 'WalletFunded',
      data: {},
    }));
    let [pages, turns] = [0, 0];
    // The embedded store reads without ever waiting.
    const readStream = async (): Promise<RecordedEvent[]> => {
      pages += 1;
      if (pages === 40)
        return [{ ...page[0], type: 'PurchaseAccepted', data: { purchaseId: 'old' } }] as never;
      return page.map((event) => ({ ...event, revision: event.revision + 1_000 })) as never;
    };
    const turn = (): void => void ((turns += 1), pages < 40 && setImmediate(turn));
    setImmediate(turn);
    expect(await purchaseEvents({ readStream }, 'ada', 'old')).toHaveLength(1);
    expect([pages, turns >= 39]).toEqual([40, true]);
  });

  it('wait until the newest event is sealed', async () => {
    await seal(store);
    await put(store, 'user-1', ['PinDropped', { userId: '1' }]);
    const newest = await store.lastPosition();
    expect(await proofs.ofEvents([newest])).toBeUndefined();
    await seal(store);
    expect((await proofs.ofEvents([newest]))?.events).toMatchObject([{ position: newest }]);
    await expect(new Proofs(store, () => []).ofEvents([1])).rejects.toThrow('not in SECRETS_DIR');
  });

  it('show that the ledger only grew', async () => {
    const first = (await seal(store))!;
    await put(store, 'user-1', ['PinDropped', { userId: '1' }]);
    const second = (await seal(store))!;
    const proof = await proofs.consistency(first.treeSize, second.treeSize);
    expect(proof).toMatchObject({
      first: { rootHash: first.rootHash },
      second: { rootHash: second.rootHash },
    });
    const bytes = (hex: string): Uint8Array => bytesOfHex(hex)!;
    const checked = {
      firstSize: first.treeSize,
      firstRoot: bytes(first.rootHash),
      secondSize: second.treeSize,
      secondRoot: bytes(second.rootHash),
      path: proof.path.map(bytes),
    };
    const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
    expect(await verifyConsistency(checked, sha256)).toBe(true);
  });

  it('find the position of an event when the store does not return it', async () => {
    for (let n = 0; n < 40; n += 1)
      await put(store, `user-${n}`, [
        'PinDropped',
        { userId: String(n) },
        new Date(Date.parse('2026-03-02T09:00:00.000Z') + n * 60_000).toISOString(),
      ]);
    for (const event of await store.readAll(0, 1_000))
      expect(await positionOf(store, { ...event, position: 0 })).toBe(event.position);
    const [event] = await store.readAll(0, 1);
    await expect(positionOf(store, { ...event!, position: 0, hash: '0'.repeat(64) })).rejects.toThrow(
      'is not in the log',
    );
  });
});
