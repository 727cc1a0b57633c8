import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buyAirtime, eventually } from '../../standalone/testing/callers.js';
import { type Collector, startCollector } from '../../telemetry/testing/collector.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { TestCluster } from './testing/start-cluster.js';

const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

describeCluster(`traces of a cluster${missing === undefined ? '' : ` (${missing})`}`, () => {
  let cluster: TestCluster;
  let collector: Collector;

  beforeAll(async () => {
    collector = await startCollector();
    cluster = await startCluster({
      api: 1,
      worker: 1,
      projector: 2,
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
  });
  afterAll(async () => {
    await cluster?.stop();
    await collector?.close();
  });

  it('form one trace per purchase across processes, with each span sent once', async () => {
    const users = await cluster.seed(2, 1_000);
    for (const user of users)
      expect((await buyAirtime(cluster.of('api')[0]!.url, user, '08031234567')).status).toBe(200);
    const rolesOf = (traceId: string): unknown[] =>
      [...new Set(collector.spans.filter((span) => span.traceId === traceId).map(({ role }) => role))].sort();
    const traces = (): string[] => [...new Set(collector.spans.map(({ traceId }) => traceId))];
    await eventually(
      () => Promise.resolve(traces().map(rolesOf)),
      (roles) => roles.length === users.length && roles.every((each) => each.length === 3),
    );
    await eventually(
      () => Promise.resolve(collector.spans.filter(({ name }) => name === 'purchase')),
      (wholes) => wholes.length >= users.length,
    );
    expect(traces().map(rolesOf)).toEqual(users.map(() => ['api', 'projector', 'worker']));
    const ids = collector.spans.map(({ spanId }) => spanId);
    expect(ids.length).toBe(new Set(ids).size);
  });
});
