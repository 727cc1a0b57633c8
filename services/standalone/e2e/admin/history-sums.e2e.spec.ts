import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed, startStandalone } from '../../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../../infra/testing/product.js';
import { lagosDateOf } from '../../../contracts/fields/lagos-day.js';
import { buyAirtime, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';

/** What the lists over all customers come to, beside whatever page of them is shown. */
let folder: string;
let product: Running;
let users: SeededUser[];
let owner: SignedIn;
let auditor: SignedIn;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'history-sums-'));
  product = await startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5', LOG_LEVEL: 'error' });
  users = await seed(folder, 2, 5_000);
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  await buyAirtime(product.url, users[0]!, '08035000001', { amount: 100 });
  await buyAirtime(product.url, users[1]!, '08035000002', { amount: 200 });
  await eventually(
    () => ask('/api/admin-all-transaction/', { status: 'Successful' }),
    (answer) => answer['total'] === 2,
  );
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string, question: object, { headers }: SignedIn = owner) =>
  (await send(product.url + path, 'POST', question, headers)).body;

it('is told with every page of what was bought, to auditors too, who learn of nobody by it', async () => {
  for (const by of [owner, auditor]) {
    const page = await ask('/api/admin-all-transaction/', { page: 2, page_size: 1 }, by);
    expect(page).toMatchObject({ total: 2, amount_total: 297 });
    const days = { toDate: lagosDateOf(Date.now()), page: 9, page_size: 1 };
    expect((await ask('/api/custom_transaction_date/', days, by))['amount_total']).toBe(297);
    expect((await ask('/api/bet-funding-history/', {}, by))['amount_total']).toBe(0);
  }
  const one = { search: '5000001' };
  expect((await ask('/api/admin-all-transaction/', one))['amount_total']).toBe(99);
  expect((await ask('/api/admin-all-transaction/', one, auditor))['amount_total']).toBe(0);
});

it('is told with every page of what was paid in', async () => {
  const { fundingHistory } = await ask('/api/admin-funding-details/', {});
  const all = (fundingHistory as { amount_funded: number }[]).reduce(
    (sum, row) => sum + row.amount_funded,
    0,
  );
  expect(all).toBeGreaterThan(0);
  const page = await ask('/api/admin-funding-details/', { page: 1, page_size: 1 }, auditor);
  expect(page['amount_total']).toBe(all);
});

it('is told of what is found by an amount or by the source, by anybody, and by part of an email, by whoever may see it', async () => {
  const [{ email }, { email: other }] = users as [SeededUser, SeededUser];
  const found = async (search: string, by = owner) => {
    const lists = ['admin-all-transaction', 'custom_transaction_date'].map((list) =>
      ask(`/api/${list}/`, { search, page: 1, page_size: 10 }, by),
    );
    const [one, same] = (await Promise.all(lists)).map((answer) => [answer['total'], answer['amount_total']]);
    expect(same).toEqual(one);
    return one;
  };
  const [{ api_source: source }] = (await ask('/api/admin-all-transaction/', {}))['transHistory'] as [
    { api_source: string },
  ];
  for (const by of [owner, auditor]) {
    for (const search of ['198', '198.00', '₦198', '₦ 198.0'])
      expect(await found(search, by)).toEqual([1, 198]);
    for (const search of [source, source.slice(1, 5).toUpperCase()])
      expect(await found(search, by)).toEqual([2, 297]);
    for (const search of ['₦1,980', '198.01', '₦19']) expect(await found(search, by)).toEqual([0, 0]);
    const fundings = await ask('/api/admin-funding-details/', { search: '5,000.00' }, by);
    expect(fundings['total']).toBeGreaterThanOrEqual(2);
  }
  const part = email.slice(0, email.indexOf('@') + 2);
  expect(other).not.toContain(part);
  expect(await found(part)).toEqual([1, 99]);
  expect(await found(email)).toEqual([1, 99]);
  for (const search of [part, email]) expect(await found(search, auditor)).toEqual([0, 0]);
  const file = async (by: SignedIn) => {
    const query = `transactions.csv?search=${encodeURIComponent(part)}`;
    const answer = await fetch(`${product.url}/api/admin-export/${query}`, { headers: by.headers });
    return (await answer.text()).trim().split('\n').length;
  };
  expect([await file(owner), await file(auditor)]).toEqual([2, 1]);
});
