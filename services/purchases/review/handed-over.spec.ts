import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Product } from '../../contracts/services.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { eventually, FAST, PurchaseWorld } from '../testing/purchase-world.js';
import { ResolveReviews, ResolveReviewsHandler } from './resolve-reviews.handler.js';

const PINS: Product = { service: 'exams', exam: 1, quantity: 1 };
const ADMIN = { kind: 'admin', id: 'bola' } as const;
const HOUR_MS = 3_600_000;
const ARTEFACTS = { tokens: ['1234-5678'] };

describe('a purchase resolved by a reviewer', () => {
  let world: PurchaseWorld;
  afterEach(() => world.worker?.stop());

  const isQuiet = async (): Promise<boolean> => {
    const asked = world.vendor.queries.length;
    await sleep(100);
    return world.vendor.queries.length === asked;
  };

  /** Decides while the vendor stays pending. */
  const decided = async (
    product?: Product,
    decision: 'delivered' | 'refund' = 'delivered',
    afterMs = 0,
  ): Promise<string> => {
    world = new PurchaseWorld(undefined, { ...FAST, VENDOR_REVIEW_AFTER: 50 });
    await world.fund('ada', 50_000n);
    world.vendor.onDispatch = () => ({ outcome: 'pending', code: 'TOKEN_DELAYED' });
    world.vendor.onQuery = () => ({ outcome: 'pending', code: 'TOKEN_DELAYED' });
    world.start();
    const purchaseId = await world.buy('ada', 'k', undefined, product);
    await eventually('a person is asked', async () =>
      (await world.context(purchaseId)).includes('ReviewRequired'),
    );
    world.clock = () => new Date(Date.now() + afterMs);
    if (afterMs > 0) await eventually('nobody asks any more', isQuiet);
    const resolve = new ResolveReviewsHandler(new PurchaseStreams(world.store), world.vault);
    const reason = 'the vendor says so on the telephone';
    await resolve.execute(new ResolveReviews([purchaseId], decision, reason, ADMIN, world.clock()));
    const settled = decision === 'delivered' ? 'PurchaseCaptured' : 'PurchaseReleased';
    await eventually(
      'it is settled',
      async () => (await world.settlements('ada', purchaseId)).join() === settled,
    );
    return purchaseId;
  };

  it('is queried until the vendor hands over the artefacts, without moving money', async () => {
    const purchaseId = await decided(PINS);
    world.vendor.onQuery = () => ({ outcome: 'delivered', cost: 9_650n, artefacts: ARTEFACTS });
    await eventually(
      'it is handed over',
      async () => (await world.context(purchaseId)).at(-1) === 'AttemptConfirmed',
    );
    expect((await world.purchaseEvents(purchaseId)).at(-1)?.data).toMatchObject({
      sealed: JSON.stringify(ARTEFACTS),
    });
    await eventually('nothing is open', () => world.worker!.health().openPurchases === 0);
    expect(await world.settlements('ada', purchaseId)).toEqual(['PurchaseCaptured']);
    expect((await world.context(purchaseId)).filter((type) => type === 'AttemptConfirmed')).toHaveLength(1);
  });

  it('keeps sealed what the vendor hands over unreadably, and is queried until the artefacts come', async () => {
    const purchaseId = await decided(PINS);
    world.vendor.onQuery = () => ({ outcome: 'pending', code: 'TOKEN_DELAYED', unread: 'pin 77-AB' });
    await eventually('it is kept', async () => (await world.context(purchaseId)).at(-1) === 'AttemptPending');
    expect((await world.purchaseEvents(purchaseId)).at(-1)?.data).toMatchObject({
      sealed: JSON.stringify({ unread: 'pin 77-AB' }),
    });
    world.vendor.onQuery = () => ({ outcome: 'delivered', cost: 9_650n, artefacts: ARTEFACTS });
    await eventually(
      'it is handed over',
      async () => (await world.context(purchaseId)).at(-1) === 'AttemptConfirmed',
    );
    expect(await world.settlements('ada', purchaseId)).toEqual(['PurchaseCaptured']);
  });

  it('is queried after the decision, also a day after it was sent', async () => {
    const purchaseId = await decided(PINS, 'delivered', 25 * HOUR_MS);
    world.vendor.onQuery = () => ({ outcome: 'delivered', cost: 9_650n, artefacts: ARTEFACTS });
    await eventually(
      'it is handed over',
      async () => (await world.context(purchaseId)).at(-1) === 'AttemptConfirmed',
    );
  });

  it('is our loss when it was refunded and the vendor delivers a day later', async () => {
    const purchaseId = await decided(PINS, 'refund', 25 * HOUR_MS);
    world.vendor.onQuery = () => ({ outcome: 'delivered', cost: 9_650n });
    await eventually(
      'it is booked',
      async () => (await world.context(purchaseId)).at(-1) === 'LateSuccessDetected',
    );
    await eventually('nothing is open', () => world.worker!.health().openPurchases === 0);
  });

  it('is refunded when the vendor reverses it', async () => {
    const purchaseId = await decided(PINS);
    world.vendor.onQuery = () => ({ outcome: 'reversed', code: '040' });
    await eventually(
      'it is given back',
      async () => (await world.settlements('ada', purchaseId)).join() === 'PurchaseCaptured,PurchaseReversed',
    );
  });

  it('is not queried when there are no artefacts', async () => {
    const purchaseId = await decided();
    await eventually('nothing is open', () => world.worker!.health().openPurchases === 0);
    expect((await world.context(purchaseId)).at(-1)).toBe('ReviewResolved');
  });
});
