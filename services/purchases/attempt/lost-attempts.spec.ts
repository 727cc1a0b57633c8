import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryOutcome } from '../../vendors/vendor-adapter.js';
import { mintVtpassReference } from '../../vendors/vtpass/vtpass.client.js';
import { attemptOf } from '../accept/references.js';
import type { SendingHold } from '../../catalog/catalog.state.js';
import type { FakeVendor } from '../testing/fake-vendor.js';
import { eventually, FAST, PurchaseWorld } from '../testing/purchase-world.js';

const DAY_MS = 86_400_000;
const HOLD = { id: 'hold', held: true, since: 0, before: 0, by: 'command-line', reason: 'Restored' };
const NOT_FOUND: QueryOutcome = { outcome: 'notFound', code: '015' };
const DELIVERED: QueryOutcome = { outcome: 'delivered', cost: 9_650n };
const SILENT: QueryOutcome = { outcome: 'unknown', reason: 'timeout', silent: true };
const FAILED: QueryOutcome = { outcome: 'failed', charged: false, code: '016', blame: 'biller' };

/** The log ends where a backup ended: vendors may know orders that the log lacks. */
describe('a purchase from before a restore', () => {
  let world: PurchaseWorld;
  beforeEach(() => {
    // With frequent sweeps, each would ask the vendors again.
    world = new PurchaseWorld(undefined, { ...FAST, VENDOR_REVIEW_AFTER: 7_200_000 }, 50);
    for (const vendor of world.vendors.values()) vendor.onQuery = () => NOT_FOUND;
  });
  afterEach(() => world.worker?.stop());

  const vendorOf = (code: number): FakeVendor => world.vendors.get(code)!;
  const posts = (): string[] => [...world.vendors.values()].flatMap((vendor) => vendor.posts);
  const answering =
    (number: number, outcome: QueryOutcome): FakeVendor['onQuery'] =>
    ({ vendorReference }) =>
      attemptOf(vendorReference)!.attempt === number ? outcome : NOT_FOUND;
  const settledAs = (purchaseId: string, type: string) =>
    eventually(
      `settled as ${type}`,
      async () => (await world.settlements('ada', purchaseId)).join() === type,
    );
  const asked = (vendor: FakeVendor, times: number) =>
    eventually(`asked ${times} times`, () => vendor.queries.length >= times);

  /** Accepts a purchase, and starts a worker on the restored log. */
  async function restored(hold: Partial<SendingHold> = {}): Promise<string> {
    await world.fund('ada', 1_000_000n);
    const purchaseId = await world.buy('ada', 'key');
    world.hold = { ...HOLD, before: Date.now(), ...hold };
    world.start();
    return purchaseId;
  }

  it('is not sent again although the clock that accepted it was ahead: its position decides', async () => {
    world.vendor.onQuery = answering(1, DELIVERED);
    const held = { before: Date.now() - DAY_MS, upTo: 1_000 };
    const purchaseId = await restored({ ...held, held: false });
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(posts()).toEqual([]);
    const [opened] = await world.purchaseEvents(purchaseId);
    const accepted = (await world.store.readAll(0, 100)).find(({ type }) => type === 'PurchaseAccepted');
    expect(opened!.data).toMatchObject({ acceptedPosition: accepted!.position });
  });

  it('accepted after the hold is sent at once, although a clock was ahead before the restore', async () => {
    await restored({ held: false, before: Date.now() + DAY_MS, upTo: 0 });
    await eventually('sent', () => world.vendor.posts.length === 1);
    expect(world.vendor.queries).toEqual([]);
  });

  it('is settled without being sent when its vendor delivered it', async () => {
    world.vendor.onQuery = answering(1, DELIVERED);
    const purchaseId = await restored();
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(await world.context(purchaseId)).toEqual(['PurchaseOpened', 'AttemptStarted', 'AttemptDelivered']);
    expect(posts()).toEqual([]);
  });

  it('waits for the release when no vendor knows it, and is sent once then', async () => {
    const purchaseId = await restored();
    await asked(world.vendor, 2);
    await asked(vendorOf(3), 4);
    const known = vendorOf(3).queries.length;
    expect(await world.context(purchaseId)).toEqual(['PurchaseOpened']);
    expect(posts()).toEqual([]);
    world.hold = { ...world.hold!, held: false };
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(world.vendor.posts).toHaveLength(1);
    expect(world.vendor.posts).toEqual([world.vendor.queries[0]]);
    // The vendors were asked twice, and the release did not ask them again.
    expect(vendorOf(3).queries).toHaveLength(known);
  });

  it.each([
    ['held', true],
    ['released', false],
  ])('is neither sent nor refunded while a vendor is silent and sending is %s', async (_, held) => {
    vendorOf(2).onQuery = () => SILENT;
    const purchaseId = await restored({ held });
    await asked(world.vendor, 8);
    expect(await world.context(purchaseId)).toEqual(['PurchaseOpened']);
    expect(posts()).toEqual([]);
  });

  it('is settled at the second vendor, which got it after the first refused', async () => {
    vendorOf(2).onQuery = answering(2, DELIVERED);
    const purchaseId = await restored();
    await settledAs(purchaseId, 'PurchaseCaptured');
    const events = await world.purchaseEvents(purchaseId);
    expect(events.slice(1).map(({ type, data }) => [type, (data as { vendor: number }).vendor])).toEqual([
      ['AttemptStarted', 1],
      ['AttemptFailed', 1],
      ['AttemptStarted', 2],
      ['AttemptDelivered', 2],
    ]);
    expect(events[2]!.data).toMatchObject({ code: 'failed-before-restore', charged: false, nextVendor: 2 });
    expect(posts()).toEqual([]);
  });

  it('is settled at the third vendor, after two that refused', async () => {
    vendorOf(2).onQuery = answering(3, DELIVERED);
    const purchaseId = await restored();
    await settledAs(purchaseId, 'PurchaseCaptured');
    const events = await world.purchaseEvents(purchaseId);
    expect(events.filter(({ type }) => type === 'AttemptStarted').map(({ data }) => data)).toEqual(
      [1, 3, 2].map((vendor, index) => expect.objectContaining({ vendor, attempt: index + 1 })),
    );
    expect(posts()).toEqual([]);
  });

  it('is refunded when its vendor says that it failed and no other vendor has it', async () => {
    world.vendor.onQuery = answering(1, FAILED);
    const purchaseId = await restored();
    await settledAs(purchaseId, 'PurchaseReleased');
    expect(world.vendor.queries.length).toBeGreaterThan(1);
    expect(posts()).toEqual([]);
  });

  it('is not refunded for a failure while a vendor that cannot be asked may have it', async () => {
    world.vendor.onQuery = answering(1, FAILED);
    vendorOf(3).capabilities = { ...vendorOf(3).capabilities, queryByClientReference: false };
    const purchaseId = await restored();
    await asked(world.vendor, 4);
    expect(await world.context(purchaseId)).toEqual(['PurchaseOpened']);
    world.hold = { ...world.hold!, held: false };
    await settledAs(purchaseId, 'PurchaseReleased');
    expect(posts()).toEqual([]);
  });

  it('waits for a vendor that has it under way', async () => {
    world.vendor.onQuery = answering(1, { outcome: 'pending', code: '099' });
    const purchaseId = await restored();
    await eventually('pending', async () => (await world.context(purchaseId)).includes('AttemptPending'));
    world.vendor.onQuery = answering(1, DELIVERED);
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(posts()).toEqual([]);
  });

  it('goes to a person when its vendor cannot be asked', async () => {
    world.vendor.capabilities = { ...world.vendor.capabilities, queryByClientReference: false };
    const purchaseId = await restored();
    await eventually('a review', async () => (await world.context(purchaseId)).includes('ReviewRequired'));
    world.hold = { ...world.hold!, held: false };
    expect(world.vendor.queries).toEqual([]);
    expect(posts()).toEqual([]);
    expect(await world.context(purchaseId)).toEqual(['PurchaseOpened', 'ReviewRequired']);
  });

  describe('with an attempt that had no answer in the backup', () => {
    async function cutShort(hold: { readonly held: boolean } = HOLD): Promise<string> {
      world.vendor.onDispatch = () => new Promise(() => undefined);
      await world.fund('ada', 1_000_000n);
      world.start();
      const purchaseId = await world.buy('ada', 'key');
      await eventually('sent', () => world.vendor.posts.length === 1);
      await world.worker!.stop();
      world.hold = { ...HOLD, ...hold, before: Date.now() };
      const later = FAST.VENDOR_SEND_WITHIN + FAST.VENDOR_POST_TIMEOUT;
      world.clock = () => new Date(Date.now() + later + 1_000);
      return purchaseId;
    }

    it('is not refunded after its failure while another vendor delivered it', async () => {
      const purchaseId = await cutShort();
      world.vendor.onQuery = answering(1, FAILED);
      vendorOf(3).onQuery = answering(2, DELIVERED);
      world.start();
      await settledAs(purchaseId, 'PurchaseCaptured');
      const [last] = (await world.purchaseEvents(purchaseId)).slice(-1);
      expect(last).toMatchObject({ type: 'AttemptDelivered', data: { vendor: 3, attempt: 2 } });
      expect(posts()).toHaveLength(1);
    });

    it('is refunded after its failure when no other vendor has it for certain', async () => {
      const purchaseId = await cutShort();
      world.vendor.onQuery = answering(1, FAILED);
      vendorOf(2).onQuery = () => SILENT;
      world.start();
      await asked(vendorOf(3), 3);
      expect(await world.context(purchaseId)).toEqual(['PurchaseOpened', 'AttemptStarted']);
      vendorOf(2).onQuery = () => NOT_FOUND;
      await eventually('failed', async () => (await world.context(purchaseId)).includes('AttemptFailed'));
      expect(posts()).toHaveLength(1);
    });

    it('is delivered by the answer of its vendor, without asking others', async () => {
      const purchaseId = await cutShort();
      world.vendor.onQuery = answering(1, DELIVERED);
      world.start();
      await settledAs(purchaseId, 'PurchaseCaptured');
      expect(vendorOf(2).queries).toEqual([]);
    });
  });

  it('is asked for by the reference of each Lagos day since its acceptance', async () => {
    for (const vendor of world.vendors.values()) vendor.mintReference = mintVtpassReference;
    await world.fund('ada', 1_000_000n);
    const purchaseId = await world.buy('ada', 'key');
    const accepted = Date.now();
    const dayOf = (later: number): string =>
      mintVtpassReference(new Date(accepted), new Date(accepted + later * DAY_MS), 'x').slice(0, 8);
    const days = [0, 1, 2].map(dayOf);
    world.hold = { ...HOLD, before: accepted + 2 * DAY_MS };
    world.vendor.onQuery = ({ vendorReference }) =>
      vendorReference.startsWith(`${days[2]}0000`) ? DELIVERED : NOT_FOUND;
    world.start();
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(world.vendor.queries.map((reference) => reference.slice(0, 8))).toEqual(days);
    expect(posts()).toEqual([]);
  });

  it('is not asked about when it was accepted after the restore', async () => {
    await world.fund('ada', 1_000_000n);
    world.hold = { ...HOLD, held: false, before: Date.now() - DAY_MS };
    world.start();
    const purchaseId = await world.buy('ada', 'key');
    await settledAs(purchaseId, 'PurchaseCaptured');
    expect(world.vendor.queries).toEqual([]);
  });
});
