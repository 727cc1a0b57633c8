import { afterEach, describe, expect, it } from '@jest/globals';
import { AttemptAges } from '../outcome/attempt-ages.js';
import type { NewEvent, StreamHead } from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { inProcessJobQueue } from '../../../infra/queue/in-process/in-process-job-queue.js';
import { dispatchAttempt } from './dispatch-attempt.js';
import type { PurchaseWork } from '../purchase-work.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { requeryAttempt } from './requery-attempt.js';
import { FakeVendor } from '../testing/fake-vendor.js';
import { OPENED, POLICY } from '../testing/given-purchase.js';
import { eventually, FAST, PLAIN_VAULT, PurchaseWorld } from '../testing/purchase-world.js';

/** Store that stores `AttemptStarted` and answers minutes later. */
class SlowToAnswer extends MemoryEventStore {
  pauses: () => void = () => undefined;

  override async append(stream: string, expected: StreamHead, events: readonly NewEvent[]) {
    const appended = await super.append(stream, expected, events);
    if (events.some(({ type }) => type === 'AttemptStarted')) this.pauses();
    return appended;
  }
}

describe('a claim that took minutes to store', () => {
  let world: PurchaseWorld;
  afterEach(() => world.worker?.stop());

  it.each([
    ['with the opening', 'here'],
    ['by a job', 'elsewhere'],
  ] as const)(
    'made %s is not sent: the vendor is queried, knows nothing, and the money is refunded',
    async (_, jobsRun) => {
      const store = new SlowToAnswer();
      world = new PurchaseWorld(store, FAST);
      let skewMs = 0;
      world.clock = () => new Date(Date.now() + skewMs);
      store.pauses = () => (skewMs = 2 * FAST.VENDOR_SEND_WITHIN);
      const { vendor } = world;
      vendor.onQuery = ({ vendorReference }) =>
        vendor.posts.includes(vendorReference)
          ? { outcome: 'delivered' }
          : { outcome: 'notFound', code: '015' };
      await world.fund('ada', 1_000_000n);
      world.start(store, jobsRun);
      const purchaseId = await world.buy('ada', 'key');
      await eventually('settled', async () => (await world.settlements('ada', purchaseId)).length > 0);
      expect(await world.settlements('ada', purchaseId)).toEqual(['PurchaseReleased']);
      expect(vendor.posts).toEqual([]);
      expect(await world.context(purchaseId)).toEqual([
        'PurchaseOpened',
        'AttemptStarted',
        'AttemptOutcomeUnknown',
        'AttemptNotFound',
        'AttemptFailed',
      ]);
    },
  );
});

describe('a second process', () => {
  const queues: { close(timeoutMs: number): Promise<void> }[] = [];
  afterEach(() => Promise.all(queues.splice(0).map((queue) => queue.close(100))));

  const START = Date.parse('2026-03-01T09:00:00.000Z');
  const POST_MS = 50_000;
  const SEND_WITHIN_MS = 30_000;
  function process(store: MemoryEventStore, vendor: FakeVendor, atMs: () => number): PurchaseWork {
    const jobs = inProcessJobQueue();
    queues.push(jobs);
    return {
      streams: new PurchaseStreams(store),
      vault: PLAIN_VAULT,
      vendors: new Map([[1, vendor]]),
      jobs,
      policy: POLICY,
      otherVendor: () => undefined,
      schedule: [20_000],
      sendingQueues: new Set<string>(),
      postTimeoutMs: POST_MS,
      sendWithinMs: SEND_WITHIN_MS,
      inFlight: new Set<string>(),
      ages: new AttemptAges(),
      now: () => new Date(START + atMs()),
      logger: { warn: () => undefined, error: () => undefined } as never,
    };
  }

  it('sends no query while an attempt of several calls may still be under way', async () => {
    const store = new MemoryEventStore();
    const vendor = new FakeVendor();
    vendor.onDispatch = () => new Promise<never>(() => undefined);
    const { purchaseId } = OPENED;
    const order = { ...OPENED, sealed: PLAIN_VAULT.seal('ada', { recipient: '+2348031234567' }) };
    const sender = process(store, vendor, () => 0);
    await sender.streams.handle(
      purchaseId,
      { type: 'OpenPurchase', order },
      { actor: { kind: 'system', id: 'test' }, now: new Date(START), correlationId: 'c', causationId: 'c' },
    );
    void dispatchAttempt(sender, purchaseId);
    await eventually('sent', () => vendor.posts.length === 1);
    let atMs = POST_MS + 1;
    const other = process(store, vendor, () => atMs);
    await requeryAttempt(other, { kind: 'requery', purchaseId });
    atMs = SEND_WITHIN_MS + POST_MS;
    await requeryAttempt(other, { kind: 'requery', purchaseId });
    expect(vendor.queries).toEqual([]);
    atMs += 1;
    await requeryAttempt(other, { kind: 'requery', purchaseId });
    expect(vendor.queries).toEqual(vendor.posts);
  });
});
