import { afterEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { eventually, FAST, PurchaseWorld } from '../testing/purchase-world.js';
import { reviewSteps } from './review-steps.js';
import { type Resolution, ResolveReviews, ResolveReviewsHandler } from './resolve-reviews.handler.js';

const ADA = { kind: 'admin', id: 'ada-admin', sealed: 'from-the-office' } as const;
const OBI = { kind: 'admin', id: 'obi-admin', sealed: 'from-home' } as const;
/** With a long review age, a slow machine causes no reviews. */
const PATIENT = { ...FAST, VENDOR_REVIEW_AFTER: 600_000 };
const TIMES = 100;

describe('two administrators', () => {
  let world: PurchaseWorld;
  afterEach(() => world.worker?.stop());

  /** Makes purchases in review. */
  async function reviewed(times: number): Promise<string[]> {
    world = new PurchaseWorld(new MemoryEventStore(), PATIENT);
    world.vendor.onDispatch = () => ({ outcome: 'review', code: '044' });
    world.vendor.onQuery = () => ({ outcome: 'review', code: '044' });
    await world.fund('ada', 10_000_000n);
    world.start();
    const ids: string[] = [];
    for (let n = 0; n < times; n += 1) ids.push(await world.buy('ada', `key-${n}`));
    for (const id of ids)
      await eventually('a person is asked', async () => (await world.context(id)).includes('ReviewRequired'));
    return ids;
  }
  const apis = () =>
    [1, 2].map(() => new ResolveReviewsHandler(new PurchaseStreams(world.store), world.vault));
  const decides = async (
    api: ResolveReviewsHandler,
    id: string,
    decision: 'refund' | 'delivered',
    actor: typeof ADA | typeof OBI,
  ): Promise<Resolution> => (await api.execute(new ResolveReviews([id], decision, 'seen', actor)))[0]!;

  it('pressing Refund and Successful at the same moment: one wins, the other is told, and the money moves once', async () => {
    const ids = await reviewed(TIMES);
    const [one, two] = apis() as [ResolveReviewsHandler, ResolveReviewsHandler];
    const winners: string[] = [];
    for (const [n, id] of ids.entries()) {
      const asked = [
        () => decides(one, id, 'refund', ADA),
        () => decides(two, id, 'delivered', OBI),
      ] as const;
      // Alternate which of the two decides first.
      const answers =
        n % 2 === 0
          ? await Promise.all([asked[0](), asked[1]()])
          : (await Promise.all([asked[1](), asked[0]()])).reverse();
      const won = answers.findIndex(({ result }) => result === 'done');
      const decision = won === 0 ? 'refund' : 'delivered';
      expect(answers[won]).toEqual({ purchaseId: id, result: 'done' });
      expect(answers[1 - won]).toMatchObject({
        result: 'refused',
        refusal: { code: 'PURCHASE_SETTLED' },
        ending: { as: decision, by: won === 0 ? 'ada-admin' : 'obi-admin' },
      });
      const stored = (await world.purchaseEvents(id)).filter(({ type }) => type === 'ReviewResolved');
      expect(stored).toMatchObject([{ actor: won === 0 ? ADA : OBI, data: { decision } }]);
      winners.push(decision);
    }
    for (const [n, id] of ids.entries()) {
      const moved = winners[n] === 'refund' ? 'PurchaseReleased' : 'PurchaseCaptured';
      await eventually('settled', async () => (await world.settlements('ada', id)).length > 0);
      expect(await world.settlements('ada', id)).toEqual([moved]);
    }
    expect(winners).toContain('refund');
    expect(winners).toContain('delivered');
  });

  it('deciding many purchases: only those that were counted are decided', async () => {
    const [counted, uncounted] = (await reviewed(2)) as [string, string];
    const [api] = apis() as [ResolveReviewsHandler];
    const decide = (ids: readonly string[]) =>
      api.execute(new ResolveReviews(ids, 'refund', 'seen', ADA, new Date(), undefined, new Set([counted])));
    for (const again of ['done', 'before'])
      expect(await decide([counted, uncounted])).toMatchObject([
        { purchaseId: counted, result: again },
        { purchaseId: uncounted, result: 'refused', refusal: { code: 'REVIEW_NOT_OPEN' } },
      ]);
    expect((await world.purchaseEvents(uncounted)).filter(({ type }) => type === 'ReviewResolved')).toEqual(
      [],
    );
  });

  it('repeating a decision: it is stored once, and both are told who decided', async () => {
    const [id] = (await reviewed(1)) as [string];
    const [one, two] = apis() as [ResolveReviewsHandler, ResolveReviewsHandler];
    const taps = await Promise.all([decides(one, id, 'refund', ADA), decides(one, id, 'refund', ADA)]);
    expect(taps.map(({ result }) => result).sort()).toEqual(['before', 'done']);
    expect(await decides(two, id, 'refund', OBI)).toMatchObject({
      result: 'before',
      ending: { as: 'refund', by: 'ada-admin' },
    });
    await eventually('settled', async () => (await world.settlements('ada', id)).length > 0);
    expect(await world.settlements('ada', id)).toEqual(['PurchaseReleased']);
  });

  it('can use an api with an outdated purchase in memory', async () => {
    const [id, another] = (await reviewed(2)) as [string, string];
    const [ahead, behind] = [new PurchaseStreams(world.store), new PurchaseStreams(world.store)];
    for (const each of [id, another]) expect((await behind.load(each))?.review).toBe('required');
    const there = new ResolveReviewsHandler(ahead, world.vault);
    await there.execute(new ResolveReviews([id, another], 'refund', 'seen', ADA));
    for (const each of [id, another]) expect((await behind.load(each))?.review).toBe('required');
    const here = new ResolveReviewsHandler(behind, world.vault);
    expect(await decides(here, id, 'delivered', OBI)).toMatchObject({
      refusal: { code: 'PURCHASE_SETTLED' },
    });
    expect(await decides(here, another, 'refund', OBI)).toMatchObject({ result: 'before' });
  });

  it('cannot decide a settled purchase or one without a review; a bulk answers each row', async () => {
    const [id, open] = (await reviewed(2)) as [string, string];
    const attempt = (await world.purchaseEvents(id)).find((event) => event.type === 'AttemptStarted');
    // Deliver only this purchase; the other is queried on its own schedule.
    world.vendor.onQuery = ({ vendorReference }) =>
      vendorReference === attempt?.data.vendorReference
        ? { outcome: 'delivered', cost: 9_700n }
        : { outcome: 'review', code: '044' };
    await world.jobs.enqueue('vendor-1', { dedupeKey: 'now', data: { kind: 'requery', purchaseId: id } });
    await eventually('captured', async () => (await world.settlements('ada', id)).length > 0);
    let answer: (outcome: { outcome: 'delivered' }) => void = () => undefined;
    world.vendor.onDispatch = () => new Promise((resolve) => (answer = resolve));
    const sending = await world.buy('ada', 'sending');
    await eventually('sent', async () => (await world.context(sending)).includes('AttemptStarted'));
    const [api] = apis() as [ResolveReviewsHandler];
    const answers = await api.execute(new ResolveReviews([id, sending, 'none', open], 'refund', 'seen', ADA));
    answer({ outcome: 'delivered' });
    expect(answers).toMatchObject([
      { purchaseId: id, result: 'refused', refusal: { code: 'PURCHASE_SETTLED' }, ending: { as: 'vendor' } },
      { purchaseId: sending, result: 'refused', refusal: { code: 'REVIEW_NOT_OPEN' } },
      { purchaseId: 'none', result: 'refused', refusal: { code: 'TRANSACTION_NOT_FOUND' } },
      { purchaseId: open, result: 'done' },
    ]);
    expect(answers[0]!.ending).not.toHaveProperty('by');
    expect(await world.settlements('ada', id)).toEqual(['PurchaseCaptured']);
  });

  it('see a delivery after the refund as our loss, and no money moves again', async () => {
    const [id] = (await reviewed(1)) as [string];
    const [api] = apis() as [ResolveReviewsHandler];
    await decides(api, id, 'refund', ADA);
    await eventually('released', async () => (await world.settlements('ada', id)).length > 0);
    world.vendor.onQuery = () => ({ outcome: 'delivered', cost: 9_650n });
    await world.jobs.enqueue('vendor-1', { dedupeKey: 'late', data: { kind: 'requery', purchaseId: id } });
    await eventually('late', async () => (await world.context(id)).includes('LateSuccessDetected'));
    expect(await world.settlements('ada', id)).toEqual(['PurchaseReleased']);
    const steps = reviewSteps(await world.store.readStream(`purchase-${id}`));
    expect(steps.map(({ step }) => step)).toEqual(['opened', 'sent', 'review', 'decided', 'late']);
    expect(steps[3]).toMatchObject({ by: 'ada-admin', said: 'refund: seen' });
    expect(await decides(api, id, 'delivered', OBI)).toMatchObject({ refusal: { code: 'PURCHASE_SETTLED' } });
  });
});
