import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SeededUser } from '../../../infra/testing/product.js';
import { type Answer, call, eventually } from '../../standalone/testing/callers.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { Member, TestCluster } from './testing/start-cluster.js';

const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

const CUSTOMERS = 20;
/** Refusals while which the first api reports its calls. */
const REFUSALS = 60;

describeCluster(`limits of a cluster${missing === undefined ? '' : ` (${missing})`}`, () => {
  let cluster: TestCluster;
  let users: SeededUser[];
  let one: Member;
  let two: Member;

  beforeAll(async () => {
    cluster = await startCluster({
      api: 2,
      worker: 1,
      projector: 1,
      settings: { DEMO_DATA: '0', RATE_LIMIT_READS: '1' },
    });
    users = await cluster.seed(CUSTOMERS, 50_000);
    [one, two] = cluster.of('api') as [Member, Member];
  });
  afterAll(() => cluster?.stop());

  const read = (api: Member, user: SeededUser): Promise<Answer> => call(api.url, user, '/api/user_data/');

  it('hold for the calls of a customer to all apis together', async () => {
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
