import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../../infra/testing/product.js';
import { ADMIN_LIVE_PATH } from '../../../contracts/calls.js';
import {
  AdminCustomRow,
  AdminFundingRow,
  AdminTransactionRow,
} from '../../../contracts/admin/admin-histories.contract.js';
import { AdminBetFundingRow } from '../../../contracts/admin/bet-fundings.contract.js';
import { lagosDateOf } from '../../../contracts/fields/lagos-day.js';
import { buyAirtime, eventually, send, signIn, untilQuiet } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { ownPhones } from '../../testing/own-phones.js';
import { newAdministrator, newCustomer } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Checks the lists of all customers, unmasked with support permission and masked without it. */
let product: SharedProduct;
let users: SeededUser[];
let owner: SignedIn;
let finance: SignedIn;
let auditor: SignedIn;
const PHONES = ownPhones(3) as [string, string, string];
/** Digits that all phone numbers share, without the country code. */
const OWN = PHONES[0].slice(1, -1);
const local = (phone: string): string => phone.slice(4);
const whole = (phone: string): string => `+234${phone.slice(1)}`;
const masked = (phone: string): string => `0803***${phone.slice(-4)}`;

beforeAll(async () => {
  product = await takeProduct();
  users = await seed(product.folder, 2, 5_000);
  const money = await newAdministrator(product, 'Ife', 'finance');
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  finance = await signIn(product.url, money.email, money.password, 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
});

afterAll(() => product?.giveBack());

type Row = Record<string, unknown>;
const ask = async (path: string, name: string, question: Row, { headers }: SignedIn) => {
  const { status, body } = await send(product.url + path, 'POST', question, headers);
  return { status, body, rows: (body[name] ?? []) as Row[] };
};
const transactions = (question: Row = {}, by = owner) =>
  ask('/api/admin-all-transaction/', 'transHistory', question, by);
const betFundings = async (question: Row = {}, by = owner) => {
  const answer = await ask('/api/bet-funding-history/', 'bet_fundingHistory', question, by);
  return { ...answer, rows: own(answer.rows) };
};
const between = (question: Row = {}, by = owner) =>
  ask('/api/custom_transaction_date/', 'custom_transactions', question, by);
/** Rows of this suite's customers, without those of other suites. */
const own = (rows: readonly Row[]): Row[] =>
  rows.filter((row) => users.some(({ userId }) => userId === row['user_id']));
const fundings = (question: Row = {}, by = owner) =>
  ask('/api/admin-funding-details/', 'fundingHistory', question, by);

describe('[admin-call:/api/admin-all-transaction/] all transactions', () => {
  const FIELDS = [
    '[admin-field:transaction.id]',
    '[admin-field:transaction.api_transaction_reference]',
    '[admin-field:transaction.service]',
    '[admin-field:transaction.amount]',
    '[admin-field:transaction.wallet_balance]',
    '[admin-field:transaction.transaction_history_date]',
    '[admin-field:transaction.api_source]',
    '[admin-field:transaction.phone_number]',
    '[admin-field:transaction.transaction_status]',
  ];
  let bought: unknown[];
  beforeAll(async () => {
    const orders = users.map((user, index) => buyAirtime(product.url, user, PHONES[index]!));
    bought = (await Promise.all(orders)).map(({ body }) => body['reference']);
    await eventually(
      () => transactions({ search: OWN, status: 'Successful' }),
      ({ rows }) => rows.length === 2,
    );
  });

  it.each(FIELDS)('hold %s of the purchases of all customers', async (field) => {
    const name = field.slice('[admin-field:transaction.'.length, -1);
    const { rows } = await transactions();
    expect(
      own(rows)
        .map((row) => row['api_transaction_reference'])
        .sort(),
    ).toEqual([...bought].sort());
    for (const row of own(rows)) {
      expect(AdminTransactionRow.parse(row)).toEqual(row);
      expect(row[name]).not.toBe('');
    }
  });

  it('name the customer, masked for staff without permission', async () => {
    const rows = own((await transactions()).rows);
    expect(rows.map((row) => row['user_email']).sort()).toEqual(users.map(({ email }) => email).sort());
    expect(rows.map((row) => row['phone_number']).sort()).toEqual(PHONES.slice(0, 2).map(whole));
    for (const by of [finance, auditor]) {
      const shown = own((await transactions({}, by)).rows);
      expect(shown.map((row) => row['phone_number']).sort()).toEqual(PHONES.slice(0, 2).map(masked));
      for (const row of shown) expect(row['user_email']).toMatch(/^\w\*\*\*@\w\*\*\*\.\w+$/);
    }
  });

  it('are found by recipient and whole email, only by staff who may see them', async () => {
    const [{ email }] = users as [SeededUser];
    for (const search of [local(PHONES[0]), email, email.toUpperCase()]) {
      const { rows, body } = await transactions({ search });
      expect([search, rows.length, body['total'], rows[0]?.['user_email']]).toEqual([search, 1, 1, email]);
      for (const by of [finance, auditor])
        expect([search, (await transactions({ search }, by)).rows]).toEqual([search, []]);
    }
    expect((await transactions({ search: String(bought[0]) }, auditor)).rows).toHaveLength(1);
  });

  it('[admin-move:list query-type] [admin-const:date-filter] use the dates only in a query of type 2', async () => {
    const old = { custom_start_date: '2020-01-01', custom_end_date: '2020-01-02' };
    const search = OWN;
    expect((await transactions({ search, query_type: 1, ...old })).rows).toHaveLength(2);
    expect((await transactions({ query_type: 2, ...old })).rows).toEqual([]);
    const since = { search, query_type: 2, custom_start_date: '2020-01-01' };
    expect((await transactions(since)).rows).toHaveLength(2);
  });

  it('are paged and filtered by service and status, and refuse invalid pages', async () => {
    const search = OWN;
    const second = await transactions({ search, page: 2, page_size: 1 });
    expect(second.body).toMatchObject({ total: 2, total_capped: false });
    expect(second.rows).toHaveLength(1);
    expect((await transactions({ search, service: 'data' })).rows).toEqual([]);
    const sold = { search, service: 'airtime', status: 'Successful' };
    expect((await transactions(sold)).rows).toHaveLength(2);
    for (const wrong of [{ page_size: 1_001 }, { page: 0 }, { status: 'Lost' }, { service: 'gold' }])
      expect([wrong, (await transactions(wrong)).status]).toEqual([wrong, 422]);
  });

  it('are refused to callers who are no administrators', async () => {
    const { email, password } = await newCustomer(product, { naira: 0 });
    const customer = await signIn(product.url, email, password);
    expect((await transactions({}, customer)).body).toMatchObject({ code: 'WRONG_ROLE' });
  });

  it('are pushed live to administrators after each purchase', async () => {
    const leaving = new AbortController();
    const { body } = await fetch(product.url + ADMIN_LIVE_PATH, {
      headers: auditor.headers,
      signal: leaving.signal,
    });
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    await buyAirtime(product.url, users[0]!, PHONES[2]);
    let heard = '';
    while (!/event: change\n.*\ndata: .*"transactions"/.test(heard))
      heard += (await reader.read()).value ?? '';
    expect(heard).not.toContain('"history"');
    leaving.abort();
    // The lists are compared below, so wait until all changes are shown.
    await untilQuiet(product.url);
    await eventually(
      () => transactions({ search: OWN, status: 'Pending' }),
      ({ rows }) => rows.length === 0,
    );
  });
});

describe('[admin-call:/api/custom_transaction_date/] transactions between two days', () => {
  const FIELDS = [
    '[admin-field:custom.id]',
    '[admin-field:custom.refrence]',
    '[admin-field:custom.service]',
    '[admin-field:custom.phone_number]',
    '[admin-field:custom.amount]',
    '[admin-field:custom.wallet_balance]',
    '[admin-field:custom.api_source]',
    '[admin-field:custom.transaction_history_date]',
  ];
  const today = () => lagosDateOf(Date.now());

  it.each(FIELDS)('hold %s as the list of all transactions does', async (field) => {
    const name = field.slice('[admin-field:custom.'.length, -1);
    const question = { search: OWN, status: 'Successful' };
    const all = (await transactions(question)).rows;
    const { rows } = await between(question);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => row['refrence'])).toEqual(all.map((row) => row['api_transaction_reference']));
    for (const [index, row] of rows.entries()) {
      expect(AdminCustomRow.parse(row)).toEqual(row);
      if (name !== 'refrence') expect(row[name]).toEqual(all[index]![name]);
      expect(row[name]).not.toBe('');
    }
  });

  it('[admin-move:list query-type] use the dates, unless a query of type 1 asks for everything', async () => {
    const { total } = (await between()).body;
    expect(total).toBeGreaterThan(0);
    const old = { fromDate: '2020-01-01', toDate: '2020-01-02' };
    const now = { fromDate: '2020-01-01', toDate: today() };
    expect((await between(old)).body['total']).toBe(0);
    expect((await between({ ...old, query_type: 2 })).body['total']).toBe(0);
    expect((await between({ ...old, query_type: 1 })).body['total']).toBe(total);
    for (const days of [now, { toDate: today() }, { fromDate: '2020-01-01' }, { fromDate: '', toDate: null }])
      expect([days, (await between(days)).body['total']]).toEqual([days, total]);
  });

  it('refuse invalid dates and ranges that end before they begin', async () => {
    const wrong = [
      [{ fromDate: '01/02/2026' }, 'fromDate'],
      [{ toDate: '2026-02-30' }, 'toDate'],
      [{ fromDate: '2026-02-02', toDate: '2026-02-01' }, 'toDate'],
      [{ query_type: 3 }, 'query_type'],
    ] as const;
    for (const [question, field] of wrong)
      expect(await between(question)).toMatchObject({ status: 422, body: { field } });
  });

  it('mask recipients and customers for staff without permission, and do not find them', async () => {
    const search = local(PHONES[0]);
    const { rows } = await between({ search });
    expect(rows.map((row) => row['phone_number'])).toEqual([whole(PHONES[0])]);
    for (const by of [finance, auditor]) {
      expect((await between({ search }, by)).rows).toEqual([]);
      const shown = own((await between({}, by)).rows);
      expect(shown).toHaveLength(PHONES.length);
      for (const row of shown) {
        expect(row['phone_number']).toMatch(/^0803\*\*\*\d{4}$/);
        expect(row['user_email']).toMatch(/^\w\*\*\*@/);
      }
    }
  });
});

