import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClusterSecrets } from '../../../infra/crypto/secrets.js';
import {
  freePort,
  ledger,
  seed,
  spawnProcess,
  startProcess,
  startStandalone,
} from '../../../infra/testing/product.js';
import type { SeededUser } from '../../../infra/testing/product.js';
import { BCRYPT_HASH, csvOf, customerRow, OLD_PASSWORD } from '../../moving-in/testing/customers-csv.js';
import {
  accountNumberOf,
  buyAirtime,
  eventually,
  historyOf,
  listedWith,
  send,
  signIn,
  untilQuiet,
  walletOf,
} from '../../standalone/testing/callers.js';
import { newestCode } from '../../standalone/testing/outbox.js';
import { Visitor } from '../../standalone/testing/visitor.js';
import type { CallAnswer } from '../../contracts/calls.js';
import { DEMO_PEOPLE } from '../../customers/demo/demo-people.js';
import { factsOf, problemsOf } from './testing/problems-of.js';
import { clusterMissing, startCluster } from './testing/start-cluster.js';
import type { Member, TestCluster } from './testing/start-cluster.js';
import { textsInStores } from './testing/texts-in-stores.js';

const missing = await clusterMissing();
const describeCluster = missing === undefined ? describe : describe.skip;

/** A standalone ledger that its operator moves into a cluster. */
describeCluster(`a ledger in a cluster${missing === undefined ? '' : ` (${missing})`}`, () => {
  let folder: string;
  let cluster: TestCluster;
  let ada: SeededUser;
  let copied: string;
  let before: { readonly digest: string; readonly wallet: number };
  let bought = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'standalone-'));
    const standalone = await startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5', DEMO_DATA: '0' });
    [ada] = (await seed(folder, 3, 50_000)) as [SeededUser];
    await buyAirtime(standalone.url, ada, '08031112223');
    await eventually(
      () => historyOf(standalone.url, ada),
      (rows) => rows[0]?.transaction_status === 'Successful',
    );
    const wallet = await walletOf(standalone.url, ada);
    await standalone.stop();
    before = { digest: await ledger(folder, ['events', '--limit', '100000']), wallet };
    cluster = await startCluster({
      api: 2,
      worker: 1,
      projector: 1,
      settings: { DEMO_DATA: '1', LIST_WAIT: '10s', AUDIT_FIRST_AFTER: '1s' },
      prepare: async (run) => (copied = await run('copy', '--from', folder)),
    });
  });
  afterAll(async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const statusOf = async (api: Member, reference: unknown): Promise<string | undefined> =>
    (await historyOf(api.url, ada)).find((row) => row.api_transaction_reference === reference)
      ?.transaction_status;
  const buy = async (api: Member): Promise<string> => {
    const { status, body } = await buyAirtime(api.url, ada, `0803${String(++bought).padStart(6, '0')}7`);
    expect([status, body['transaction_status']]).toEqual([200, 'Pending']);
    return String(body['reference']);
  };
  const untilSuccessful = (api: Member, reference: string): Promise<unknown> =>
    eventually(
      () => statusOf(api, reference),
      (status) => status === 'Successful',
    );

  it('has every event at its position with its hash, and the money, keys and tokens of its customers', async () => {
    const [, two] = cluster.of('api');
    expect(copied).toMatch(/digest over all of them: [0-9a-f]{64}/);
    expect(copied).toContain('the keys of 4 people are in MongoDB');
    const events = (text: string): string[] => text.trim().split('\n');
    expect(
      events(await cluster.ledger('events', '--limit', '100000')).slice(0, events(before.digest).length),
    ).toEqual(events(before.digest));
    await eventually(
      () => walletOf(two!.url, ada),
      (wallet) => wallet === before.wallet,
    );
    await eventually(
      () => historyOf(two!.url, ada),
      (rows) => rows[0]?.phone_number.includes('8031112223') === true,
    );
  });

  it('shows a purchase at the other API at once, with the same balance', async () => {
    const [one, two] = cluster.of('api') as [Member, Member];
    for (const [here, there] of [
      [one, two],
      [two, one],
      [one, two],
    ] as const) {
      const boughtAt = performance.now();
      const reference = await buy(here);
      expect((await listedWith(there.url, ada, reference, boughtAt))[0]?.api_transaction_reference).toBe(
        reference,
      );
      expect(await walletOf(there.url, ada)).toBe(await walletOf(here.url, ada));
      await untilSuccessful(there, reference);
    }
  });

  it('answers a repeated key the same at every API, and buys once', async () => {
    const [one, two] = cluster.of('api') as [Member, Member];
    const order = { amount: 100, key: 'the-same-order' };
    const answers = await Promise.all(
      [one, two, one, two].map(({ url }) => buyAirtime(url, ada, '08035554447', order)),
    );
    expect(new Set(answers.map(({ body }) => body['reference'])).size).toBe(1);
    const rows = await historyOf(one.url, ada);
    expect(rows.filter(({ phone_number }) => phone_number.endsWith('8035554447'))).toHaveLength(1);
  });

  it('credits a transfer whose webhook reached one API, and shows it at the other', async () => {
    const [, two] = cluster.of('api') as [Member, Member];
    const { email, password } = DEMO_PEOPLE[0]!;
    const { headers } = await signIn(two.url, email, password);
    const userData = async (): Promise<Record<string, unknown>> =>
      (await send(`${two.url}/api/user_data/`, 'POST', {}, headers)).body['user_data'] as never;
    const accountNumber = await accountNumberOf(userData);
    const { user_wallet: wallet } = await userData();
    await send(`${cluster.sandbox.url}/transfers`, 'POST', { accountNumber, amount: 500 });
    await eventually(userData, ({ user_wallet }) => user_wallet === Number(wallet) + 500);
  });

  it('tells administrators at any API the state of the worker and projectors', async () => {
    const [, two] = cluster.of('api') as [Member, Member];
    const { headers } = await signIn(two.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
    const operations = async () =>
      (await send(`${two.url}/api/admin-operations/`, 'POST', {}, headers)).body as CallAnswer<'operations'>;
    const told = await eventually(
      operations,
      ({ open_purchases: open, views }) => open === 0 && views.every(({ lag }) => lag === 0),
    );
    expect(told.views.length).toBeGreaterThan(5);
    expect(told.vendors.every(({ waiting }) => waiting === 0)).toBe(true);
    expect(told.reaction_lag).toBeGreaterThanOrEqual(0);
  });

  it('audits the whole ledger in its projector, and reports the result at every API', async () => {
    for (const { url } of cluster.of('api')) {
      const metrics = await eventually(
        async () => (await fetch(`${url}/metrics`)).text(),
        (text) => /^ledger_audit_position [1-9]\d*$/m.test(text),
      );
      for (const line of ['ledger_drift 0', 'ledger_unexplained_naira 0', 'ledger_verify_problems 0'])
        expect(metrics.split('\n')).toContain(line);
    }
  });

  it('accepts purchases while no worker runs, and dispatches them once one does', async () => {
    const [one, two] = cluster.of('api') as [Member, Member];
    const [worker] = cluster.of('worker') as [Member];
    await worker.stop();
    const references = [await buy(one), await buy(two)];
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    await worker.start();
    for (const reference of references) await untilSuccessful(two, reference);
    const second = await cluster.add('worker');
    await eventually(
      () => Promise.all([worker, second].map(factsOf)),
      (facts) => facts.filter(({ follows_purchases }) => follows_purchases).length === 1,
    );
    await second.stop();
  });

  it('has a projector take over from one that died', async () => {
    const [one] = cluster.of('api') as [Member];
    const [inOffice] = cluster.of('projector') as [Member];
    const standby = await cluster.add('projector');
    await eventually(
      () => factsOf(standby),
      ({ stands_by }) => stands_by === true,
    );
    await inOffice.kill();
    await eventually(
      () => factsOf(standby),
      ({ projects }) => projects === true,
    );
    await untilSuccessful(one, await buy(one));
  });

  it('holds no data of a forgotten person in any collection of MongoDB or key of Redis', async () => {
    const [one, two] = cluster.of('api') as [Member, Member];
    const person = {
      email: 'zurielkemi.okparavero@people.test',
      fname: 'Zurielkemi',
      lname: 'Okparavero',
      phone_number: '08039911223',
    };
    const passwords = { password1: 'Zuriel-pass-1', password2: 'Zuriel-pass-1' };
    const browser = new Visitor(one.url);
    const ok = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const answer = await browser.post(path, body);
      expect({ path, status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
      return answer.body;
    };
    await browser.post('/api/user_registration/', { ...person, ...passwords });
    await browser.login(person.email, passwords.password1);
    await ok('/api/verify_email/', { otp_code: await newestCode(cluster.sandbox.url, person.email) });
    await ok('/api/set-transaction-pin/', { transaction_pin: '4826' });
    const userData = async () => (await ok('/api/user_data/', {}))['user_data'] as Record<string, unknown>;
    const accountNumber = await accountNumberOf(userData);
    await send(`${cluster.sandbox.url}/transfers`, 'POST', { accountNumber, amount: 5_000 });
    await eventually(userData, ({ user_wallet: naira }) => Number(naira) > 1_000);
    const recipient = '08035577331';
    await ok('/api/buycard/', { amount: 100, network: 1, phone: recipient, transaction_pin: '4826' });
    const history = async () =>
      (await ok('/api/user_transactions/', { page: 1, page_size: 50 }))['all_user_transaction'] as {
        transaction_status: string;
      }[];
    await eventually(history, ([first]) => first?.transaction_status === 'Successful');
    await untilQuiet(two.url);

    const texts = [
      person.email,
      person.fname,
      person.lname,
      person.fname.toUpperCase(),
      person.lname.toLowerCase(),
      // Also matches numbers with another prefix.
      person.phone_number.slice(1),
      recipient.slice(1),
      accountNumber,
    ];
    const { MONGODB_URL: mongoUrl, REDIS_URL: redisUrl } = cluster.settings as Record<string, string>;
    const placesOf = (sought: readonly string[]) =>
      textsInStores({ mongoUrl: mongoUrl!, redisUrl: redisUrl! }, sought);
    const found = () => placesOf(texts);
    // Proves that the search finds such texts, in Redis too.
    const before = (await found()).join('\n');
    for (const text of [person.lname, recipient.slice(1)]) expect(before).toContain(text);
    expect((await placesOf(['vendor-1-airtime'])).join('\n')).toContain('in the key ');
    expect(await cluster.ledger('forget', person.email)).toMatch(/ is forgotten/);
    await eventually(found, (left) => left.length === 0);
    expect((await new Visitor(two.url).login(person.email, passwords.password1)).status).toBe(401);
  });

  it('rebuilds a read model while it serves, through the projector at work', async () => {
    const [one] = cluster.of('api') as [Member];
    const before = await historyOf(one.url, ada);
    expect(await cluster.ledger('rebuild', 'history')).toContain('history is rebuilt');
    await expect(cluster.ledger('rebuild', 'nonsense')).rejects.toThrow(/there is no view nonsense/);
    // The last test compares all rows with the log.
    expect(await historyOf(one.url, ada)).toEqual(before);
  });

  it('is examined by ledger doctor, which knows its prices, owners and vendors', async () => {
    const said = await cluster.ledger('doctor', '--json').catch(({ message }: Error) => message);
    const { lines } = JSON.parse(said.slice(said.indexOf('{"ok"'))) as {
      lines: { check: string; result: string; text: string }[];
    };
    const unlike = lines.filter(({ result }) => result !== 'right' && result !== 'note');
    expect(unlike.map(({ check, result }) => `${result} ${check}`)).toEqual([
      'wrong settings',
      'wrong address',
      'wrong owners',
      'wrong seals',
    ]);
    for (const check of ['prices', 'vendors', 'funding', 'secrets', 'clock'])
      expect(lines).toContainEqual(expect.objectContaining({ check, result: 'right' }));
    expect(lines).toContainEqual(expect.objectContaining({ check: 'backup', result: 'note' }));
  });

  it('takes in the customers of an older system: released by two owners, killed and resumed', async () => {
    const [one, two] = cluster.of('api') as [Member, Member];
    const OWNERS = ['ada@owner.test', 'bola@owner.test'] as const;
    const CUSTOMERS = 300;
    const BY_PHONE = '08030000299';
    await expect(signIn(two.url, BY_PHONE, OLD_PASSWORD)).rejects.toThrow();
    const file = join(folder, 'customers.csv');
    writeFileSync(
      file,
      csvOf(
        ...Array.from({ length: CUSTOMERS }, (_, index) =>
          customerRow(
            index,
            index === CUSTOMERS - 1
              ? { Email: '', 'Email verified': 'no', 'Password hash': BCRYPT_HASH }
              : {},
          ),
        ),
      ),
    );
    const { DATA_DIR } = cluster.settings;
    const asOwner = (...args: string[]): Promise<string> =>
      ledger(DATA_DIR!, args, cluster.settings, 'Long-pass-word-1\n');
    for (const email of OWNERS)
      await asOwner('create-admin', '--email', email, '--first-name', 'Ife', '--last-name', 'Obi');
    const importing = (...args: string[]): Promise<string> => asOwner('import', file, ...args);
    const total = ['--total', '450150'];
    const days = ['--balance-date', '2026-10-31', '--cut-over', 'monnify=2026-10-31T23:00+01:00'];
    await importing('--plan', '--as', OWNERS[0], ...total, ...days);
    await importing('--release', '--as', OWNERS[1], ...total);

    const running = ['--run', '--backup-made', folder];
    await expect(importing(...running)).rejects.toThrow(/no copy of EventStoreDB/);
    const known = await cluster.ledger('events', '--limit', '100000');
    writeFileSync(join(folder, 'chunk-000000.000000'), /import-[0-9a-f-]{36}/.exec(known)![0]);
    writeFileSync(join(folder, 'person_keys.bson'), 'keys');
    const first = spawnProcess('app/ledger.js', cluster.settings, ['import', file, ...running], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(first, 'close');
    let said = '';
    for (const stream of [first.stdout!, first.stderr!])
      stream.on('data', (chunk) => {
        said += String(chunk);
        if (said.includes(`256 of ${CUSTOMERS} customers`)) first.kill('SIGKILL');
      });
    await ended;
    expect(said).toContain('256 of');

    expect(await importing('--run')).toContain(`${CUSTOMERS} customers are in the ledger`);
    const { accounts } = JSON.parse(await cluster.ledger('balances', '--json')) as {
      accounts: Record<string, string>;
    };
    const SEEDED = 6 * 5_000_000;
    expect(accounts['opening']).toBe(String(SEEDED + CUSTOMERS * 150_050));

    for (const [{ url }, who] of [
      [one, 'ada7@old.test'],
      [two, BY_PHONE],
    ] as const) {
      const { headers } = await signIn(url, who, OLD_PASSWORD);
      const { body } = await send(`${url}/api/user_data/`, 'POST', {}, headers);
      expect(body).toMatchObject({ user_data: { user_wallet: 1500.5 } });
    }
    const report = JSON.parse(await cluster.ledger('verify', '--read-models', '--json')) as object;
    expect(report).toMatchObject({ ok: true, problems: [] });
  });
});

describe('a process of a cluster', () => {
  const refused = async (entry: string, settings: Record<string, string>) => {
    const running = startProcess(entry, '', settings);
    await once(running.child, 'close');
    return { code: running.child.exitCode, said: running.output().trim().split('\n') };
  };
  const cluster = {
    EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
    MONGODB_URL: 'mongodb://127.0.0.1:1/x',
    REDIS_URL: 'redis://127.0.0.1:1',
  };

  it.each(['api', 'worker', 'projector'])('%s names in one line the stores it needs', async (role) => {
    const { code, said } = await refused(`app/${role}.js`, {});
    expect([code, said]).toEqual([
      1,
      [expect.stringMatching(/set EVENTSTORE_URL, MONGODB_URL and REDIS_URL/)],
    ]);
  });

  it('reports in one line that the secrets were never made', async () => {
    const settings = { ...cluster, SECRETS_DIR: join(tmpdir(), 'no-such-secrets') };
    const { code, said } = await refused('app/worker.js', { ...settings, LOG_LEVEL: 'silent' });
    expect([code, said]).toEqual([1, [expect.stringMatching(/SECRETS_DIR .* has no pin-pepper/)]]);
  });

  it.each(['api', 'projector'])('%s names the store it waits for, and stops in good order', async (role) => {
    const folder = mkdtempSync(join(tmpdir(), 'waiting-'));
    makeClusterSecrets(folder);
    const port = await freePort();
    const waiting = startProcess(`app/${role}.js`, `http://127.0.0.1:${port}`, {
      ...cluster,
      SECRETS_DIR: folder,
      PORT: String(await freePort()),
      HEALTH_PORT: String(port),
      LOG_LEVEL: 'silent',
    });
    await eventually(
      () => problemsOf(waiting),
      ([problem]) => /^starting: Redis at 127\.0\.0\.1:1/.test(problem ?? ''),
      { everyMs: 100 },
    );
    expect((await fetch(`${waiting.url}/healthz`)).status).toBe(200);
    // A process that missed `STOP_WITHIN` exits with 1.
    expect(await waiting.stop()).toBe(0);
    rmSync(folder, { recursive: true, force: true });
  });

  it('is not started by npm start: standalone refuses the stores of a cluster', async () => {
    const { code, said } = await refused('app/standalone.js', cluster);
    expect([code, said]).toEqual([1, [expect.stringMatching(/npm run api, worker and projector/)]]);
  });
});
