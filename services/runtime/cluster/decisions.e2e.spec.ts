import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ledger } from '../../../infra/testing/product.js';
import type { SeededUser } from '../../../infra/testing/product.js';
import type { Decision, ExternalRow } from '../../contracts/admin/external.contract.js';
import { addressOf, type CallName, CALLS } from '../../contracts/calls.js';
import {
  buyAirtime,
  eventually,
  historyOf,
  send,
  signIn,
  walletOf,
} from '../../standalone/testing/callers.js';
import { mailsTo } from '../../standalone/testing/outbox.js';
import { decideAtOnce } from '../../standalone/testing/decide-at-once.js';
import type { Presser } from '../../standalone/testing/decide-at-once.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { Member, TestCluster } from './testing/start-cluster.js';

const TIMES = 100;
/** On a crowded machine, some are sent too late and resolve without a review. */
const BOUGHT = 130;
const PATIENTLY = { withinMs: 600_000, everyMs: 500 };
const PASSWORD = 'Long-pass-word-1';
const SHOWN: Readonly<Record<Decision, string>> = { refund: 'Refunded', successful: 'Successful' };
const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

describeCluster(
  `two administrators at two apis of a cluster${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    let cluster: TestCluster;
    let customer: SeededUser;
    let apis: [Member, Member];
    let refunder: Presser;
    let marker: Presser;

    beforeAll(async () => {
      cluster = await startCluster({
        api: 2,
        worker: 1,
        projector: 1,
        // An API process may not know a new administrator yet.
        settings: {
          DEMO_DATA: '0',
          RATE_LIMIT_LOGIN_FAILURES: '100000',
          RATE_LIMIT_LOGIN_FAILURES_PER_ACCOUNT: '100000',
          SOLE_OWNER_DELAY: '2s',
        },
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
        PATIENTLY,
      );
      return { url, who: who!, name: `${first} Staff` };
    }

    const ask = ({ url, who }: Presser, name: CallName, body: object) =>
      send(url + addressOf(CALLS[name]), 'POST', body, who.headers);
    async function add(who: Presser, naira: number): Promise<unknown> {
      const before = await walletOf(who.url, customer);
      const change = { before, after: before + naira, kind: 'correction', reason: 'Paid twice' };
      const form = { user_id: customer.userId, form_id: randomUUID(), ...change };
      return (await ask(who, 'adjustBalance', form)).body['outcome'];
    }
    const holds = (naira: number): Promise<unknown> =>
      eventually(
        async () => Promise.all(apis.map(({ url }) => walletOf(url, customer))),
        (wallets) => wallets.every((wallet) => wallet === naira),
        PATIENTLY,
      );

    it('move much money after the delay of the only owner, and later when the other agrees at another api', async () => {
      const [one, two] = apis;
      refunder = await administrator('support', one);
      expect(await add(refunder, 80_000)).toBe('waiting');
      await holds(130_000);
      marker = await administrator('finance', two);
      expect(await add(refunder, 70_000)).toBe('waiting');
      const { body } = await eventually(
        () => ask(marker, 'approvals', { standing: 'waiting' }),
        ({ body: found }) => (found['approvals'] as unknown[]).length === 1,
        PATIENTLY,
      );
      const [{ id }] = body['approvals'] as [{ readonly id: string }];
      expect((await ask(refunder, 'grantApproval', { id })).body).toMatchObject({ code: 'APPROVAL_OWN' });
      expect((await ask(marker, 'grantApproval', { id })).body).toMatchObject({ standing: 'applied' });
      await holds(200_000);
      await eventually(
        () => mailsTo(cluster.sandbox.url, 'finance@staff.test'),
        (mails) => mails.some(({ text }) => text.includes('asks for something that needs a second person')),
        PATIENTLY,
      );
    });

    it('are joined by an invited one, who does nothing alone at either api', async () => {
      const [one, two] = apis;
      const email = 'new@staff.test';
      const person = { first_name: 'New', last_name: 'Staff', role: 'admin', permissions: ['owner'] };
      await ask(refunder, 'inviteAdministrator', { ...person, email, form_id: randomUUID() });
      const [mail] = await eventually(
        () => mailsTo(cluster.sandbox.url, email),
        (mails) => mails.length > 0,
        PATIENTLY,
      );
      const [, invitation] = /admininvite#([\w-]{43})/.exec(mail!.text)!;
      const chosen = { invitation, password1: PASSWORD, password2: PASSWORD };
      await send(two.url + CALLS.acceptAdminInvitation.path, 'POST', chosen);
      for (const { url } of [one, two]) {
        const who = await eventually(
          () => signIn(url, email, PASSWORD, 'admin').catch(() => undefined),
          (session) => session !== undefined,
          PATIENTLY,
        );
        const added = { url, who: who!, name: 'New Staff' };
        for (const name of ['setDataPrice', 'setVendorOrder', 'releaseSending', 'setBrand'] as const)
          expect([name, (await ask(added, name, {})).body['code']]).toEqual([name, 'PERMISSION_TOO_NEW']);
        expect(await add(added, 1)).toBe('waiting');
      }
      await holds(200_000);
    });

    it('decide it once: the first wins and the second is refused, a hundred times', async () => {
      const [one, two] = apis;
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
