import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import type { RecordedEvent } from '../../infra/event-store/event-store.js';
import { SettledPurchases } from '../purchases/settle/settled-purchases.js';
import { PurchaseMetrics, showPurchases, type MetricValues } from './purchase-metrics.js';

const AT = Date.parse('2026-03-10T08:00:00.000Z');
const eventOf = (type: string, purchaseId: string, data: object = {}, at = AT): RecordedEvent =>
  ({
    type,
    at: new Date(at).toISOString(),
    data: { userId: 'ada', purchaseId, vendor: 1, cost: '1', code: 'c', ...data },
  }) as never;
const opened = (purchaseId: string) =>
  eventOf('PurchaseOpened', purchaseId, { service: 'data', acceptedAt: '2026-03-10T08:00:00.000Z' });

function counted() {
  const metrics = new PurchaseMetrics();
  let now = AT;
  const streams = {
    load: (purchaseId: string) =>
      purchaseId === 'away'
        ? Promise.reject(new Error('the store is away'))
        : Promise.resolve({ service: 'cable', acceptedAt: AT - 60_000 }),
  };
  const settled = new SettledPurchases(metrics, { streams, now: () => new Date(now) } as never);
  const registry = new Registry();
  for (const metric of metrics.all) registry.registerMetric(metric);
  return {
    metrics,
    settled,
    at: (seconds: number) => void (now = AT + 1_000 * seconds),
    lines: async () => (await registry.metrics()).split('\n'),
  };
}

describe('metrics of purchases', () => {
  it('count each outcome of a service, and the time from its acceptance', async () => {
    const { settled, at, lines } = counted();
    for (const id of ['one', 'two']) settled.apply(opened(id));
    at(4);
    settled.onSettled(eventOf('AttemptDelivered', 'one'));
    at(40);
    settled.onSettled(eventOf('AttemptFailed', 'two'));
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'purchases_total{service="data",outcome="captured"} 1',
        'purchases_total{service="data",outcome="released"} 1',
        'purchases_total{service="airtime",outcome="captured"} 0',
        'purchase_settle_seconds_bucket{le="5",service="data"} 1',
        'purchase_settle_seconds_sum{service="data"} 44',
      ]),
    );
  });

  it('read a purchase that was opened before the worker started, or is reversed after its capture', async () => {
    const { settled, lines } = counted();
    settled.onSettled(eventOf('ReviewResolved', 'old', { decision: 'delivered' }));
    settled.onSettled(eventOf('VendorReversed', 'old'));
    settled.onSettled(eventOf('AttemptDelivered', 'away'));
    await Promise.resolve();
    expect(await lines()).toEqual(
      expect.arrayContaining([
        'purchases_total{service="cable",outcome="captured"} 1',
        'purchases_total{service="cable",outcome="reversed"} 1',
        'purchase_settle_seconds_count{service="cable"} 1',
      ]),
    );
  });

  it('leave out events that are read again', async () => {
    const { settled, lines } = counted();
    settled.apply(opened('one'));
    settled.onSettled(eventOf('AttemptDelivered', 'one', {}, AT - 3_600_001));
    settled.onSettled(eventOf('AttemptDelivered', 'old', {}, AT - 3_600_001));
    await Promise.resolve();
    expect((await lines()).filter((line) => /^purchase.* [1-9]/.test(line))).toEqual([]);
  });

  it('are shown in another thread as they were there, and as 0 before', async () => {
    const { metrics } = counted();
    let told: MetricValues[] | undefined;
    const registry = new Registry();
    showPurchases(registry, () => told);
    const sold = (count: number) => `purchases_total{service="sms",outcome="captured"} ${count}`;
    expect(await registry.metrics()).toContain(sold(0));
    metrics.settled('sms', 'captured', 2);
    told = structuredClone(await metrics.values());
    const text = await registry.metrics();
    expect(text).toContain(sold(1));
    expect(text).toContain('purchase_settle_seconds_sum{service="sms"} 2');
  });
});
