import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemContext } from '../../../infra/event-store/event-context.js';
import { createCommitSignal } from '../../../infra/event-store/commit-signal.js';
import { openLmdbEventStore } from '../../../infra/event-store/lmdb/open-lmdb-event-store.js';
import { freePort, ledger, seed, startStandalone, type Running } from '../../../infra/testing/product.js';
import { Forgettings } from '../../customers/forgetting/forgettings.js';
import { loadConfig, foldersOf } from '../../runtime/config.js';
import { buyAirtime, call, eventually, historyOf, signIn } from '../testing/callers.js';
import { mailsTo } from '../testing/outbox.js';
import { Visitor } from '../testing/visitor.js';

/** Erases people with `ledger forget`. Has its own product: it is stopped, and all its files are read. */
const EMAIL = 'affiliate@demo.test';
let folder: string;
let settings: Record<string, string>;
let product: Running;

const run = (...args: string[]): Promise<string> => ledger(folder, args, settings);
const rebuilt = () => run('rebuild', 'history');
/** Searches the files of the product, without those of the vendor. */
const isOnDisk = (text: string, dir = folder): boolean =>
  readdirSync(dir, { withFileTypes: true }).some((entry) => {
    if (entry.isDirectory()) return entry.name !== 'sandbox' && isOnDisk(text, join(dir, entry.name));
    return entry.isFile() && readFileSync(join(dir, entry.name)).includes(text);
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgetting-'));
  const sandboxPort = String(await freePort());
  settings = { DATA_DIR: folder, SANDBOX_PORT: sandboxPort, SANDBOX_LATENCY_MS: '5' };
  product = await startStandalone(settings);
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('leaves nothing readable of a person, and every proof unchanged', async () => {
  const [stays] = await seed(folder, 1, 1_000);
  const browser = new Visitor(product.url);
  const { body } = await browser.login(EMAIL, 'Demo-pass-1');
  expect(body['status']).toBe(true);
  const rotated = await browser.post('/api/rotate-api-token/', { password: 'Demo-pass-1' });
  const goes = { apiToken: String(rotated.body['api_token']), pin: '4826' };
  for (const person of [stays!, goes])
    for (const phone of ['08031112233', person === goes ? '08039876501' : '08031112234'])
      expect(await buyAirtime(product.url, person, phone)).toMatchObject({ status: 200 });
  await eventually(
    async () => [...(await historyOf(product.url, stays!)), ...(await historyOf(product.url, goes))],
    (rows) => rows.filter(({ transaction_status }) => transaction_status === 'Successful').length === 4,
  );
  const [bought] = await historyOf(product.url, goes);
  const problem = {
    reference: bought!.api_transaction_reference,
    problem: 'other',
    transaction_status: 'Successful',
    words: 'Ask my neighbour Funkelola',
  };
  expect((await call(product.url, goes, '/api/report_problem/', problem)).status).toBe(200);
  await eventually(
    async () => isOnDisk('Funkelola'),
    (found) => found,
  );
  const search = async (person: { apiToken: string }) =>
    (await call(product.url, person, '/api/user_transactions/', { search: '1112233' })).body['total'];
  expect([await search(stays!), await search(goes)]).toEqual([1, 1]);
  expect(isOnDisk('39876501')).toBe(true);

  const told = await run('forget', EMAIL);
  const userId = /^(\S+) is forgotten\. ₦99,80\d\.\d\d stays in the wallet\.$/m.exec(told)?.[1];
  expect(userId).toBeDefined();

  expect((await browser.post('/api/user_data/')).status).toBe(401);
  expect((await call(product.url, goes, '/api/user_data/')).status).toBe(401);
  expect(await browser.login(EMAIL, 'Demo-pass-1')).toMatchObject({ status: 401 });
  await eventually(
    async () => isOnDisk('39876501') || isOnDisk('Funkelola'),
    (found) => !found,
  );
  expect(JSON.parse(await run('verify', '--read-models', '--json'))).toMatchObject({ ok: true });
  expect(await rebuilt()).toMatch(/history is rebuilt/);
  expect(JSON.parse(await run('verify', '--read-models', '--json'))).toMatchObject({ ok: true });
  expect(await search(stays!)).toBe(1);
  // Repeating the command by id succeeds; the email is unknown by then.
  expect(await run('forget', userId!)).toContain(`${userId} is forgotten`);
  await expect(run('forget', EMAIL)).rejects.toThrow('nobody has this email');
});

it('frees the email for a new customer', async () => {
  const visitor = new Visitor(product.url);
  const person = { email: EMAIL, fname: 'Another', lname: 'Person', phone_number: '08031112235' };
  await visitor.post('/api/user_registration/', {
    ...person,
    password1: 'Other-pass-9',
    password2: 'Other-pass-9',
  });
  expect((await visitor.login(EMAIL, 'Other-pass-9')).body).toMatchObject({ is_email_verify: false });
  expect((await visitor.post('/api/user_data/')).body['user_data']).toMatchObject({ user_wallet: 0 });
  const sandboxUrl = `http://127.0.0.1:${settings['SANDBOX_PORT']}`;
  await eventually(
    () => mailsTo(sandboxUrl, EMAIL),
    (mails) => mails.some(({ subject }) => subject === 'Verify your email'),
  );
});

it('finishes an erasure that a crash interrupted', async () => {
  const visitor = new Visitor(product.url);
  expect((await visitor.login(EMAIL, 'Other-pass-9')).status).toBe(200);
  await product.stop();
  const config = loadConfig({ ...process.env, ...settings, NODE_ENV: 'test' });
  const store = await openLmdbEventStore({
    dir: foldersOf(config).events,
    commitSignal: createCommitSignal(),
  });
  const claims = (await store.readAll(0, 100_000)).filter(({ type }) => type === 'EmailClaimed');
  const userId = String(claims.at(-1)!.data['userId']);
  const longAgo = new Date(Date.now() - 600_000);
  await new Forgettings(store).begin(userId, systemContext(longAgo));
  await store.close();
  product = await startStandalone(settings);
  await eventually(
    () => new Visitor(product.url).login(EMAIL, 'Other-pass-9'),
    ({ status }) => status === 401,
  );
  expect(JSON.parse(await run('verify', '--read-models', '--json'))).toMatchObject({ ok: true });
});

it('waits for purchases under way', async () => {
  const customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  const order = { amount: 100, network: 1, phone: '08031110400', transaction_pin: '4826' };
  const bought = await fetch(`${product.url}/api/buycard/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...customer.headers },
    body: JSON.stringify(order),
  });
  expect(bought.status).toBe(200);
  await expect(run('forget', 'customer@demo.test')).rejects.toThrow('has purchases under way');
  await expect(run('forget', 'nobody')).rejects.toThrow('there is no person nobody');
});
