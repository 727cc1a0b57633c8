import { afterEach, describe, expect, it } from '@jest/globals';
import { MemoryEventStore } from '../../infra/event-store/testing/memory-event-store.js';
import type { FakeVendor } from '../purchases/testing/fake-vendor.js';
import { MortalEventStore } from '../purchases/testing/mortal-event-store.js';
import { eventually, FAST, PurchaseWorld } from '../purchases/testing/purchase-world.js';

interface Ending {
  readonly name: string;
  readonly settles: readonly string[];
  readonly prepare: (vendor: FakeVendor) => void;
}

const ENDINGS: readonly Ending[] = [
  { name: 'delivered', settles: ['PurchaseCaptured'], prepare: () => undefined },
  {
    name: 'declined',
    settles: ['PurchaseReleased'],
    prepare: (vendor) => {
      vendor.onDispatch = () => ({ outcome: 'failed', charged: false, code: '016', blame: 'input' });
      vendor.onQuery = () => ({ outcome: 'failed', charged: false, code: '016', blame: 'input' });
    },
  },
  {
    name: 'delivered after a silence',
    settles: ['PurchaseCaptured'],
    prepare: (vendor) => (vendor.onDispatch = () => ({ outcome: 'unknown', reason: 'timeout' })),
  },
];

/** A vendor that knows exactly the orders it received. */
const honest = (vendor: FakeVendor): void => {
  const { onQuery } = vendor;
  vendor.onQuery = (attempt) =>
    vendor.posts.includes(attempt.vendorReference) ? onQuery(attempt) : { outcome: 'notFound', code: '015' };
};

/** With jobs elsewhere, a purchase is opened in one append and claimed in the next. */
const DEATHS = [
  ...[1, 2, 3, 4].map((diesAt) => ['here', diesAt] as const),
  ...[1, 2, 3, 4, 5].map((diesAt) => ['elsewhere', diesAt] as const),
];

/** Settings of a process that stops normally and saves its checkpoint. */
const PATIENT = { ...FAST, SHUTDOWN_TIMEOUT: 600_000 };

/** Milliseconds after which no call of a dead process is unfinished. */
const SILENCE_MS = FAST.VENDOR_SEND_WITHIN + FAST.VENDOR_POST_TIMEOUT + 1;

describe('a process that dies', () => {
  let world: PurchaseWorld;
  afterEach(() => world.worker?.stop());

  for (const { name, settles, prepare } of ENDINGS)
    for (const [jobsRun, diesAt] of DEATHS)
      for (const stored of [true, false])
        it(`whose jobs run ${jobsRun}, at its append ${diesAt}, ${stored ? 'stored' : 'not stored'}, of a purchase ${name}: settled once, sent at most once`, async () => {
          const ledger = new MemoryEventStore();
          world = new PurchaseWorld(ledger);
          prepare(world.vendor);
          honest(world.vendor);
          await world.fund('ada', 1_000_000n);
          const mortal = new MortalEventStore(ledger, diesAt, stored);
          world.reopenWallets(mortal);
          const firstLife = world.start(mortal, jobsRun);
          world.reopenWallets(ledger);
          const purchaseId = await world.buy('ada', 'key');
          world.reopenWallets(mortal);
          const settledAlready = async () => (await world.settlements('ada', purchaseId)).length > 0;
          await eventually('dead or done', async () => mortal.dead || (await settledAlready()));
          void firstLife.stop();

          world.reopenWallets(ledger);
          world.clock = () => new Date(Date.now() + SILENCE_MS);
          world.start(ledger, jobsRun);
          await eventually('settled', settledAlready);
          const secondLife = world.worker!;
          await eventually(
            'nothing left to do',
            () => secondLife.health().openPurchases === 0 && secondLife.health().underWay === 0,
          );
          // A claim without a POST is found absent and refunded, and never sent again.
          const neverSent = world.vendor.posts.length === 0;
          expect(await world.settlements('ada', purchaseId)).toEqual(
            neverSent ? ['PurchaseReleased'] : settles,
          );
          expect(world.vendor.posts.length).toBeLessThanOrEqual(1);
          if (neverSent) expect([diesAt, stored]).toEqual([jobsRun === 'here' ? 1 : 2, true]);
        });

  it('resumes at its checkpoint and repeats nothing', async () => {
    world = new PurchaseWorld(undefined, PATIENT);
    await world.fund('ada', 1_000_000n);
    const first = world.start();
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => world.buy('ada', `key-${index}`)));
    await eventually(
      'all settled',
      async () =>
        (await world.walletEvents('ada')).filter(({ type }) => type === 'PurchaseCaptured').length === 20,
    );
    await first.stop();
    const before = await world.store.lastPosition();
    expect(first.health().position).toBe(before);
    expect((await world.checkpoints.load('purchases-1'))?.position).toBe(before);
    const second = world.start();
    const last = await world.buy('ada', 'after');
    await eventually('settled', async () => (await world.settlements('ada', last)).length === 1);
    expect(second.health().faults).toBe(0);
    for (const purchaseId of ids)
      expect(await world.settlements('ada', purchaseId)).toEqual(['PurchaseCaptured']);
    expect(world.vendor.posts).toHaveLength(21);
  });

  it.each([
    ['at once', 0],
    ['an hour later', 3_600_000],
  ])('that lost its checkpoint replays everything %s without any change', async (_, laterMs) => {
    world = new PurchaseWorld(undefined, PATIENT);
    await world.fund('ada', 1_000_000n);
    const first = world.start();
    const purchaseId = await world.buy('ada', 'key');
    await eventually('settled', async () => (await world.settlements('ada', purchaseId)).length === 1);
    await first.stop();
    const length = await world.store.lastPosition();
    const elsewhere = new PurchaseWorld(world.store, PATIENT);
    world = elsewhere;
    world.clock = () => new Date(Date.now() + laterMs);
    const second = world.start();
    await eventually('caught up', () => second.health().position === length);
    await second.stop();
    expect(await world.store.lastPosition()).toBe(length);
    expect(world.vendor.posts).toEqual([]);
  });
});
