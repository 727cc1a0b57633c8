import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed, startStandalone } from '../../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../../infra/testing/product.js';
import { buyAirtime, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';

/** Lists over all customers as files, masked as the lists are. */
let folder: string;
let product: Running;
let users: SeededUser[];
let owner: SignedIn;
let auditor: SignedIn;

type Row = Record<string, unknown>;
const ask = async (path: string, name: string, question: Row = {}) => {
  const { body } = await send(product.url + path, 'POST', question, owner.headers);
  return (body[name] ?? []) as Row[];
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'admin-export-'));
  product = await startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5', LOG_LEVEL: 'error' });
  users = await seed(folder, 2, 5_000);
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  await Promise.all(users.map((user, index) => buyAirtime(product.url, user, `0803500000${index + 1}`)));
  await eventually(
    () => ask('/api/admin-all-transaction/', 'transHistory', { status: 'Successful' }),
    ({ length }) => length === 2,
  );
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a list as a file', () => {
  const file = async (name: string, by = owner, query = '') => {
    const answer = await fetch(`${product.url}/api/admin-export/${name}${query}`, { headers: by.headers });
    const text = await answer.text();
    const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split('\r\n');
    return { answer, text, head, lines: lines.filter(Boolean) };
  };

  it('holds every row of the list, and says how many there are', async () => {
    const rows = await ask('/api/admin-all-transaction/', 'transHistory', { page: 1, page_size: 1_000 });
    const { answer, head, lines } = await file('transactions.csv');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    expect(answer.headers.get('x-export-total')).toBe(String(rows.length));
    expect(head).toBe(
      'Date,Status,Reference,Customer,Service,Product,Recipient,Amount (NGN),Balance (NGN),Source,Customer id,Id',
    );
    expect(lines.map((line) => line.split(',')[2])).toEqual(
      rows.map((row) => row['api_transaction_reference']),
    );
    const paid = await ask('/api/admin-funding-details/', 'fundingHistory', { page: 1, page_size: 1_000 });
    expect((await file('fundings.csv')).lines).toHaveLength(paid.length);
    expect((await file('bet-fundings.csv')).lines).toEqual([]);
  });

  it('is narrowed as the list is', async () => {
    const found = await file('transactions.csv', owner, '?search=5000001&status=Successful');
    expect(found.lines).toHaveLength(1);
    expect(found.lines[0]).toContain('8035000001');
    expect((await file('transactions.csv', owner, '?service=data')).lines).toEqual([]);
    expect((await file('transactions.csv', owner, '?to=2020-01-01')).lines).toEqual([]);
    expect(
      (await file('transactions.csv', owner, `?search=${users[0]!.email}`)).lines.length,
    ).toBeGreaterThan(0);
  });

  it('is masked for whoever may not see people, who cannot find them by it either', async () => {
    for (const by of [auditor]) {
      const { text, lines } = await file('transactions.csv', by);
      expect(lines.length).toBeGreaterThan(0);
      for (const secret of [...users.map(({ email }) => email), '35000001'])
        expect([secret, text.includes(secret)]).toEqual([secret, false]);
      expect((await file('transactions.csv', by, '?search=5000001')).lines).toEqual([]);
      expect((await file('fundings.csv', by)).text).not.toContain(users[0]!.email);
    }
  });

  it('is for administrators and auditors, and refuses in words what it does not know', async () => {
    const customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
    expect((await file('transactions.csv', customer)).answer.status).toBe(403);
    expect((await fetch(`${product.url}/api/admin-export/transactions.csv`)).status).toBe(401);
    for (const [name, query] of [
      ['people.csv', ''],
      ['transactions.pdf', ''],
      ['transactions.csv', '?from=yesterday'],
      ['transactions.csv', '?from=2026-02-02&to=2026-02-01'],
      ['transactions.csv', '?status=Lost'],
    ] as const)
      expect([name, query, (await file(name, owner, query)).answer.status]).toEqual([name, query, 422]);
  });

  it('gives its place back when it is stopped: as often as one likes, one after the other', async () => {
    for (let times = 0; times < 6; times += 1) {
      const stop = new AbortController();
      const answer = await fetch(`${product.url}/api/admin-export/transactions.csv`, {
        headers: auditor.headers,
        signal: stop.signal,
      });
      expect(answer.status).toBe(200);
      stop.abort();
      await eventually(
        () => file('transactions.csv', auditor),
        ({ answer: { status } }) => status === 200,
      );
    }
  });
});
