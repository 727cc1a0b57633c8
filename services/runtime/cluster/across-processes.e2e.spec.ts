import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SeededUser } from '../../../infra/testing/product.js';
import { type Answer, buyAirtime, call, eventually } from '../../standalone/testing/callers.js';
import { type Collector, startCollector } from '../../telemetry/testing/collector.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { Member, TestCluster } from './testing/start-cluster.js';

const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

const CUSTOMERS = 20;
/** Refusals while which the first api reports its calls. */
const REFUSALS = 60;

describeCluster(`the processes of a cluster${missing === undefined ? '' : ` (${missing})`}`, () => {
  let cluster: TestCluster;
  let collector: Collector;
  let users: SeededUser[];
  let one: Member;
  let two: Member;

  beforeAll(async () => {
    collector = await startCollector();
    cluster = await startCluster({
      api: 2,
      worker: 1,
      projector: 2,
      settings: { DEMO_DATA: '0', RATE_LIMIT_READS: '1', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    });
    users = await cluster.seed(CUSTOMERS, 1_000);
    [one, two] = cluster.of('api') as [Member, Member];
  });
  afterAll(async () => {
    await cluster?.stop();
    await collector?.close();
  });

  it('form one trace per purchase, with each span sent once', async () => {
    const buyers = users.slice(0, 2);
    for (const user of buyers) expect((await buyAirtime(one.url, user, '08031234567')).status).toBe(200);
    const rolesOf = (traceId: string): unknown[] =>
      [...new Set(collector.spans.filter((span) => span.traceId === traceId).map(({ role }) => role))].sort();
    const traces = (): string[] => [...new Set(collector.spans.map(({ traceId }) => traceId))];
    await eventually(
      () => Promise.resolve(traces().map(rolesOf)),
      (roles) => roles.length === buyers.length && roles.every((each) => each.length === 3),
    );
    await eventually(
      () => Promise.resolve(collector.spans.filter(({ name }) => name === 'purchase')),
      (wholes) => wholes.length >= buyers.length,
    );
    expect(traces().map(rolesOf)).toEqual(buyers.map(() => ['api', 'projector', 'worker']));
    const ids = collector.spans.map(({ spanId }) => spanId);
    expect(ids.length).toBe(new Set(ids).size);
  });

  it('limit the calls of a customer to all apis together', async () => {
    const read = (api: Member, user: SeededUser): Promise<Answer> => call(api.url, user, '/api/user_data/');
    const customers = [...users];
    // A slow machine may report the calls of a customer too late. The next customer then shows the limit.
    const refused = await eventually(
      async () => {
        const user = customers.pop();
        if (!user) throw new Error('the second api allowed the first call of each customer');
        for (let refusals = 0; refusals < REFUSALS;) {
          const { status } = await read(one, user);
          if (status === 429) refusals += 1;
        }
        return read(two, user);
      },
      ({ status }) => status === 429,
    );
    expect(refused.body).toMatchObject({ code: 'RATE_LIMITED', policy: 'read' });
    expect(refused.headers.get('ratelimit')).toBe('"read";r=0;t=1');
    expect(refused.headers.get('retry-after')).toMatch(/^[1-3]$/);
  });
});
