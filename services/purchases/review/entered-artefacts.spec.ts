import { afterEach, describe, expect, it } from '@jest/globals';
import { NoKey } from '../../../infra/crypto/key-vault.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import type { Product } from '../../contracts/services.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { eventually, FAST, PurchaseWorld } from '../testing/purchase-world.js';
import { reviewSteps } from './review-steps.js';
import { type Resolution, ResolveReviews, ResolveReviewsHandler } from './resolve-reviews.handler.js';

const ADA = { kind: 'admin', id: 'ada-admin', sealed: 'from-the-office' } as const;
const OBI = { kind: 'admin', id: 'obi-admin', sealed: 'from-home' } as const;
const METER: Product = { service: 'electricity', disco: 18, meterType: 'prepaid' };
const PINS: Product = { service: 'exams', exam: 1, quantity: 2 };
const TOKENS = { tokens: ['26362054405982757802'] };
const UNREAD = 'token: 77-AB';

describe('a decision with tokens or pins that an administrator enters', () => {
  let world: PurchaseWorld;
  afterEach(() => world.worker?.stop());

  /**
   * Makes a purchase in review. For exam pins, the vendor handed over unreadable text. The order of a meter
   * lacks its phone number and is never sent.
   */
  async function reviewed(product: Product): Promise<string> {
    world = new PurchaseWorld(new MemoryEventStore(), { ...FAST, VENDOR_REVIEW_AFTER: 600_000 });
    // Imitates encryption: no two results are equal, and none contains its text.
    let seals = 0;
    world.vault = {
      loadKeys: () => undefined,
      seal: (_person, value) => `${(seals += 1)}:${Buffer.from(JSON.stringify(value)).toString('base64')}`,
      open: (_person, sealed) =>
        JSON.parse(
          /^\d+:/.test(sealed) ? Buffer.from(sealed.split(':')[1]!, 'base64').toString() : sealed,
        ) as Record<string, unknown>,
    };
    world.vendor.onDispatch = () => ({ outcome: 'review', code: '044', unread: UNREAD });
    world.vendor.onQuery = () => ({ outcome: 'review', code: '044', unread: UNREAD });
    await world.fund('ada', 10_000_000n);
    world.start();
    const id = await world.buy('ada', 'key', undefined, product);
    await eventually('a person is asked', async () => (await world.context(id)).includes('ReviewRequired'));
    return id;
  }
  const decides = async (
    id: string,
    entered: ResolveReviews['entered'],
    actor: typeof ADA | typeof OBI = ADA,
  ): Promise<Resolution> => {
    const api = new ResolveReviewsHandler(new PurchaseStreams(world.store), world.vault);
    return (await api.execute(new ResolveReviews([id], 'delivered', 'seen', actor, new Date(), entered)))[0]!;
  };
  const decisions = async (id: string) =>
    (await world.purchaseEvents(id)).filter(({ type }) => type === 'ReviewResolved');

  it('stores them sealed and with the actor', async () => {
    const id = await reviewed(METER);
    expect(await decides(id, TOKENS)).toEqual({ purchaseId: id, result: 'done' });
    const [decision] = await decisions(id);
    expect(decision).toMatchObject({
      actor: ADA,
      data: { decision: 'delivered', sealed: expect.any(String) },
    });
    expect(JSON.stringify(await world.purchaseEvents(id))).not.toContain(TOKENS.tokens[0]);
    const { sealed } = decision!.data as { sealed: string };
    expect(world.vault.open('ada', sealed)).toEqual(TOKENS);
    expect(reviewSteps(await world.store.readStream(`purchase-${id}`)).at(-1)).toMatchObject({
      step: 'decided',
      by: 'ada-admin',
      entered: true,
    });
  });

  it('stores a double tap once, and a retry after a lost answer changes nothing', async () => {
    const id = await reviewed(METER);
    const taps = await Promise.all([decides(id, TOKENS), decides(id, TOKENS)]);
    expect(taps.map(({ result }) => result).sort()).toEqual(['before', 'done']);
    expect(await decides(id, TOKENS, OBI)).toMatchObject({ result: 'before', ending: { by: 'ada-admin' } });
    expect(await decides(id, undefined)).toMatchObject({ result: 'before' });
    expect(await decisions(id)).toHaveLength(1);
  });

  it('refuses other tokens after the decision, because they would not be stored', async () => {
    const id = await reviewed(METER);
    await decides(id, undefined);
    expect(await decides(id, TOKENS, OBI)).toMatchObject({
      result: 'refused',
      refusal: { code: 'PURCHASE_SETTLED' },
      ending: { as: 'delivered', by: 'ada-admin' },
    });
    expect(await decisions(id)).toHaveLength(1);
  });

  it('refuses tokens for a purchase of another product, and decides nothing', async () => {
    const id = await reviewed(PINS);
    await expect(decides(id, TOKENS)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { field: 'tokens' },
    });
    expect(await decisions(id)).toEqual([]);
    expect(await decides(id, { pins: [{ pin: '0987', serial: 'WRN1' }] })).toMatchObject({ result: 'done' });
  });

  it('decides for an erased customer and stores no tokens', async () => {
    const id = await reviewed(METER);
    world.vault.seal = () => {
      throw new NoKey('erased');
    };
    expect(await decides(id, TOKENS)).toMatchObject({ result: 'done' });
    expect((await decisions(id))[0]!.data).not.toHaveProperty('sealed');
  });

  it('shows what the vendor handed over, sealed in its step, stored once over many queries', async () => {
    const id = await reviewed(PINS);
    for (const dedupeKey of ['once', 'again']) {
      const asked = world.vendor.queries.length;
      await world.jobs.enqueue('vendor-1', { dedupeKey, data: { kind: 'requery', purchaseId: id } });
      await eventually('queried again', () => world.vendor.queries.length > asked);
    }
    const sealed = reviewSteps(await world.store.readStream(`purchase-${id}`)).flatMap(
      (step) => step.sealed ?? [],
    );
    expect(sealed.map((text) => world.vault.open('ada', text))).toEqual([{ unread: UNREAD }]);
    expect(JSON.stringify(await world.purchaseEvents(id))).not.toContain(UNREAD);
  });
});
