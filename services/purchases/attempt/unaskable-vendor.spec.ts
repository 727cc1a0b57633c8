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

/** World with a vendor that cannot be queried. No purchase is open too long. */
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

/** Store that fails the first appends of a vendor's answer, in each possible way. */
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

describe('a vendor that cannot be queried by our reference', () => {
  let world: PurchaseWorld;
  afterEach(() => world.worker?.stop());
  const lastOf = async (purchaseId: string) => (await world.purchaseEvents(purchaseId)).at(-1);

  it('leaves a silent purchase to review at once, with the money held', async () => {
    world = await worldOf({ outcome: 'unknown', reason: 'timeout' });
    const purchaseId = await world.buy('ada', 'k');
    await eventually('it is handed over', async () => (await lastOf(purchaseId))?.type === 'ReviewRequired');
    expect((await lastOf(purchaseId))?.data).toMatchObject({ why: 'vendor-cannot-be-asked' });
    expect(world.vendor.posts).toHaveLength(1);
    expect(world.vendor.queries).toEqual([]);
    expect(await world.settlements('ada', purchaseId)).toEqual([]);
  });

  it('has its only answer stored, also when the ledger is down for a while', async () => {
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

  it('has its only answer stored, also when the encryption keys are away', async () => {
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

  it('needs no keys when it hands nothing over', async () => {
    world = await worldOf({ outcome: 'delivered', cost: 9_650n });
    world.vendor.onDispatch = () => {
      world.vault.loadKeys = () => Promise.reject(new KeysUnavailable('away'));
      return { outcome: 'delivered', cost: 9_650n };
    };
    const purchaseId = await world.buy('ada', 'k');
    await eventually('it is delivered', async () => (await lastOf(purchaseId))?.type === 'AttemptDelivered');
  });

  it('has its answer stored without artefacts when the customer was erased', async () => {
    world = await worldOf({ outcome: 'delivered', cost: 9_650n, artefacts: { tokens: ['1234'] } });
    world.vault.seal = () => {
      throw new NoKey('forgotten');
    };
    const purchaseId = await world.buy('ada', 'k');
    await eventually('it is delivered', async () => (await lastOf(purchaseId))?.type === 'AttemptDelivered');
    expect((await lastOf(purchaseId))?.data).not.toHaveProperty('sealed');
  });

  it('leaves the decision to a reviewer when it never answers', async () => {
    world = await worldOf({ outcome: 'delivered' });
    world.vendor.onDispatch = () => new Promise<never>(() => undefined);
    const purchaseId = await world.buy('ada', 'k');
    await eventually('it is sent', () => world.vendor.posts.length === 1);
    await world.worker?.stop();
    // Every answer comes after the time of review.
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

  it('is queried by the transaction id that it told, and its answer counts', async () => {
    world = await worldOf({ outcome: 'pending', code: 'processing', vendorTransactionId: '7' });
    const purchaseId = await world.buy('ada', 'k');
    await eventually(
      'it is captured',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured',
    );
    expect(world.vendor.queries.length).toBeGreaterThan(0);
    expect(await world.context(purchaseId)).not.toContain('ReviewRequired');
  });

  it('is still queried by the transaction id that it told after it asked for a review', async () => {
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

  it('is queried by an id that came with an unknown status', async () => {
    world = await worldOf({ outcome: 'unknown', reason: 'status checking', vendorTransactionId: '7' });
    const purchaseId = await world.buy('ada', 'k');
    await eventually(
      'it is captured',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured',
    );
    expect(await world.context(purchaseId)).not.toContain('ReviewRequired');
  });

  it('is followed by another vendor after a certain failure', async () => {
    world = await worldOf({ outcome: 'failed', charged: false, code: 'INSUFFICIENT', blame: 'ourAccount' });
    const purchaseId = await world.buy('ada', 'k');
    await eventually(
      'it is captured',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured',
    );
    expect(world.vendors.get(2)!.posts).toHaveLength(1);
  });
});
