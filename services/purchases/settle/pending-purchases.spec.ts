import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../infra/event-store/event-store.js';
import { PendingPurchases } from './pending-purchases.js';

const AT = Date.parse('2026-03-10T08:00:00.000Z');

const event = (type: string, purchaseId: string, data: object, seconds = 0): RecordedEvent =>
  ({
    type,
    at: new Date(AT + seconds * 1_000).toISOString(),
    actor: { kind: 'system', id: 'worker' },
    data: { userId: 'ada', purchaseId, ...data },
  }) as unknown as RecordedEvent;
const pendingAfter = (...events: readonly RecordedEvent[]): PendingPurchases => {
  const pending = new PendingPurchases();
  for (const each of events) pending.apply(each);
  return pending;
};
const opened = (purchaseId: string, vendor: number, seconds = 0) =>
  event('PurchaseOpened', purchaseId, { vendor, service: vendor === 2 ? 'data' : 'airtime' }, seconds);

describe('pending purchases', () => {
  it('are counted per vendor, with the oldest one', () => {
    const pending = pendingAfter(opened('one', 1, 5), opened('two', 2, 1), opened('three', 1, 3));
    expect(pending.waiting(AT)).toEqual([
      { vendor: 1, purchases: 2, oldestAt: AT + 3_000 },
      { vendor: 2, purchases: 1, oldestAt: AT + 1_000 },
    ]);
  });

  it('are overdue by service half a minute after they were opened, also over a restart', () => {
    const pending = pendingAfter(opened('one', 1), opened('two', 1, 1), opened('three', 2));
    const restarted = new PendingPurchases();
    restarted.restore(pending.toJson());
    for (const each of [pending, restarted])
      expect(each.waiting(AT + 30_000)).toEqual([
        { vendor: 1, purchases: 2, oldestAt: AT, overdue: { airtime: 1 } },
        { vendor: 2, purchases: 1, oldestAt: AT, overdue: { data: 1 } },
      ]);
  });

  it('are not overdue after a reviewer decided, also over a restart', () => {
    const pending = pendingAfter(opened('one', 1), event('ReviewResolved', 'one', { decision: 'refund' }, 2));
    const restarted = new PendingPurchases();
    restarted.restore(pending.toJson());
    for (const each of [pending, restarted])
      expect(each.waiting(AT + 60_000)).toEqual([{ vendor: 1, purchases: 1, oldestAt: AT }]);
  });

  it('are overdue while a reviewer has to decide, and named apart, also over a restart', () => {
    const pending = pendingAfter(opened('one', 1), opened('two', 1), event('ReviewRequired', 'one', {}, 2));
    const restarted = new PendingPurchases();
    restarted.restore(pending.toJson());
    for (const each of [pending, restarted]) {
      expect(each.waiting(AT + 60_000)).toMatchObject([{ overdue: { airtime: 2 }, inReview: 1 }]);
      each.apply(event('AttemptFailed', 'one', { attempt: 1, vendor: 1, nextVendor: 4 }));
      each.apply(event('AttemptDelivered', 'two', { attempt: 1, vendor: 1 }));
      expect(each.waiting(AT + 60_000)).toEqual([
        { vendor: 4, purchases: 1, oldestAt: AT, overdue: { airtime: 1 } },
      ]);
    }
  });

  it('of a checkpoint of an earlier version are overdue once the sweep names their service', () => {
    const pending = new PendingPurchases();
    pending.restore([['one', AT, 1, false]]);
    expect(pending.waiting(AT + 60_000)).toEqual([{ vendor: 1, purchases: 1, oldestAt: AT }]);
    for (const purchaseId of ['one', 'gone']) pending.serves(purchaseId, 'airtime', true);
    expect(pending.waiting(AT + 60_000)).toMatchObject([{ overdue: { airtime: 1 }, inReview: 1 }]);
    pending.serves('one', 'airtime', false);
    expect(pending.waiting(AT + 60_000)[0]).not.toHaveProperty('inReview');
    expect(pending.ids()).toEqual(['one']);
  });

  it('move with their age to the next vendor, and leave when they end', () => {
    const pending = pendingAfter(opened('one', 1), opened('two', 1, 9));
    pending.apply(event('AttemptFailed', 'one', { attempt: 1, vendor: 1, nextVendor: 4 }, 7));
    expect(pending.waiting(AT)).toEqual([
      { vendor: 4, purchases: 1, oldestAt: AT },
      { vendor: 1, purchases: 1, oldestAt: AT + 9_000 },
    ]);
    pending.apply(event('AttemptDelivered', 'two', { attempt: 1, vendor: 1 }));
    pending.apply(event('AttemptFailed', 'one', { attempt: 2, vendor: 4 }));
    expect(pending.waiting(AT)).toEqual([]);
  });

  it('are unsent until their vendor answers, and then at the next vendor', () => {
    const pending = pendingAfter(opened('one', 1), opened('two', 1), opened('three', 1), opened('three', 1));
    expect(pending.vendorQueues()).toEqual([{ vendor: 1, unsent: 3, taken: 0 }]);
    pending.apply(event('AttemptPending', 'one', { attempt: 1, vendor: 1 }));
    pending.apply(event('AttemptDelivered', 'one', { attempt: 1, vendor: 1 }));
    pending.apply(event('AttemptFailed', 'two', { attempt: 1, vendor: 1, nextVendor: 4 }));
    pending.forget('three');
    expect(pending.vendorQueues()).toEqual([
      { vendor: 1, unsent: 0, taken: 3 },
      { vendor: 4, unsent: 1, taken: 0 },
    ]);
  });

  it('keep their vendor over a restart, and have none in an old checkpoint', () => {
    const pending = new PendingPurchases();
    pending.restore(pendingAfter(opened('one', 3)).toJson());
    expect(pending.waiting(AT)).toEqual([{ vendor: 3, purchases: 1, oldestAt: AT }]);
    pending.restore([['two', AT]]);
    expect(pending.waiting(AT)).toContainEqual({ vendor: 0, purchases: 1, oldestAt: AT });
  });

  it('are not the oldest after a decision until the vendor answers, also over a restart', () => {
    const pending = pendingAfter(opened('one', 1), opened('two', 1, 9));
    pending.apply(event('ReviewResolved', 'one', { attempt: 1, vendor: 1, decision: 'refund' }, 20));
    const restarted = new PendingPurchases();
    restarted.restore(pending.toJson());
    for (const each of [pending, restarted]) {
      expect([each.oldest(), each.ids()]).toEqual([AT + 9_000, ['one', 'two']]);
      each.apply(event('AttemptDelivered', 'two', { attempt: 1, vendor: 1 }));
      expect([each.oldest(), each.ids()]).toEqual([undefined, ['one']]);
      each.apply(event('AttemptQuestioned', 'one', { attempt: 1, vendor: 1 }, 60));
      expect(each.oldest()).toBe(AT + 60_000);
    }
  });
});