describe('[admin-call:/api/bet-funding-history/] payments to betting companies', () => {
  const FIELDS = [
    '[admin-field:bet-funding.id]',
    '[admin-field:bet-funding.reference]',
    '[admin-field:bet-funding.buyer_emails]',
    '[admin-field:bet-funding.amount]',
    '[admin-field:bet-funding.bet_platform]',
    '[admin-field:bet-funding.client_id]',
    '[admin-field:bet-funding.submitted_date]',
  ];
  /** Client ids: the betting company accepts the first and declines the second. */
  const CLIENTS = ['7712345678', '7712340016'];
  let buyer: SeededUser;
  beforeAll(async () => {
    buyer = users[0]!;
    for (const clientId of CLIENTS) {
      const bet = { betPlatform: 'BET9JA', clientId };
      const headers = { authorization: `Bearer ${buyer.apiToken}` };
      await send(`${product.url}/services/validate-bet-customer/`, 'POST', bet, headers);
      const body = { ...bet, amount: 100, transaction_pin: buyer.pin };
      const { status } = await send(`${product.url}/services/bet-funding/`, 'POST', body, headers);
      expect(status).toBe(200);
    }
    await eventually(
      () => betFundings(),
      ({ rows }) => rows.length === 2 && rows.every((row) => row['transaction_status'] !== 'Pending'),
    );
  });

  it.each(FIELDS)('hold %s of the payments of all customers', async (field) => {
    const name = field.slice('[admin-field:bet-funding.'.length, -1);
    const { rows } = await betFundings();
    expect(rows).toMatchObject(
      [...CLIENTS].reverse().map((client_id) => ({
        client_id,
        bet_platform: 'BET9JA',
        amount: 100,
        buyer_emails: buyer.email,
        user_id: buyer.userId,
      })),
    );
    for (const row of rows) {
      expect(AdminBetFundingRow.parse(row)).toEqual(row);
      expect(row[name]).not.toBe('');
    }
  });

  it('show their status, and are filtered by status and date', async () => {
    const { rows } = await betFundings();
    expect(rows.map((row) => row['transaction_status'])).toEqual(['Refunded', 'Successful']);
    expect((await betFundings({ status: 'Refunded' })).rows).toMatchObject([{ client_id: CLIENTS[1] }]);
    for (const by of [owner, auditor])
      expect((await betFundings({ search: 'et9j' }, by)).rows).toHaveLength(2);
    expect((await betFundings({ search: 'sportybet' })).rows).toEqual([]);
    const old = { custom_start_date: '2020-01-01', custom_end_date: '2020-01-02' };
    expect((await betFundings({ query_type: 1, ...old })).rows).toHaveLength(2);
    expect((await betFundings({ query_type: 2, ...old })).rows).toEqual([]);
    expect((await betFundings({ page: 2, page_size: 1 })).rows).toEqual([rows[1]]);
  });

  it('are masked and not searchable for staff without permission', async () => {
    const [, first] = (await betFundings({}, auditor)).rows;
    expect(first).toMatchObject({
      client_id: '7712***5678',
      buyer_emails: expect.stringMatching(/^\w\*\*\*@/),
    });
    expect((await betFundings({ search: CLIENTS[0] })).rows).toHaveLength(1);
    for (const by of [finance, auditor])
      for (const search of [CLIENTS[0], buyer.email])
        expect((await betFundings({ search }, by)).rows).toEqual([]);
  });
});

