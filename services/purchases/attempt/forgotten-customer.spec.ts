import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NoKey } from '../../../infra/crypto/key-vault.js';
import { verifyLedger } from '../../audit/verify-ledger.js';
import type { Product } from '../../contracts/services.js';
import type { AskedAttempt } from '../../vendors/vendor-adapter.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { eventually, PurchaseWorld } from '../testing/purchase-world.js';
import { RequestRequery } from './request-requery.js';

describe('an order of a customer who was erased', () => {
  let world: PurchaseWorld;
  let asked: AskedAttempt['request'][];
  beforeEach(async () => {
    world = new PurchaseWorld();
    asked = [];
    await world.fund('ada', 100_000n);
  });
  afterEach(() => world.worker?.stop());

  const isErased = (): void => {
    world.vault.open = () => undefined;
    world.vault.seal = () => {
      throw new NoKey('erased');
    };
  };
  const settled = (purchaseId: string, settlements: string): Promise<void> =>
    eventually(
      `${settlements} is stored`,
      async () => (await world.settlements('ada', purchaseId)).join() === settlements,
    );
  const problems = async (): Promise<readonly unknown[]> =>
    (await verifyLedger({ eventStore: world.store, asOf: new Date() })).problems;
  /** Receives a webhook of the vendor. */
  const told = async (purchaseId: string): Promise<void> => {
    const purchase = await new PurchaseStreams(world.store).load(purchaseId);
    const [attempt] = purchase!.attempts;
    const requery = new RequestRequery(new PurchaseStreams(world.store), world.jobs);
    expect(await requery.byVendorReference(attempt!.vendorReference)).toBe(true);
  };

  it('is booked back when its vendor reverses it after the erasure, and verify finds nothing', async () => {
    world.start();
    const purchaseId = await world.buy('ada', 'k');
    await settled(purchaseId, 'PurchaseCaptured');
    isErased();
    world.vendor.onQuery = ({ request }) => {
      asked.push(request);
      return { outcome: 'reversed', code: '040' };
    };
    await told(purchaseId);
    await settled(purchaseId, 'PurchaseCaptured,PurchaseReversed');
    expect(asked[0]).toEqual({ service: 'airtime', network: 1, amount: 10_000n });
    expect((await world.wallets.load('ada')).available).toBe(100_000n);
    expect(await problems()).toEqual([]);
  });

  it('is booked as our loss when it is delivered after the refund', async () => {
    world.vendor.onDispatch = () => ({ outcome: 'unknown', reason: 'timeout', silent: true });
    world.vendor.onQuery = () => ({ outcome: 'notFound', code: '015' });
    world.start();
    const purchaseId = await world.buy('ada', 'k');
    await settled(purchaseId, 'PurchaseReleased');
    isErased();
    world.vendor.onQuery = () => ({ outcome: 'delivered', cost: 9_650n });
    await told(purchaseId);
    await eventually('the loss is booked', async () =>
      (await world.context(purchaseId)).includes('LateSuccessDetected'),
    );
    expect(await problems()).toEqual([]);
  });

  it.each<[string, Product]>([
    ['airtime', { service: 'airtime', network: 1 }],
    ['tokens of electricity', { service: 'electricity', disco: 18, meterType: 'prepaid' }],
    ['text messages', { service: 'sms', recipients: 2, pages: 1 }],
  ])('of %s is asked about by reference while it is open, and captured', async (_what, product) => {
    world.vendor.onDispatch = () => {
      isErased();
      return { outcome: 'unknown', reason: 'timeout', silent: true };
    };
    world.vendor.onQuery = ({ request }) => {
      asked.push(request);
      return { outcome: 'delivered', cost: 9_650n, artefacts: { tokens: ['1234'] } };
    };
    const open = world.vault.open;
    world.vault.open = (person, sealed) => {
      const opened = open(person, sealed);
      return opened && { ...opened, phone: '1', recipients: ['1', '2'], senderId: 'me', body: 'hi' };
    };
    world.start();
    const purchaseId = await world.buy('ada', 'k', '+2348031234567', product);
    await settled(purchaseId, 'PurchaseCaptured');
    expect(world.vendor.posts).toHaveLength(1);
    expect(asked).toEqual([{ ...product, amount: 10_000n }]);
    expect(await world.context(purchaseId)).not.toContain('ReviewRequired');
    expect(await problems()).toEqual([]);
  });

  it('is put to a person when it was never sent, and sends nothing', async () => {
    isErased();
    world.start();
    const purchaseId = await world.buy('ada', 'k');
    await eventually('a person is asked', async () =>
      (await world.context(purchaseId)).includes('ReviewRequired'),
    );
    expect(world.vendor.posts).toEqual([]);
    await new PurchaseStreams(world.store).handle(
      purchaseId,
      { type: 'ResolveReview', decision: 'refund', reason: 'Erased' },
      { actor: { kind: 'admin', id: 'bola' }, now: new Date() },
    );
    await settled(purchaseId, 'PurchaseReleased');
    expect(await problems()).toEqual([]);
  });
});
