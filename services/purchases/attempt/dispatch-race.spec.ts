import { AttemptAges } from '../outcome/attempt-ages.js';
import { PurchaseJob } from '../purchase-work.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  AppendOutcomeUnknown,
  type EventStore,
  type NewEvent,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { dispatchAttempt } from './dispatch-attempt.js';
import type { PurchaseWork } from '../purchase-work.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { requeryAttempt } from './requery-attempt.js';
import { FakeVendor } from '../testing/fake-vendor.js';
import { OPENED, POLICY } from '../testing/given-purchase.js';
import { eventually, PLAIN_VAULT } from '../testing/purchase-world.js';
import { skippingWaits } from '../testing/skipping-waits.js';

const { purchaseId } = OPENED;
const SYSTEM = { kind: 'system', id: 'test' } as const;

/** Store with slow appends, so that claims overlap, and with some lost answers. */
class SlowStore extends MemoryEventStore {
  /** Appends of `type` end in `AppendOutcomeUnknown`, stored or not. */
  unknownFor: { readonly type: string; readonly stores: boolean } | undefined;
  /** Number of appends that ended in `AppendOutcomeUnknown`. */
  unanswered = 0;

  override async append(stream: string, expected: StreamHead, events: readonly NewEvent[]) {
    await sleep(1);
    const { unknownFor } = this;
    if (unknownFor === undefined || events[0]?.type !== unknownFor.type)
      return super.append(stream, expected, events);
    if (unknownFor.stores) await super.append(stream, expected, events);
    this.unanswered += 1;
    throw new AppendOutcomeUnknown('no answer');
  }
}

describe('concurrent claimants of one purchase', () => {
  const queues: { close(timeoutMs: number): Promise<void> }[] = [];
  afterEach(() => Promise.all(queues.splice(0).map((queue) => queue.close(100))));

  function claimant(store: EventStore, vendor: FakeVendor): PurchaseWork {
    const { jobs, now } = skippingWaits();
    queues.push(jobs);
    const work: PurchaseWork = {
      streams: new PurchaseStreams(store),
      vault: PLAIN_VAULT,
      vendors: new Map([[1, vendor]]),
      jobs,
      policy: POLICY,
      otherVendor: () => undefined,
      schedule: [20],
      postTimeoutMs: 60,
      sendWithinMs: 600_000,
      sendingQueues: new Set<string>(),
      now,
      inFlight: new Set<string>(),
      ages: new AttemptAges(),
      logger: { warn: () => undefined, error: () => undefined } as never,
    };
    jobs.process('vendor-1', { concurrency: 4 }, (data) => {
      const job = PurchaseJob.parse(data);
      return job.kind === 'dispatch' ? dispatchAttempt(work, job.purchaseId) : requeryAttempt(work, job);
    });
    return work;
  }

  async function opened(store: EventStore): Promise<void> {
    const order = { ...OPENED, sealed: PLAIN_VAULT.seal('ada', { recipient: '+2348031234567' }) };
    const context = { actor: SYSTEM, now: new Date(), correlationId: 'context', causationId: 'context' };
    await new PurchaseStreams(store).handle(purchaseId, { type: 'OpenPurchase', order }, context);
  }

  const ended = async (store: EventStore): Promise<boolean> =>
    (await store.readStream(`purchase-${purchaseId}`)).some(({ type }) => type === 'AttemptDelivered');

  it('send it once, and the others query', async () => {
    for (let round = 0; round < 8; round += 1) {
      const store = new SlowStore();
      const vendor = new FakeVendor();
      await opened(store);
      const claimants = [1, 2, 3, 4].map(() => claimant(store, vendor));
      await Promise.all(
        claimants.flatMap((work) => [dispatchAttempt(work, purchaseId), dispatchAttempt(work, purchaseId)]),
      );
      expect(vendor.posts).toHaveLength(1);
      await eventually('delivered', () => ended(store));
      const started = (await store.readStream(`purchase-${purchaseId}`)).filter(
        ({ type }) => type === 'AttemptStarted',
      );
      expect(started.map(({ data }) => data['vendorReference'])).toEqual(vendor.posts);
    }
  });

  it.each([
    ['was stored', true],
    ['was not stored', false],
  ])('never send while it is unknown whether the claim %s', async (_, stores) => {
    const store = new SlowStore();
    const vendor = new FakeVendor();
    await opened(store);
    store.unknownFor = { type: 'AttemptStarted', stores };
    await dispatchAttempt(claimant(store, vendor), purchaseId);
    expect(vendor.posts).toHaveLength(0);
    store.unknownFor = undefined;
    // If `AttemptStarted` was stored, the vendor is queried; otherwise the attempt is claimed again.
    await eventually('delivered', () => ended(store));
    expect([vendor.posts.length, vendor.queries.length]).toEqual(stores ? [0, 1] : [1, 0]);
  });

  it.each([
    ['was stored', true],
    ['was not stored', false],
  ])("keep the vendor's answer while it is unknown whether it %s, and query no vendor", async (_, stores) => {
    const store = new SlowStore();
    const vendor = new FakeVendor();
    await opened(store);
    store.unknownFor = { type: 'AttemptDelivered', stores };
    const dispatched = dispatchAttempt(claimant(store, vendor), purchaseId);
    await eventually('an answer is not acknowledged', () => Promise.resolve(store.unanswered > 0));
    store.unknownFor = undefined;
    await dispatched;
    await eventually('delivered', () => ended(store));
    expect([vendor.posts.length, vendor.queries.length]).toEqual([1, 0]);
  });
});
