import { afterEach, expect, it } from '@jest/globals';
import { purchaseStream } from '../../ledger/streams.js';
import { FAST, eventually, PurchaseWorld } from '../testing/purchase-world.js';

const MINUTE_MS = 60_000;
const SLOW = { ...FAST, VENDOR_NOT_FOUND_AFTER: 10 * MINUTE_MS, VENDOR_NOT_FOUND_SPACING: MINUTE_MS };

let world: PurchaseWorld;
afterEach(() => world.worker?.stop());

/** Makes a purchase whose order the vendor did not answer and does not find. Returns its id. */
async function unanswered(config: typeof FAST): Promise<string> {
  world = new PurchaseWorld(undefined, config);
  world.vendor.onDispatch = () => ({ outcome: 'unknown', reason: 'timeout' });
  world.vendor.onQuery = () => ({ outcome: 'notFound', code: '015' });
  await world.fund('ada', 100_000n);
  world.start();
  return world.buy('ada', 'one');
}

const queriesAfter = async (more: number): Promise<void> => {
  const { length } = world.vendor.queries;
  await eventually('more queries', () => world.vendor.queries.length >= length + more);
};

it('keeps the money of an order that the vendor does not find while only the wall clock says that it is old', async () => {
  const purchaseId = await unanswered(SLOW);
  await queriesAfter(1);
  world.clock = () => new Date(Date.now() + 20 * MINUTE_MS);
  await queriesAfter(3);
  world.clock = () => new Date(Date.now() + 60 * MINUTE_MS);
  await queriesAfter(3);
  expect(await world.settlements('ada', purchaseId)).toEqual([]);
  expect(await world.context(purchaseId)).not.toContain('AttemptFailed');
});

it('returns the money once the time has really passed', async () => {
  const purchaseId = await unanswered(FAST);
  await eventually('the release', async () => (await world.settlements('ada', purchaseId)).length > 0);
  expect(await world.settlements('ada', purchaseId)).toEqual(['PurchaseReleased']);
});

it('begins again after a restart, which cannot know how long the machine was off', async () => {
  const purchaseId = await unanswered(SLOW);
  await queriesAfter(2);
  await world.worker!.stop();
  world.clock = () => new Date(Date.now() + 60 * MINUTE_MS);
  world.start();
  await queriesAfter(3);
  expect(await world.settlements('ada', purchaseId)).toEqual([]);
});

const HOUR_MS = 60 * MINUTE_MS;
const ahead = () => new Date(Date.now() + 2 * HOUR_MS);
const right = () => new Date();

it('asks about a purchase of a clock that was ahead, and puts it to review at once', async () => {
  world = new PurchaseWorld(undefined, SLOW);
  world.clock = ahead;
  world.vendor.onDispatch = () => ({ outcome: 'unknown', reason: 'timeout' });
  world.vendor.onQuery = () => ({ outcome: 'unknown', reason: 'timeout' });
  await world.fund('ada', 100_000n);
  world.start();
  const purchaseId = await world.buy('ada', 'one');
  await queriesAfter(1);
  expect(await world.context(purchaseId)).not.toContain('ReviewRequired');
  world.clock = right;
  await queriesAfter(3);
  await eventually('the review', async () => (await world.context(purchaseId)).includes('ReviewRequired'));
});

it('asks about an attempt that a dead process left without an answer while its clock was ahead', async () => {
  const withoutPatience = { ...SLOW, VENDOR_SEND_WITHIN: 20, VENDOR_POST_TIMEOUT: 20 };
  world = new PurchaseWorld(undefined, withoutPatience);
  world.clock = ahead;
  world.vendor.onDispatch = () => new Promise(() => undefined);
  world.vendor.onQuery = () => ({ outcome: 'unknown', reason: 'timeout' });
  await world.fund('ada', 100_000n);
  world.start();
  const purchaseId = await world.buy('ada', 'one');
  await eventually('the attempt', async () => (await world.context(purchaseId)).includes('AttemptStarted'));
  const events = await world.store.readStream(purchaseStream(purchaseId));
  expect(Date.parse(events.at(-1)!.at)).toBeGreaterThan(Date.now() + HOUR_MS);
  void world.worker!.stop();
  world.clock = right;
  world.start();
  await queriesAfter(2);
  await eventually('the review', async () => (await world.context(purchaseId)).includes('ReviewRequired'));
});

it('asks about an attempt that a dead process left without an answer while its clock was a day behind', async () => {
  const withoutPatience = { ...SLOW, VENDOR_SEND_WITHIN: 20, VENDOR_POST_TIMEOUT: 20 };
  world = new PurchaseWorld(undefined, withoutPatience);
  world.clock = () => new Date(Date.now() - 25 * HOUR_MS);
  world.vendor.onDispatch = () => new Promise(() => undefined);
  world.vendor.onQuery = () => ({ outcome: 'unknown', reason: 'timeout' });
  await world.fund('ada', 100_000n);
  world.start();
  const purchaseId = await world.buy('ada', 'one');
  await eventually('the attempt', async () => (await world.context(purchaseId)).includes('AttemptStarted'));
  void world.worker!.stop();
  world.clock = right;
  world.start();
  await eventually('an answer', async () =>
    (await world.context(purchaseId)).includes('AttemptOutcomeUnknown'),
  );
});
