import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';
import { until } from '../../infra/testing/until.js';
import type { Telemetry } from './telemetry.js';
import { leftToTell } from './open-telemetry.js';
import { tellCollector } from './tell-collector.js';

const PURCHASE = '7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968';

describe('a collector that never answers', () => {
  let server: Server;
  let telemetry: Telemetry;
  /** Events in order. */
  let story: string[];
  beforeEach(async () => {
    story = [];
    server = createServer((request) => {
      story.push(`asked ${request.url}`);
      request.resume();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    telemetry = open();
  });
  const open = (): Telemetry =>
    tellCollector(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      { OTEL_SERVICE_NAME: 'test', OTEL_TRACES_SAMPLER_ARG: 1 },
      'test',
      () => undefined,
    );
  afterEach(async () => {
    await telemetry.close(0);
    server.closeAllConnections();
    server.close();
  });
  const registry = (name: string): Pick<Registry, 'getMetricsAsJSON'> => ({
    getMetricsAsJSON: () => {
      story.push(`read ${name}`);
      const metric = {
        name,
        help: name,
        type: 'gauge',
        values: [{ value: 1, labels: {} }],
        aggregator: 'sum',
      };
      return Promise.resolve([metric as unknown as MetricObjectWithValues<MetricValue<string>>]);
    },
  });
  const record = (by = telemetry): void =>
    by.purchases.record({ purchaseId: PURCHASE, name: 'open', startedAt: 1_000, endedAt: 2_000 });
  const happens = (what: string, times = 1) =>
    until(() => story.filter((each) => each === what).length >= times, what);

  /** Starts another `Telemetry`, which waits for the collector as long as its time limit allows. */
  const patient = (): Promise<unknown> => {
    const other = open();
    record(other);
    return other.close(600_000).then(() => story.push('given up'));
  };
  const unasked = () => story.filter((each) => !each.startsWith('asked'));

  it('is not waited for beyond the limit', async () => {
    const waited = patient();
    record();
    await telemetry.close(0);
    story.push('closed');
    await waited;
    expect(unasked()).toEqual(['closed', 'given up']);
  });

  it('keeps no resource of the metrics open: they are read once more and sent later', async () => {
    telemetry.sendMetrics(registry('open'));
    const waited = patient();
    await telemetry.endMetrics();
    story.push('ended');
    await waited;
    await telemetry.close(600_000);
    expect(unasked()).toEqual(['read open', 'ended', 'given up']);
  });

  it('receives purchases and metrics of a second start in the same process', async () => {
    telemetry.sendMetrics(registry('failed'));
    await telemetry.endMetrics();
    record();
    telemetry.flush();
    await happens('asked /v1/traces');
    telemetry.sendMetrics(registry('started'));
    await telemetry.endMetrics();
    await happens('asked /v1/metrics', 2);
    expect(story.filter((each) => each.startsWith('read'))).toEqual(['read failed', 'read started']);
  });
});

it('leftToTell leaves half a second for later steps, and is never negative', () => {
  const now = performance.now();
  expect(leftToTell(9_500, now - 60_000)).toBe(0);
  expect(leftToTell(9_500, now)).toBeLessThanOrEqual(9_000);
  expect(leftToTell(9_500, now + 1_000_000)).toBeGreaterThan(9_000);
});
