import { afterEach, describe, expect, it } from '@jest/globals';
import { KeyNotAtHand, KeysUnavailable, NoKey } from '../../../infra/crypto/key-vault.js';
import {
  AppendOutcomeUnknown,
  type NewEvent,
  StoreUnavailable,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { VendorOutcome } from '../../vendors/vendor-adapter.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { eventually, FAST, PurchaseWorld } from '../testing/purchase-world.js';

/** A vendor that keeps no reference of ours, in a world where nothing is open too long. */
const worldOf = async (says: VendorOutcome, store?: MemoryEventStore): Promise<PurchaseWorld> => {
  const world = new PurchaseWorld(store, FAST);
  await world.fund('ada', 50_000n);
  world.vendor.capabilities = {
    ...world.vendor.capabilities,
    clientReference: false,
    queryByClientReference: false,
  };
  world.vendor.onDispatch = () => says;
  world.start();
  return world;
};

/** Does not take what the vendor said the first times, with each of the ways not to. */
class AwayWhenAnswered extends MemoryEventStore {
  refusals: Error[] = [
    new StoreUnavailable('away'),
    new AppendOutcomeUnknown('no answer'),
    ...Array.from({ length: 4 }, () => new StoreUnavailable('away')),
  ];

  override async append(stream: string, expected: StreamHead, events: readonly NewEvent[]) {
    const refusal = events.some(({ type }) => type === 'AttemptDelivered') && this.refusals.shift();
    if (refusal) throw refusal;
    return super.append(stream, expected, events);
  }
}

describe('a vendor that knows no reference of ours', () => {
  let world: PurchaseWorld;
  afterEach(() => world.worker?.stop());
  const lastOf = async (purchaseId: string) => (await world.purchaseEvents(purchaseId)).at(-1);

  it('and says nothing leaves the purchase to a person at once, with the money held', async () => {
    world = await worldOf({ outcome: 'unknown', reason: 'timeout' });
    const purchaseId = await world.buy('ada', 'k');
    await eventually('it is handed over', async () => (await lastOf(purchaseId))?.type === 'ReviewRequired');
    expect((await lastOf(purchaseId))?.data).toMatchObject({ why: 'vendor-cannot-be-asked' });
    expect(world.vendor.posts).toHaveLength(1);
    expect(world.vendor.queries).toEqual([]);
    expect(await world.settlements('ada', purchaseId)).toEqual([]);
  });

  it('is heard the once that it says so, also when the ledger takes nothing for a while', async () => {
    const store = new AwayWhenAnswered();
    world = await worldOf({ outcome: 'delivered', cost: 9_650n }, store);
    const purchaseId = await world.buy('ada', 'k');
    await eventually(
      'it is captured',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured',
    );
    expect(store.refusals).toEqual([]);
    expect(await world.context(purchaseId)).toEqual(['PurchaseOpened', 'AttemptStarted', 'AttemptDelivered']);
  });

  it('is heard the once that it says so, also when the keys that seal what it hands over are away', async () => {
    let refusals: readonly Error[] = [];
    world = await worldOf({ outcome: 'delivered', cost: 9_650n, artefacts: { tokens: ['1234'] } });
    world.vendor.onDispatch = () => {
      refusals = [new KeysUnavailable('away'), new KeyNotAtHand('old'), new KeysUnavailable('away')];
      return { outcome: 'delivered', cost: 9_650n, artefacts: { tokens: ['1234'] } };
    };
    world.vault.loadKeys = () => {
      const [refusal, ...rest] = refusals;
      refusals = rest;
      return refusal && Promise.reject(refusal);
    };
    const purchaseId = await world.buy('ada', 'k');
    await eventually('it is delivered', async () => (await lastOf(purchaseId))?.type === 'AttemptDelivered');
    expect(refusals).toEqual([]);
    expect(await world.context(purchaseId)).toEqual(['PurchaseOpened', 'AttemptStarted', 'AttemptDelivered']);
    expect((await lastOf(purchaseId))?.data).toMatchObject({ sealed: JSON.stringify({ tokens: ['1234'] }) });
  });

  it('that hands nothing over is heard without keys', async () => {
    world = await worldOf({ outcome: 'delivered', cost: 9_650n });
    world.vendor.onDispatch = () => {
      world.vault.loadKeys = () => Promise.reject(new KeysUnavailable('away'));
      return { outcome: 'delivered', cost: 9_650n };
    };
    const purchaseId = await world.buy('ada', 'k');
    await eventually('it is delivered', async () => (await lastOf(purchaseId))?.type === 'AttemptDelivered');
  });

  it('that hands something over to whoever was forgotten meanwhile is heard, and nothing of it is kept', async () => {
    world = await worldOf({ outcome: 'delivered', cost: 9_650n, artefacts: { tokens: ['1234'] } });
    world.vault.seal = () => {
      throw new NoKey('forgotten');
    };
    const purchaseId = await world.buy('ada', 'k');
    await eventually('it is delivered', async () => (await lastOf(purchaseId))?.type === 'AttemptDelivered');
    expect((await lastOf(purchaseId))?.data).not.toHaveProperty('sealed');
  });

  it('and never answers leaves the decision to a person who was asked because it took too long', async () => {
    world = await worldOf({ outcome: 'delivered' });
    world.vendor.onDispatch = () => new Promise<never>(() => undefined);
    const purchaseId = await world.buy('ada', 'k');
    await eventually('it is sent', () => world.vendor.posts.length === 1);
    await world.worker?.stop();
    // Nobody is left who might hear the answer, and it is late for everything.
    world.clock = () => new Date(Date.now() + 2 * FAST.VENDOR_REVIEW_AFTER);
    world.start();
    await eventually(
      'it may be decided',
      async () => (await lastOf(purchaseId))?.type === 'AttemptOutcomeUnknown',
    );
    expect(await world.context(purchaseId)).toEqual([
      'PurchaseOpened',
      'AttemptStarted',
      'ReviewRequired',
      'AttemptOutcomeUnknown',
    ]);
    await new PurchaseStreams(world.store).handle(
      purchaseId,
      { type: 'ResolveReview', decision: 'refund', reason: 'Nothing arrived' },
      { actor: { kind: 'admin', id: 'bola' }, now: world.clock() },
    );
    await eventually(
      'the money is back',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseReleased',
    );
    expect(world.vendor.posts).toHaveLength(1);
  });

  it('is asked by the number it told, and believed', async () => {
    world = await worldOf({ outcome: 'pending', code: 'processing', vendorTransactionId: '7' });
    const purchaseId = await world.buy('ada', 'k');
    await eventually(
      'it is captured',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured',
    );
    expect(world.vendor.queries.length).toBeGreaterThan(0);
    expect(await world.context(purchaseId)).not.toContain('ReviewRequired');
  });

  it('and wants a person to look is asked on by the number it told, and believed', async () => {
    world = await worldOf({ outcome: 'review', code: 'on-hold', vendorTransactionId: '7' });
    const purchaseId = await world.buy('ada', 'k');
    await eventually(
      'it is captured',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured',
    );
    expect(world.vendor.queries.length).toBeGreaterThan(0);
    expect(await world.context(purchaseId)).toEqual([
      'PurchaseOpened',
      'AttemptStarted',
      'AttemptOutcomeUnknown',
      'ReviewRequired',
      'AttemptDelivered',
    ]);
  });

  it('is asked by a number that came with words nobody knows', async () => {
    world = await worldOf({ outcome: 'unknown', reason: 'status checking', vendorTransactionId: '7' });
    const purchaseId = await world.buy('ada', 'k');
    await eventually(
      'it is captured',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured',
    );
    expect(await world.context(purchaseId)).not.toContain('ReviewRequired');
  });

  it('and declines for sure is followed by another vendor', async () => {
    world = await worldOf({ outcome: 'failed', charged: false, code: 'INSUFFICIENT', blame: 'ourAccount' });
    const purchaseId = await world.buy('ada', 'k');
    await eventually(
      'it is captured',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured',
    );
    expect(world.vendors.get(2)!.posts).toHaveLength(1);
  });
});
