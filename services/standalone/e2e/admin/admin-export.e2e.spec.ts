import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../../infra/testing/product.js';
import { buyAirtime, eventually, send, signIn, untilQuiet } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { newCustomer } from '../../testing/people.js';
import { ownPhones } from '../../testing/own-phones.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Checks that exports mask the same data as the lists. */
let product: SharedProduct;
let users: SeededUser[];
let owner: SignedIn;
let auditor: SignedIn;
const [PHONE, OTHER] = ownPhones(2) as [string, string];
/** Digits that both phone numbers share, without the country code. */
const BOTH = PHONE.slice(1, -1);

type Row = Record<string, unknown>;
const ask = async (path: string, name: string, question: Row = {}) => {
  const { body } = await send(product.url + path, 'POST', question, owner.headers);
  return (body[name] ?? []) as Row[];
};

beforeAll(async () => {
  product = await takeProduct();
  users = await seed(product.folder, 2, 5_000);
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  const [ada, bola] = users as [SeededUser, SeededUser];
  await Promise.all([buyAirtime(product.url, ada, PHONE), buyAirtime(product.url, bola, OTHER)]);
  await eventually(
    () => ask('/api/admin-all-transaction/', 'transHistory', { search: BOTH, status: 'Successful' }),
    ({ length }) => length === 2,
  );
  // Lists and exports are compared, so wait until the changes of earlier suites are shown.
  await untilQuiet(product.url);
});

afterAll(() => product?.giveBack());

describe('a list as a file', () => {
  const file = async (name: string, by = owner, query = '') => {
    const answer = await fetch(`${product.url}/api/admin-export/${name}${query}`, { headers: by.headers });
    const text = await answer.text();
    const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split('\r\n');
    return { answer, text, head, lines: lines.filter(Boolean) };
  };

  it('holds every row of the list and their count', async () => {
    const list = async (path: string) => {
      const question = { page: 1, page_size: 1_000 };
      return (await send(product.url + path, 'POST', question, owner.headers)).body;
    };
    const { transHistory, total } = await list('/api/admin-all-transaction/');
    const rows = transHistory as Row[];
    const { answer, head, lines } = await file('transactions.csv');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="transactions.csv"');
    expect(answer.headers.get('x-export-total')).toBe(String(total));
    expect(head).toBe(
      'Date,Status,Reference,Customer,Service,Product,Recipient,Amount (NGN),Balance (NGN),Source,Customer id,Id',
    );
    expect(lines).toHaveLength(Number(total));
    expect(lines.slice(0, 1_000).map((line) => line.split(',')[2])).toEqual(
      rows.map((row) => row['api_transaction_reference']),
    );
    const paid = await list('/api/admin-funding-details/');
    expect((await file('fundings.csv')).lines).toHaveLength(Number(paid['total']));
    expect((await file('bet-fundings.csv', owner, `?search=${users[0]!.email}`)).lines).toEqual([]);
  });

  it('has the filters of the list', async () => {
    const found = await file('transactions.csv', owner, `?search=${PHONE.slice(4)}&status=Successful`);
    expect(found.lines).toHaveLength(1);
    expect(found.lines[0]).toContain(PHONE.slice(1));
    expect((await file('transactions.csv', owner, `?service=data&search=${users[0]!.email}`)).lines).toEqual(
      [],
    );
    expect((await file('transactions.csv', owner, '?to=2020-01-01')).lines).toEqual([]);
    expect(
      (await file('transactions.csv', owner, `?search=${users[0]!.email}`)).lines.length,
    ).toBeGreaterThan(0);
  });

  it('is masked and not searchable for staff without permission to see people', async () => {
    for (const by of [auditor]) {
      const { text, lines } = await file('transactions.csv', by);
      expect(lines.length).toBeGreaterThan(0);
      for (const secret of [...users.map(({ email }) => email), PHONE.slice(3)])
        expect([secret, text.includes(secret)]).toEqual([secret, false]);
      expect((await file('transactions.csv', by, `?search=${PHONE.slice(4)}`)).lines).toEqual([]);
      expect((await file('fundings.csv', by)).text).not.toContain(users[0]!.email);
    }
  });

  it('is refused to customers and strangers, and answers unknown names and filters with 422', async () => {
    const { email, password } = await newCustomer(product, { naira: 0 });
    const customer = await signIn(product.url, email, password);
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

  it('frees its slot when it is aborted, repeatedly', async () => {
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
