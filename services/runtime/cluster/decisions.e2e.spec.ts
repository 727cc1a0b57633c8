import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ledger } from '../../../infra/testing/product.js';
import type { SeededUser } from '../../../infra/testing/product.js';
import type { Decision, ExternalRow } from '../../contracts/admin/external.contract.js';
import { CALLS } from '../../contracts/calls.js';
import { buyAirtime, eventually, historyOf, send, signIn } from '../../standalone/testing/callers.js';
import { decideAtOnce } from '../../standalone/testing/decide-at-once.js';
import type { Presser } from '../../standalone/testing/decide-at-once.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { Member, TestCluster } from './testing/start-cluster.js';

const TIMES = 100;
/** More than needed: on a crowded machine some are sent too late and resolve without a review. */
const BOUGHT = 130;
const PATIENTLY = { withinMs: 600_000, everyMs: 500 };
const PASSWORD = 'Long-pass-word-1';
const SHOWN: Readonly<Record<Decision, string>> = { refund: 'Refunded', successful: 'Successful' };
const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

/** Two administrators decide the same purchase at the same moment, at different APIs. */
describeCluster(
  `two administrators at two apis of a cluster${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let cluster: TestCluster;
    let customer: SeededUser;
    let apis: [Member, Member];

    beforeAll(async () => {
      cluster = await startCluster({
        api: 2,
        worker: 1,
        projector: 1,
        // An API process may not know a new administrator yet.
        settings: { DEMO_DATA: '0', RATE_LIMIT_LOGIN_FAILURES: '100000' },
      });
      [customer] = (await cluster.seed(1, 50_000)) as [SeededUser];
      apis = cluster.of('api') as [Member, Member];
    });
    afterAll(() => cluster?.stop());

    async function administrator(first: string, { url }: Member): Promise<Presser> {
      const email = `${first}@staff.test`;
      const args = ['create-admin', '--email', email, '--first-name', first, '--last-name', 'Staff'];
      await ledger(cluster.settings['DATA_DIR']!, args, cluster.settings, `${PASSWORD}\n`);
      const who = await eventually(
        () => signIn(url, email, PASSWORD, 'admin').catch(() => undefined),
        (session) => session !== undefined,
        { ...PATIENTLY, everyMs: 4_000 },
      );
      return { url, who: who!, name: `${first} Staff` };
    }

    it('decide it once: the first wins and the second is refused, a hundred times', async () => {
      const [one, two] = apis;
      const refunder = await administrator('support', one);
      const marker = await administrator('finance', two);
      for (let n = 0; n < BOUGHT; n += 1)
        await eventually(
          () => buyAirtime(one.url, customer, `0803${String(n).padStart(3, '0')}0044`, { amount: 50 }),
          ({ status }) => status === 200,
          PATIENTLY,
        );
      const listed = async (): Promise<readonly ExternalRow[]> => {
        const { headers } = refunder.who;
        const { body } = await send(
          one.url + CALLS.failedExternal.path,
          'POST',
          { page: 1, page_size: 1_000 },
          headers,
        );
        return (body['failed_history'] as readonly ExternalRow[] | undefined) ?? [];
      };
      const waiting = await eventually(listed, ({ length }) => length >= TIMES, PATIENTLY);
      const rows = waiting.slice(0, TIMES);
      const won = await decideAtOnce(rows, refunder, marker);

      const ends = new Map(rows.map((row) => [row.transaction_reference, SHOWN[won.get(row.id)!]]));
      await eventually(
        () => historyOf(two.url, customer).catch(() => []),
        (shown) =>
          shown.filter((row) => ends.get(row.api_transaction_reference) === row.transaction_status).length ===
          TIMES,
        PATIENTLY,
      );
      // `verify` checks that each was captured or released once.
      const report = JSON.parse(await cluster.ledger('verify', '--json')) as object;
      expect(report).toMatchObject({ ok: true, problems: [] });
    });
  },
);
