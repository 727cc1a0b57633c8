import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { bearer, buyAirtime, call, eventually, historyOf, send, walletOf } from '../testing/callers.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';

/** Lists, single transactions and documents of a customer. */
let product: SharedProduct;
let user: SeededUser;
let other: SeededUser;
let delivered: string;
let open: string;

const today = (): string => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
/** Day of the first purchase: midnight may pass before it is queried. */
let firstDay: string;
const get = (path: string, by: SeededUser = user) => fetch(product.url + path, { headers: bearer(by) });

beforeAll(async () => {
  product = await takeProduct();
  firstDay = today();
  [user, other] = (await seed(product.folder, 2, 5_000)) as [SeededUser, SeededUser];
  delivered = String((await buyAirtime(product.url, user, '08035551234')).body['reference']);
  // Purchase that ends in a review, so it stays undecided despite requeries.
  open = String((await buyAirtime(product.url, user, '08035550044', { amount: 200 })).body['reference']);
  await eventually(
    () => historyOf(product.url, user),
    (rows) => rows.some(({ transaction_status }) => transaction_status === 'Successful'),
  );
});

afterAll(() => product?.giveBack());

describe('lists', () => {
  const references = async (path: string, body: unknown): Promise<unknown[]> =>
    (
      (await call(product.url, user, path, body)).body['all_user_transaction'] as Record<string, unknown>[]
    ).map((row) => row['api_transaction_reference']);

  it('are filtered by status and by service', async () => {
    const all = '/api/user_transactions/';
    expect(await references(all, {})).toEqual([open, delivered]);
    expect(await references(all, { status: 'Successful' })).toEqual([delivered]);
    expect(await references(all, { status: 'Pending', service: 'airtime' })).toEqual([open]);
    expect(await references(all, { service: 'data' })).toEqual([]);
    expect(await references('/api/user_airtime_transactions/', { status: 'Pending' })).toEqual([open]);
    expect(await references('/api/user_exams_transactions/', {})).toEqual([]);
  });

  it('name an unknown filter in the error', async () => {
    const answer = await call(product.url, user, '/api/user_transactions/', { status: 'Lost' });
    expect(answer).toMatchObject({ status: 422, body: { field: 'status' } });
  });
});

describe('checking the status', () => {
  const check = (reference: string, by = user) => call(product.url, by, '/api/check_status/', { reference });

  it('asks the vendor at most once a minute, and releases no money itself', async () => {
    const before = await walletOf(product.url, user);
    expect((await check(open)).body).toMatchObject({ status: true, retry_after: 60 });
    expect(await check(open)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(await walletOf(product.url, user)).toBe(before);
    expect((await check(delivered)).body['message']).toBe('This transaction has ended.');
  });

  it('refuses the purchases of others', async () =>
    expect(await check(open, other)).toMatchObject({ status: 404, body: { code: 'TRANSACTION_NOT_FOUND' } }));
});

describe('papers', () => {
  const statement = (format: string, from = firstDay, to = today()) =>
    get(`/api/statement/${format}?from=${from}&to=${to}`);

  it('a receipt is a PDF, for own transactions only', async () => {
    const answer = await get(`/api/receipt/${delivered}.pdf`);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="receipt-${delivered}.pdf"`);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect((await get(`/api/receipt/${delivered}.pdf`, other)).status).toBe(404);
    expect((await get('/api/receipt/..%2Fx.pdf')).status).toBe(422);
    expect((await send(`${product.url}/api/receipt/${delivered}.pdf`, 'GET')).status).toBe(401);
  });

  it('a statement adds up to the balance', async () => {
    const rows = (await (await statement('csv')).text()).trim().split('\r\n').slice(1);
    expect(rows).toHaveLength(3);
    expect(Number(rows.at(-1)!.split(',').at(-1))).toBe(await walletOf(product.url, user));
    expect((await statement('pdf')).headers.get('content-type')).toBe('application/pdf');
    expect(
      (await (await statement('csv', '2020-01-01', '2020-01-31')).text()).trim().split('\r\n'),
    ).toHaveLength(1);
  });

  it.each(['csv', 'pdf'])('a statement as %s is of this month when no days are given', async (format) => {
    const before = today();
    const answer = await get(`/api/statement/${format}`);
    // Midnight may pass between request and answer.
    const made = [before, today()].map((day) => `statement-${day.slice(0, 7)}-01-to-${day}.${format}`);
    expect(answer.status).toBe(200);
    expect(made.map((name) => `attachment; filename="${name}"`)).toContain(
      answer.headers.get('content-disposition'),
    );
    if (format === 'csv' && firstDay.slice(0, 7) === before.slice(0, 7))
      expect(await answer.text()).toContain(delivered);
  });

  it.each([
    ['xlsx', today(), today(), 'file'],
    ['csv', today(), '2026-02-30', 'to'],
    ['csv', '2026-03-02', '2026-03-01', 'to'],
    ['csv', '2024-01-01', '2026-01-01', 'to'],
  ])('a statement as %s from %s to %s is refused at %s', async (format, from, to, field) => {
    const answer = await statement(format, from, to);
    expect([answer.status, ((await answer.json()) as { field: string }).field]).toEqual([422, field]);
  });
});

describe('spending', () => {
  const spending = (by: SeededUser, body = {}) => call(product.url, by, '/api/spending/', body);

  it('counts own delivered purchases, without open ones', async () => {
    const month = firstDay.slice(0, 7);
    const { status, body } = await spending(user, { month });
    const months = body['months'] as readonly { readonly amount: number; readonly transactions: number }[];
    expect([status, months.length]).toEqual([200, 12]);
    // A month may end between purchase and query.
    expect(months.reduce((sum, { amount }) => sum + amount, 0)).toBe(99);
    expect(body['recipients']).toEqual([{ recipient: '+2348035551234', amount: 99, transactions: 1 }]);
    const others = await spending(other, { month });
    expect(others.body['recipients']).toEqual([]);
    expect((others.body['months'] as readonly { amount: number }[]).every(({ amount }) => amount === 0)).toBe(
      true,
    );
  });

  it.each(['2026-13', '2026-3', 'march', 7])('of the month %p is refused', async (month) =>
    expect(await spending(user, { month })).toMatchObject({ status: 422, body: { field: 'month' } }),
  );
});

it('shows the links of the installation to everyone', async () => {
  const { status, body } = await send(`${product.url}/api/site_links/`, 'POST', {});
  expect([status, body]).toEqual([
    200,
    { status: true, community_chat: '', whatsapp: '', api_documentation: '' },
  ]);
});
