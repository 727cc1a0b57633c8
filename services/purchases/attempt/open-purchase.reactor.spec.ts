import { AttemptAges } from '../outcome/attempt-ages.js';
import { PurchaseJob } from '../purchase-work.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AppendOutcomeUnknown,
  type NewEvent,
  type RecordedEvent,
  type StreamHead,
} from '../../../infra/event-store/event-store.js';
import { MemoryEventStore } from '../../../infra/event-store/testing/memory-event-store.js';
import { newEvent } from '../../../infra/event-store/testing/new-event.js';
import { derivedId } from '../accept/references.js';
import { dispatchAttempt } from './dispatch-attempt.js';
import { openPurchase } from './open-purchase.reactor.js';
import type { PurchaseWork } from '../purchase-work.js';
import { PurchaseStreams } from '../purchase.streams.js';
import { requeryAttempt } from './requery-attempt.js';
import { FakeVendor } from '../testing/fake-vendor.js';
import { OPENED, POLICY } from '../testing/given-purchase.js';
import { eventually, PLAIN_VAULT } from '../testing/purchase-world.js';
import { skippingWaits } from '../testing/skipping-waits.js';

/** Store that notes which events are appended together. */
class NotingStore extends MemoryEventStore {
  readonly appends: string[] = [];
  /** Result of an append with an `AttemptStarted`. */
  claims: 'known' | 'unknown, stored' | 'unknown, not stored' = 'known';

  override async append(stream: string, expected: StreamHead, events: readonly NewEvent[]) {
    const types = events.map(({ type }) => type).join();
    const unknown = this.claims !== 'known' && types.endsWith('AttemptStarted');
    if (unknown && this.claims === 'unknown, not stored') throw new AppendOutcomeUnknown('no answer');
    const appended = await super.append(stream, expected, events);
    if (unknown) throw new AppendOutcomeUnknown('no answer');
    this.appends.push(types);
    return appended;
  }
}

const idOf = (name: string): string => derivedId('ada', name);
const TOGETHER = 'PurchaseOpened,AttemptStarted';

describe('an accepted purchase', () => {
  let store: NotingStore;
  let vendor: FakeVendor;
  const queues: { close(timeoutMs: number): Promise<void> }[] = [];
  beforeEach(() => {
    store = new NotingStore();
    vendor = new FakeVendor();
  });
  afterEach(() => Promise.all(queues.splice(0).map((queue) => queue.close(100))));

  const accepted = (name: string, change: object = {}): RecordedEvent => {
    const sealed = PLAIN_VAULT.seal('ada', { recipient: '+2348031234567' });
    const data = { ...OPENED, purchaseId: idOf(name), sealed, ...change };
    const event = { ...newEvent({}, 'PurchaseAccepted'), at: new Date().toISOString(), data };
    return event as unknown as RecordedEvent;
  };
  const context = async (name: string) =>
    (await store.readStream(`purchase-${idOf(name)}`)).map(({ type }) => type).join();
  const delivered = (name: string) =>
    eventually(`${name} is delivered`, async () => (await context(name)).endsWith('AttemptDelivered'));

  function process(concurrency = 4): PurchaseWork {
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
    jobs.process('vendor-1', { concurrency }, (data) => {
      const job = PurchaseJob.parse(data);
      return job.kind === 'dispatch' ? dispatchAttempt(work, job.purchaseId) : requeryAttempt(work, job);
    });
    return work;
  }

  it('is opened and claimed in one append when a slot is free', async () => {
    const work = process();
    await openPurchase(work, accepted('a'));
    await delivered('a');
    expect(store.appends).toEqual([TOGETHER, 'AttemptDelivered']);
    expect(vendor.posts).toHaveLength(1);
    await eventually('nothing is under way', () => work.inFlight.size === 0);
  });

  it('is opened before the vendor answers', async () => {
    vendor.onDispatch = () => new Promise<never>(() => undefined);
    await openPurchase(process(), accepted('a'));
    expect(await context('a')).toBe(TOGETHER);
  });

  it('is opened alone when no slot gets free', async () => {
    const work = process(1);
    vendor.onDispatch = () => new Promise<never>(() => undefined);
    for (const name of ['sent', 'waits']) await openPurchase(work, accepted(name));
    expect(store.appends).toEqual([TOGETHER, 'PurchaseOpened']);
    expect(vendor.posts).toHaveLength(1);
  });

  it.each([
    ['its vendor is configured no more', { vendor: 9 }],
    ['its order cannot be read', { sealed: '{' }],
  ])('is opened alone when %s, and takes no slot from others', async (_, change) => {
    const work = process(1);
    await openPurchase(work, accepted('a', change));
    expect(store.appends).toEqual(['PurchaseOpened']);
    await eventually('a place is free', async () => (await work.jobs.slot!('vendor-1')) !== undefined);
    expect(vendor.posts).toEqual([]);
  });

  it('frees its slot for the next, also when the vendor fails', async () => {
    const work = process(1);
    vendor.onDispatch = () => Promise.reject(new Error('planted'));
    for (const id of ['a', 'b', 'c']) {
      await openPurchase(work, accepted(id));
      await delivered(id);
    }
    expect(vendor.posts).toHaveLength(3);
  });

  it('is sent once by concurrent processes: the others query', async () => {
    const event = accepted('a');
    await Promise.all([process(), process(), process()].map((work) => openPurchase(work, event)));
    await delivered('a');
    expect(vendor.posts).toHaveLength(1);
    expect(store.appends.filter((types) => types.startsWith('PurchaseOpened'))).toEqual([TOGETHER]);
  });

  it.each([
    ['unknown, stored', 0, 1],
    ['unknown, not stored', 1, 0],
  ] as const)(
    'is not sent while it is unknown whether it was claimed: %s',
    async (claims, posts, queries) => {
      const [work, event] = [process(), accepted('a')];
      store.claims = claims;
      await expect(openPurchase(work, event)).rejects.toThrow(AppendOutcomeUnknown);
      expect(vendor.posts).toHaveLength(0);
      store.claims = 'known';
      // If `AttemptStarted` was stored, the vendor is queried; otherwise the attempt is claimed again.
      await openPurchase(work, event);
      await delivered('a');
      expect([vendor.posts.length, vendor.queries.length]).toEqual([posts, queries]);
    },
  );
});