describe('[admin-call:/api/admin-funding-details/] all payments into wallets', () => {
  const FIELDS = [
    '[admin-field:funding.id]',
    '[admin-field:funding.funding_refrence]',
    '[admin-field:funding.funding_source]',
    '[admin-field:funding.amount_funded]',
    '[admin-field:funding.wallet_before_funding]',
    '[admin-field:funding.wallet_after_funding]',
    '[admin-field:funding.funding_date]',
  ];

  it.each(FIELDS)('hold %s of the payments of all customers', async (field) => {
    const name = field.slice('[admin-field:funding.'.length, -1);
    const ids = users.map(({ userId }) => userId);
    const rows = (await fundings()).rows.filter((row) => ids.includes(String(row['user'])));
    expect(rows.map((row) => row['user'])).toEqual(expect.arrayContaining(ids));
    for (const row of rows) {
      expect(AdminFundingRow.parse(row)).toEqual(row);
      expect(row[name]).not.toBe('');
    }
  });

  it('are found by whole email, only by staff who may see it', async () => {
    const [{ email, userId }] = users as [SeededUser];
    expect((await fundings({ search: email })).rows).toMatchObject([{ user: userId, user_email: email }]);
    expect((await fundings({ search: email }, auditor)).rows).toEqual([]);
  });

  it('[admin-call:/api/funding-history/] are in a single list too, newest first', async () => {
    const all = await ask('/api/funding-history/', 'fundingHistory', {}, auditor);
    const paged = await fundings({ page: 1, page_size: 1_000 }, auditor);
    expect(all.rows).toEqual(paged.rows);
    const { total } = paged.body;
    expect(all.body).toMatchObject({ status: true, truncated: Number(total) > 1_000, total });
  });
});
