import { purchaseJob } from '../purchases/purchase-work.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM, RevisionConflict } from '../../infra/event-store/event-store.js';
import { newEvent } from '../../infra/event-store/testing/new-event.js';
import { inProcessJobQueue } from '../../infra/queue/in-process/in-process-job-queue.js';
import { PendingPurchases } from '../purchases/settle/pending-purchases.js';
import type { PurchaseWork } from '../purchases/purchase-work.js';
import { AttemptAges } from '../purchases/outcome/attempt-ages.js';
import { PurchaseStreams } from '../purchases/purchase.streams.js';
import { RequestRequery } from '../purchases/attempt/request-requery.js';
import { ResolveReviews, ResolveReviewsHandler } from '../purchases/review/resolve-reviews.handler.js';
import { sweepPurchases } from '../purchases/settle/sweep-purchases.js';
import { eventually, FAST, PurchaseWorld } from '../purchases/testing/purchase-world.js';

const ADMIN = { kind: 'admin', id: 'root' } as const;
const SOON_A_PERSON = { ...FAST, VENDOR_REVIEW_AFTER: 400 };
const openMeanwhile: number[] = [];
const never = () => new Promise<never>(() => undefined);

describe('the worker', () => {
  let world: PurchaseWorld;
  afterEach(() => world.worker?.stop());

  async function bought(prepare: (world: PurchaseWorld) => void, config = FAST): Promise<string> {
    world = new PurchaseWorld(undefined, config);
    prepare(world);
    await world.fund('ada', 1_000_000n);
    world.start();
    return world.buy('ada', 'key');
  }
  const settledAs = (purchaseId: string, ...types: string[]) =>
    eventually(
      `settled as ${types.join()}`,
      async () => (await world.settlements('ada', purchaseId)).join() === types.join(),
    );

  it('delivers and captures', async () => {
    const purchaseId = await bought(() => undefined);
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(await world.context(purchaseId)).toEqual(['PurchaseOpened', 'AttemptStarted', 'AttemptDelivered']);
    expect(world.vendor.posts).toHaveLength(1);
    expect(world.vendor.queries).toHaveLength(0);
    await eventually('nothing is open', () => world.worker!.health().openPurchases === 0);
    const [accepted] = (await world.walletEvents('ada')).slice(2);
    for (const event of await world.purchaseEvents(purchaseId))
      expect(event.correlationId).toBe(accepted!.correlationId);
  });

  it('counts a purchase as open until its wallet has settled it, and reports no fault for a lost race', async () => {
    let raced = 0;
    const purchaseId = await bought((w) => {
      const handle = w.wallets.handle.bind(w.wallets);
      w.wallets.handle = (userId, command, context) => {
        if (command.type !== 'CapturePurchase' || (raced += 1) > 2) return handle(userId, command, context);
        openMeanwhile.push(w.worker!.health().openPurchases);
        return Promise.reject(new RevisionConflict('wallet-ada', NO_STREAM, NO_STREAM));
      };
    });
    await settledAs(purchaseId, 'PurchaseCaptured');
    await eventually('nothing is open', () => world.worker!.health().openPurchases === 0);
    // The first call comes before the purchase counts as ended and unsettled.
    expect(openMeanwhile.slice(1)).toEqual([1]);
    expect(world.faults).toHaveLength(1);
    expect(world.errors).toEqual([]);
  });

  it('drops a refunded purchase only once its wallet is settled', async () => {
    const purchaseId = await bought(({ vendor }) => {
      vendor.onDispatch = () => ({ outcome: 'review', code: '044' });
    });
    await eventually('a person is asked', async () =>
      (await world.context(purchaseId)).includes('ReviewRequired'),
    );
    const purchase = await new PurchaseStreams(world.store).load(purchaseId);
    const pending = new PendingPurchases();
    pending.restore([[purchaseId, purchase!.openedAt]]);
    await world.worker!.stop();
    await new ResolveReviewsHandler(new PurchaseStreams(world.store), world.vault).execute(
      new ResolveReviews([purchaseId], 'refund', 'asked by phone', ADMIN),
    );
    const work = {
      streams: new PurchaseStreams(world.store),
      schedule: [],
      vendors: new Map(),
      logger: { warn: () => undefined },
      now: () => new Date(),
      policy: { reviewAfterMs: 1_000_000 },
      jobs: { enqueue: () => undefined },
      ages: new AttemptAges(),
    } as unknown as PurchaseWork;
    const away = () => Promise.reject(new Error('the ledger is away'));
    await sweepPurchases(work, pending, away, false);
    expect(pending.ids()).toEqual([purchaseId]);
    await sweepPurchases(work, pending, (...asked) => world.wallets.handle(...asked), false);
    expect(pending.ids()).toEqual([]);
    expect(await world.settlements('ada', purchaseId)).toEqual(['PurchaseReleased']);
  });

  it("chooses another vendor only when failover is allowed, as that takes the vendor's probe", async () => {
    const refused = { outcome: 'failed', charged: false, code: '016', blame: 'biller' } as const;
    const pending = await bought(({ vendor }) => {
      vendor.onDispatch = () => ({ outcome: 'pending', code: '099' });
      vendor.onQuery = () => refused;
    });
    await settledAs(pending, 'PurchaseReleased');
    expect(world.othersAsked).toEqual([]);
    await world.worker!.stop();
    const everywhere = await bought(({ vendors }) => {
      for (const vendor of vendors.values()) vendor.onDispatch = () => refused;
    });
    await settledAs(everywhere, 'PurchaseReleased');
    expect(world.othersAsked).toEqual([[1], [1, 2]]);
  });

  it('requeries while pending, and captures when delivered', async () => {
    let asked = 0;
    const purchaseId = await bought(({ vendor }) => {
      vendor.onDispatch = () => ({ outcome: 'pending', code: '099' });
      vendor.onQuery = () =>
        (asked += 1) < 2 ? { outcome: 'pending', code: '099' } : { outcome: 'delivered' };
    });
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(await world.context(purchaseId)).toEqual([
      'PurchaseOpened',
      'AttemptStarted',
      'AttemptPending',
      'AttemptDelivered',
    ]);
    expect(world.vendor.posts).toHaveLength(1);
    expect(world.vendor.queries).toHaveLength(2);
  });

  it('fails over to the next vendor under another reference after an uncharged failure', async () => {
    const purchaseId = await bought(({ vendor }) => {
      vendor.onDispatch = () => ({ outcome: 'failed', charged: false, code: '030', blame: 'biller' });
    });
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(await world.context(purchaseId)).toEqual([
      'PurchaseOpened',
      'AttemptStarted',
      'AttemptFailed',
      'AttemptStarted',
      'AttemptDelivered',
    ]);
    expect(world.vendors.get(2)!.posts).toHaveLength(1);
    expect(world.vendors.get(2)!.posts).not.toEqual(world.vendor.posts);
  });

  it('releases when the vendor declines, and after the third vendor failed', async () => {
    const purchaseId = await bought((w) => {
      for (const vendor of w.vendors.values())
        vendor.onDispatch = () => ({ outcome: 'failed', charged: false, code: '030', blame: 'biller' });
    });
    await settledAs(purchaseId, 'PurchaseReleased');
    expect([...world.vendors.values()].map(({ posts }) => posts.length)).toEqual([1, 1, 1]);
  });

  it('releases by the not-found rule and sends nothing again', async () => {
    const purchaseId = await bought(({ vendor }) => {
      vendor.onDispatch = () => ({ outcome: 'unknown', reason: 'timeout' });
      vendor.onQuery = () => ({ outcome: 'notFound', code: '015' });
    });
    await settledAs(purchaseId, 'PurchaseReleased');
    expect(await world.context(purchaseId)).toEqual([
      'PurchaseOpened',
      'AttemptStarted',
      'AttemptOutcomeUnknown',
      'AttemptNotFound',
      'AttemptFailed',
    ]);
    await sleep(100);
    expect([...world.vendors.values()].map(({ posts }) => posts.length)).toEqual([1, 0, 0]);
  });

  it('sends a purchase open too long to review; a delivery after the refund is our loss', async () => {
    const purchaseId = await bought(({ vendor }) => {
      vendor.onDispatch = () => ({ outcome: 'unknown', reason: 'timeout' });
      vendor.onQuery = () => ({ outcome: 'unknown', reason: 'timeout' });
    }, SOON_A_PERSON);
    await eventually('review', async () => (await world.context(purchaseId)).includes('ReviewRequired'));
    expect(await world.settlements('ada', purchaseId)).toEqual([]);
    const resolve = new ResolveReviewsHandler(new PurchaseStreams(world.store), world.vault);
    await resolve.execute(new ResolveReviews([purchaseId], 'refund', 'vendor lost it', ADMIN));
    await resolve.execute(new ResolveReviews([purchaseId], 'refund', 'vendor lost it', ADMIN));
    await settledAs(purchaseId, 'PurchaseReleased');
    world.vendor.onQuery = () => ({ outcome: 'delivered', cost: 9_650n });
    await eventually('late success', async () =>
      (await world.context(purchaseId)).includes('LateSuccessDetected'),
    );
    expect(await world.settlements('ada', purchaseId)).toEqual(['PurchaseReleased']);
    expect(await resolve.execute(new ResolveReviews([purchaseId], 'delivered', 'late', ADMIN))).toMatchObject(
      [{ refusal: { code: 'PURCHASE_SETTLED' } }],
    );
  });

  it('reverses a delivery when the vendor takes it back after a webhook', async () => {
    const purchaseId = await bought(() => undefined);
    await settledAs(purchaseId, 'PurchaseCaptured');
    const requery = new RequestRequery(new PurchaseStreams(world.store), world.jobs);
    expect(await requery.byVendorReference(world.vendor.posts[0]!)).toBe(true);
    await eventually('asked', () => world.vendor.queries.length === 1);
    expect(await world.settlements('ada', purchaseId)).toEqual(['PurchaseCaptured']);
    world.vendor.onQuery = () => ({ outcome: 'reversed', code: '040' });
    for (let hint = 0; hint < 3; hint += 1) await requery.byVendorReference(world.vendor.posts[0]!);
    await settledAs(purchaseId, 'PurchaseCaptured', 'PurchaseReversed');
    expect(await requery.byVendorReference('202603011000nothing-of-ours-0001')).toBe(false);
    expect(await requery.byVendorReference(`${world.vendor.posts[0]!.slice(0, -2)}02`)).toBe(false);
    expect(await requery.byPurchase(purchaseId)).toBe(false);
  });

  it('requeries after a webhook from before its crash until the vendor gives a certain answer', async () => {
    const purchaseId = await bought(() => undefined);
    await settledAs(purchaseId, 'PurchaseCaptured');
    await world.worker!.stop();
    const requery = new RequestRequery(new PurchaseStreams(world.store), inProcessJobQueue());
    expect(await requery.byVendorReference(world.vendor.posts[0]!)).toBe(true);
    world.vendor.onQuery = () => ({ outcome: 'unknown', reason: 'timeout' });
    world.start();
    await eventually('asked again and again', () => world.vendor.queries.length > 2);
    expect(await world.settlements('ada', purchaseId)).toEqual(['PurchaseCaptured']);
    world.vendor.onQuery = () => ({ outcome: 'reversed', code: '040' });
    await settledAs(purchaseId, 'PurchaseCaptured', 'PurchaseReversed');
    expect(await world.context(purchaseId)).toEqual([
      'PurchaseOpened',
      'AttemptStarted',
      'AttemptDelivered',
      'AttemptQuestioned',
      'VendorReversed',
    ]);
    await eventually('nothing is open', () => world.worker!.health().openPurchases === 0);
  });

  it('closes a webhook that brought no news', async () => {
    const purchaseId = await bought(() => undefined);
    await settledAs(purchaseId, 'PurchaseCaptured');
    const requery = new RequestRequery(new PurchaseStreams(world.store), world.jobs);
    await requery.byVendorReference(world.vendor.posts[0]!);
    await eventually(
      'confirmed',
      async () => (await world.context(purchaseId)).slice(3).join() === 'AttemptQuestioned,AttemptConfirmed',
    );
    await eventually('nothing is open', () => world.worker!.health().openPurchases === 0);
    expect(world.vendor.queries).toHaveLength(1);
  });

  it('never queries while its own call is under way', async () => {
    let answer: (outcome: { outcome: 'delivered' }) => void = () => undefined;
    const purchaseId = await bought(({ vendor }) => {
      vendor.onDispatch = () => new Promise((resolve) => (answer = resolve));
    });
    await eventually('posted', () => world.vendor.posts.length === 1);
    for (let job = 0; job < 5; job += 1) {
      await world.jobs.enqueue('vendor-1', purchaseJob({ kind: 'requery', purchaseId }));
      await world.jobs.enqueue('vendor-1', purchaseJob({ kind: 'requery', purchaseId, attempt: 1 }));
      await world.jobs.enqueue('vendor-1', purchaseJob({ kind: 'dispatch', purchaseId }));
      await sleep(40);
    }
    expect([world.vendor.posts.length, world.vendor.queries.length]).toEqual([1, 0]);
    answer({ outcome: 'delivered' });
    await settledAs(purchaseId, 'PurchaseCaptured');
  });

  it('queries an attempt of a dead process, and never posts it again', async () => {
    const purchaseId = await bought(({ vendor }) => (vendor.onDispatch = never));
    await eventually('posted', () => world.vendor.posts.length === 1);
    void world.worker!.stop();
    // The new process has looked at the attempt, and may not query yet.
    world.vendor.onDispatch = () => ({ outcome: 'delivered' });
    const second = world.start();
    const later = await world.buy('ada', 'later');
    await settledAs(later, 'PurchaseCaptured');
    expect([world.vendor.posts.length, world.vendor.queries.length]).toEqual([2, 0]);
    await second.stop();
    const { VENDOR_SEND_WITHIN, VENDOR_POST_TIMEOUT } = FAST;
    world.clock = () => new Date(Date.now() + VENDOR_SEND_WITHIN + VENDOR_POST_TIMEOUT + 1);
    world.start();
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(world.vendor.posts).toHaveLength(2);
    expect(world.vendor.queries).toEqual(world.vendor.posts.slice(0, 1));
  });

  it('sends a purchase to review when its vendor is no longer configured', async () => {
    const purchaseId = await bought(({ vendors }) => vendors.delete(1));
    await eventually(
      'review',
      async () => (await world.context(purchaseId)).join() === 'PurchaseOpened,ReviewRequired',
    );
    const resolve = new ResolveReviewsHandler(new PurchaseStreams(world.store), world.vault);
    await resolve.execute(new ResolveReviews([purchaseId], 'refund', 'no vendor', ADMIN));
    await settledAs(purchaseId, 'PurchaseReleased');
  });

  it('raises the tier for an UpgradeCharged whose process ended too early', async () => {
    world = new PurchaseWorld();
    await world.append('user-ada', [newEvent({ userId: 'ada', tier: 'regular' }, 'UserRegistered')]);
    await world.append('wallet-ada', [newEvent({ userId: 'ada', chargeId: '1' }, 'UpgradeCharged')]);
    await world.append('wallet-ada', [newEvent()]);
    world.start();
    await eventually('upgraded', async () => (await world.store.readStream('user-ada')).length === 2);
  });

  it('reports the number and age of open purchases', async () => {
    const purchaseId = await bought(({ vendor }) => {
      vendor.onDispatch = () => ({ outcome: 'pending', code: '099' });
      vendor.onQuery = () => ({ outcome: 'pending', code: '099' });
    });
    await eventually('open', () => world.worker!.health().openPurchases === 1);
    expect(world.worker!.health().oldestOpenAt).toBe((await world.purchaseEvents(purchaseId))[0]!.at);
  });
});
