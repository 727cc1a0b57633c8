import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../../infra/process/version.js';
import { seed, startStandalone } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { type ArrivedSpan, type Collector, startCollector } from '../../telemetry/testing/collector.js';
import { buyAirtime, eventually } from '../testing/callers.js';

/** Has its own product: it sets the collector and stops the product. */
const PHONE = '08031234567';
const DURATION = 'http.server.request.duration';

let folder: string;
let collector: Collector;
let product: Running | undefined;
let user: SeededUser;

const start = async (url: string): Promise<Running> => {
  product = await startStandalone({
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SANDBOX_LATENCY_MS: '5',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer of-the-collector',
  });
  return product;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'telemetry-'));
  collector = await startCollector();
  await start(collector.url);
  [user] = (await seed(folder, 1, 1_000)) as [SeededUser];
});

afterAll(async () => {
  await product?.stop();
  await collector?.close();
  rmSync(folder, { recursive: true, force: true });
});

const named = (name: string): ArrivedSpan[] => collector.spans.filter((span) => span.name === name);

describe('telemetry', () => {
  it('exports one trace per purchase, from request to end, with nested spans', async () => {
    expect((await buyAirtime(product!.url, user, PHONE)).status).toBe(200);
    await eventually(
      () => Promise.resolve(collector.spans.map(({ name }) => name)),
      // Processes export their spans when idle.
      (names) =>
        ['purchase', 'vendor dispatch', 'POST /api/buycard', 'open', 'attempt-1', 'settle'].every((name) =>
          names.includes(name),
        ),
    );
    const [whole] = named('purchase');
    const part = (name: string): ArrivedSpan => named(name)[0]!;
    expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(whole).toMatchObject({ parentSpanId: undefined, isFault: false });
    expect(whole!.attributes).toMatchObject({
      'purchase.service': 'airtime',
      'purchase.outcome': 'captured',
    });
    for (const name of ['POST /api/buycard', 'open', 'attempt-1', 'settle'])
      expect([name, part(name).parentSpanId]).toEqual([name, whole!.spanId]);
    expect(part('vendor dispatch').parentSpanId).toBe(part('attempt-1').spanId);
    expect(part('vendor dispatch').attributes['vendor.outcome']).toBe('delivered');
    expect(whole!.endedAt).toBeGreaterThanOrEqual(part('attempt-1').endedAt);
    expect([part('vendor dispatch').role, part('purchase').role]).toEqual(['worker', 'standalone']);
  });

  it('sends the configured headers, and no customer data', () => {
    expect(new Set(collector.headers)).toEqual(new Set(['Bearer of-the-collector']));
    const told = JSON.stringify(collector.spans);
    expect(told).not.toContain(PHONE);
    expect(told).not.toContain(user.userId);
  });

  it('exports every Prometheus metric, at the latest when the process ends', async () => {
    const text = await eventually(
      async () => (await fetch(`${product!.url}/metrics`)).text(),
      (told) => told.includes('purchases_total{service="airtime",outcome="captured"} 1'),
    );
    await product!.stop();
    const told = new Set(
      collector.metrics.map(({ name }) => name.replace(DURATION, 'http_request_duration_seconds')),
    );
    const read = [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name]) => name!);
    const known = read.filter((name) => !text.includes(`\n${name} Nan\n`));
    expect(read).toContain('http_request_duration_seconds');
    expect(known.filter((name) => !told.has(name))).toEqual([]);
    expect(collector.metrics.find(({ name }) => name === DURATION)).toMatchObject({
      kind: 'histogram',
      unit: 's',
      version: VERSION,
      attributes: ['http.request.method', 'http.route'],
    });
    expect(text).toMatch(/^purchases_total\{service="airtime",outcome="captured"\} 1$/m);
    expect(text).toMatch(/^purchase_settle_seconds_count\{service="airtime"\} 1$/m);
  });

  it('does not affect sales or shutdown when the collector is down', async () => {
    await start('http://127.0.0.1:1');
    expect((await buyAirtime(product!.url, user, '08031234568')).status).toBe(200);
    expect(await product!.stop()).toBe(0);
  });

  it('does not affect sales or shutdown when the collector never answers', async () => {
    const silent = createServer((request) => void request.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    await start(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    expect((await buyAirtime(product!.url, user, '08031234569')).status).toBe(200);
    expect(await product!.stop()).toBe(0);
    product = undefined;
    silent.closeAllConnections();
    silent.close();
  });
});
