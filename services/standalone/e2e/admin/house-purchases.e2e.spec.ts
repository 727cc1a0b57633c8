import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { ledger, seed, type SeededUser } from '../../../../infra/testing/product.js';
import type { Permission } from '../../../contracts/admin/administrators.contract.js';
import { BET_PLATFORMS } from '../../../contracts/bet.contract.js';
import { CALLS } from '../../../contracts/calls.js';
import { call, eventually, send, signIn, walletOf } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { ownPhones } from '../../testing/own-phones.js';
import { newAdministrator, newCustomer } from '../../testing/people.js';
import { PRODUCTS_ON_SALE } from '../../testing/products-on-sale.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Administrators buy, and the house wallet pays. */
const HOUSE_NAIRA = 50_000;
let product: SharedProduct;
let user: SeededUser;
let owner: SignedIn;
let finance: SignedIn;
let support: SignedIn;
let colleague: SignedIn;
let auditor: SignedIn;
const PHONES = ownPhones(2) as [string, string];
/** Number whose last four digits decide the sandbox's answer. */
const BVN = `222${randomInt(1_000, 10_000)}1234`;

beforeAll(async () => {
  // A price above 0 shows that the check is charged.
  product = await takeProduct({ BVN_PRICE_NAIRA: '20' });
  [user] = (await seed(product.folder, 1, 5_000)) as [SeededUser];
  const hired = async (permission: Permission): Promise<SignedIn> => {
    const { email, password } = await newAdministrator(product, 'Ife', permission);
    return signIn(product.url, email, password, 'admin');
  };
  owner = await hired('owner');
  finance = await hired('finance');
  support = await hired('support');
  const stock = { form_id: randomUUID(), amount: HOUSE_NAIRA, reason: 'Stock' };
  // Funding uses up what one administrator may move alone in a day.
  const funded = await ask(CALLS.fundHouseWallet.path, stock, await hired('owner'));
  colleague = await hired('finance');
  expect(funded.body).toMatchObject({ outcome: 'applied' });
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
});

afterAll(() => product?.giveBack());

const ask = (path: string, body: object, by = owner, headers: Readonly<Record<string, string>> = {}) =>
  send(product.url + path, 'POST', body, { ...by.headers, ...headers });
const AIRTIME = { amount: 100, network: 1 };
/** Available balance of the house wallet, naira. */
const houseBalance = async (): Promise<number> => {
  const { body } = await ask('/api/airtime_quote/', AIRTIME);
  return Number(body['balance_after']) + Number(body['price']);
};
const keyed = (key: string) => ({ 'idempotency-key': key });
const ended = (reference: unknown) =>
  eventually(
    async () =>
      (await ask('/api/transaction/', { reference })).body['transaction'] as Record<string, unknown>,
    (transaction) => transaction?.['transaction_status'] !== 'Pending',
  );

/** Look-up calls required before a purchase. */
const LOOKED_UP: Readonly<Record<string, (body: Record<string, unknown>) => [string, object]>> = {
  '/api/pay_cable/': ({ iuc, cablenetwork }) => ['/api/validate_cable_iuc/', { iuc, cablenetwork }],
  '/api/pay_electricity_bill/': ({ discoName, meterNumber, meterType }) => [
    '/api/validate_meter/',
    { disco_name: discoName, meter_number: meterNumber, meter_type: meterType },
  ],
  '/services/bet-funding/': ({ betPlatform, clientId }) => [
    '/services/validate-bet-customer/',
    { betPlatform, clientId },
  ],
  '/banking/transfer-money/': ({ user_account_number: account_number, bank_name_code: bankCode }) => [
    '/banking/fetch-banks-details/',
    { account_number, bankCode },
  ],
};

describe('buying for the house', () => {
  it.each(PRODUCTS_ON_SALE.map((each) => [each.name, each] as const))(
    'takes %s from the house wallet without a PIN, and ends as it does for customers',
    async (_name, { path, body, recipient, price, tokenPin }) => {
      const before = { house: await houseBalance(), user: await walletOf(product.url, user) };
      const order = body(recipient('1234'));
      const look = LOOKED_UP[path]?.(order);
      if (look) expect((await ask(...look)).status).toBe(200);
      const { status, body: told } = await ask(path, order);
      expect({ status, told }).toMatchObject({
        status: 200,
        told: { status: true, transaction_status: 'Pending' },
      });
      const transaction = await ended(told['reference']);
      expect(transaction).toMatchObject({ transaction_status: 'Successful', price });
      if (tokenPin) expect(transaction['token_pin']).toMatch(/\d/);
      expect(await houseBalance()).toBeCloseTo(before.house - price, 2);
      expect(await walletOf(product.url, user)).toBe(before.user);
      const receipt = await fetch(`${product.url}/api/receipt/${String(told['reference'])}.pdf`, {
        headers: owner.headers,
      });
      expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    },
  );

  it('is listed as a purchase of the house, and not of a customer', async () => {
    for (const by of [owner, support, auditor]) {
      const { body } = await ask('/api/admin-all-transaction/', { bought_by: 'house' }, by);
      const rows = body['transHistory'] as Record<string, unknown>[];
      expect(rows.length).toBeGreaterThanOrEqual(PRODUCTS_ON_SALE.length);
      for (const row of rows) expect(row).toMatchObject({ user_email: 'House account' });
    }
    const own = await ask('/api/user_transactions/', { page: 1, page_size: 1_000 }, finance);
    const listed = own.body['all_user_transaction'] as { api_transaction_reference: string }[];
    expect(listed.length).toBeGreaterThanOrEqual(PRODUCTS_ON_SALE.length);
    const theirs = await call(product.url, user, '/api/user_transactions/');
    expect(theirs.body['all_user_transaction']).toEqual([]);
    const [{ api_transaction_reference: reference }] = listed as [{ api_transaction_reference: string }];
    expect((await call(product.url, user, '/api/transaction/', { reference })).status).toBe(404);
  });

  it('needs the permission to move money', async () => {
    const order = { ...AIRTIME, phone: PHONES[0] };
    const told = async (by: SignedIn) => {
      const { status, body } = await ask('/api/buycard/', order, by);
      return [status, body['code']];
    };
    const before = await houseBalance();
    for (const by of [support, auditor]) {
      expect(await told(by)).toEqual([403, 'PERMISSION_MISSING']);
      const bet = { amount: 100, betPlatform: 'BET9JA', clientId: '7712341234' };
      expect((await ask('/services/bet-funding/', bet, by)).status).toBe(403);
      expect((await ask('/api/transaction/', { reference: 'NL1' }, by)).status).toBe(403);
      expect((await ask('/services/validate-bet-customer/', bet, by)).status).toBe(403);
    }
    expect(await houseBalance()).toBe(before);
    expect((await told(finance))[0]).toBe(200);
    // Without `X-CSRFToken`, and without a session.
    expect(
      (await ask('/api/buycard/', order, { ...owner, headers: { cookie: owner.cookie } })).body,
    ).toMatchObject({
      code: 'CSRF_FAILED',
    });
    expect((await send(`${product.url}/api/buycard/`, 'POST', order)).status).toBe(401);
  });

  it('happens once per key and administrator, even under repeated and concurrent requests', async () => {
    const order = { ...AIRTIME, phone: PHONES[1] };
    const before = await houseBalance();
    const same = await Promise.all(
      Array.from({ length: 8 }, () => ask('/api/buycard/', order, owner, keyed('stock-1'))),
    );
    expect(new Set(same.map(({ status, body }) => `${status} ${String(body['reference'])}`)).size).toBe(1);
    const [{ body: first }] = same as [(typeof same)[0]];
    await ended(first['reference']);
    expect((await ask('/api/buycard/', order, owner, keyed('stock-1'))).body).toEqual(first);
    expect(await houseBalance()).toBeCloseTo(before - 99, 2);
    // The same idempotency key of another administrator is another purchase, here with the same content.
    const other = await ask('/api/buycard/', order, finance, keyed('stock-1'));
    expect(other).toMatchObject({ status: 409, body: { code: 'POSSIBLE_DUPLICATE' } });
    const again = { ...order, confirm_duplicate: true };
    const meant = await ask('/api/buycard/', again, finance, keyed('stock-1'));
    expect(meant.status).toBe(200);
    expect(meant.body['reference']).not.toBe(first['reference']);
    const changed = await ask('/api/buycard/', { ...order, amount: 200 }, owner, keyed('stock-1'));
    expect(changed).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_CONFLICT' } });
  });

  it('never overdraws the wallet under concurrent requests', async () => {
    const available = await houseBalance();
    const amount = Math.floor(available * 0.6);
    const send = { user_account_number: '0123451234', bank_name_code: '058' };
    await ask('/banking/fetch-banks-details/', { account_number: '0123451234', bankCode: '058' });
    const answers = await Promise.all(
      [colleague, finance].map((by, index) =>
        ask(
          '/banking/transfer-money/',
          { ...send, amount_to_withdrawal: amount + index, narration: `Press ${index}` },
          by,
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
    expect(await houseBalance()).toBeGreaterThanOrEqual(0);
  });
});

describe('[admin-call:/services/bet-funding/] funding a bet wallet', () => {
  const BET = { amount: 100, betPlatform: 'BET9JA', clientId: '7712349999' };

  it('is paid by the house from its page and by the customer from theirs, in the same browser', async () => {
    const { email, password } = await newCustomer(product);
    const customer = await signIn(product.url, email, password);
    const cookie = `${customer.cookie}; ${owner.cookie}`;
    const as = (csrf: string | undefined) => ({ cookie, 'x-csrftoken': csrf ?? '' });
    const customerWallet = async () =>
      (await send(`${product.url}/api/user_data/`, 'POST', {}, customer.headers)).body['user_data'];
    const before = { house: await houseBalance(), customer: await customerWallet() };
    const fund = (headers: Record<string, string>, body: object) =>
      send(`${product.url}/services/bet-funding/`, 'POST', body, headers);
    await ask('/services/validate-bet-customer/', BET);
    const token = { grabToken: owner.accessToken };
    const byHouse = await fund(as(owner.headers['x-csrftoken']), { ...BET, ...token });
    expect(byHouse).toMatchObject({ status: 200, body: { status: true, message: expect.any(String) } });
    expect(await houseBalance()).toBeCloseTo(before.house - 100, 2);
    expect(await customerWallet()).toEqual(before.customer);
    // An administrator's CSRF token with a customer's access token is refused.
    const mixed = await fund(as(owner.headers['x-csrftoken']), { ...BET, grabToken: customer.accessToken });
    expect(mixed).toMatchObject({ status: 401, body: { code: 'SESSION_EXPIRED' } });
    expect((await fund(as('guess'), BET)).body).toMatchObject({ code: 'CSRF_FAILED' });
    expect(await customerWallet()).toEqual(before.customer);
  });

  it.each([
    ['[admin-field:bet-form.amount]', { amount: 'x' }, 'amount'],
    ['[admin-field:bet-form.betPlatform]', { betPlatform: 'CASINO' }, 'betPlatform'],
    ['[admin-field:bet-form.clientId]', { clientId: '' }, 'clientId'],
  ])('wants %s', async (_row, wrong, field) => {
    expect(await ask('/services/bet-funding/', { ...BET, ...wrong })).toMatchObject({
      status: 422,
      body: { field },
    });
  });

  it('[admin-const:bet-limits] takes 100 to 10,000 naira, [admin-const:bet-platforms] for the platforms there are', async () => {
    await ask('/services/validate-bet-customer/', BET);
    const before = await houseBalance();
    expect((await ask('/services/bet-funding/', { ...BET, amount: 99.99 })).body).toMatchObject({
      code: 'AMOUNT_BELOW_MIN',
    });
    expect((await ask('/services/bet-funding/', { ...BET, amount: 10_000.01 })).body).toMatchObject({
      code: 'AMOUNT_ABOVE_MAX',
    });
    expect(await houseBalance()).toBe(before);
    const { body } = await ask('/services/bet-platforms/', {});
    expect(body).toMatchObject({ minimum: 100, maximum: 10_000 });
    expect((body['platforms'] as { name: string }[]).map(({ name }) => name)).toEqual([...BET_PLATFORMS]);
  });
});

describe('[admin-call:/api/verify-user-bvn/] verifying a BVN', () => {
  const DETAILS = {
    bvn: BVN,
    name: 'Ada Obi',
    dateOfBirth: '03-Oct-1993',
    mobileNo: '08031234567',
  };
  const verify = (changes: object = {}, by = owner) =>
    ask('/api/verify-user-bvn/', { ...DETAILS, ...changes }, by);

  it.each([
    ['[admin-field:bvn.bvn]', { bvn: '123' }, 'bvn'],
    ['[admin-field:bvn.name]', { name: '' }, 'name'],
    ['[admin-field:bvn.dateOfBirth]', { dateOfBirth: 'yesterday' }, 'dateOfBirth'],
    ['[admin-field:bvn.mobileNo]', { mobileNo: '12' }, 'mobileNo'],
  ])('wants %s', async (_row, wrong, field) => {
    expect(await verify(wrong)).toMatchObject({ status: 422, body: { field } });
  });

  it('is charged to the house once per question, and leaves the BVN free for its owner', async () => {
    const before = await houseBalance();
    const status = await ask('/api/bvn-status/', {});
    expect(status.body).toMatchObject({ verified: false, last_four: '', price: 20 });
    const first = await verify();
    expect(first).toMatchObject({
      status: 200,
      body: {
        status: true,
        message: 'The BVN belongs to this person.',
        token: expect.stringMatching(/^BVN-/),
      },
    });
    expect((await verify()).body).toEqual(first.body);
    expect(await houseBalance()).toBeCloseTo(before - 20, 2);
    const { email, password } = await newCustomer(product);
    const customer = await signIn(product.url, email, password);
    const own = { ...DETAILS, transaction_pin: '4826' };
    expect(await ask('/api/verify-user-bvn/', own, customer)).toMatchObject({
      status: 200,
      body: { message: 'Your BVN is verified.' },
    });
    // The BVN belongs to a customer by then, and is still only compared.
    expect((await verify({}, finance)).status).toBe(200);
  });

  it('[admin-move:bvn failed] names the mismatch, and needs the permission to spend', async () => {
    const partial = await verify({ bvn: '22222220002' });
    expect(partial.status).toBe(422);
    expect(String(partial.body['message'])).toMatch(/date of birth/i);
    for (const by of [support, auditor]) expect((await verify({}, by)).status).toBe(403);
  });
});

it('balances after house purchases, and every read model follows from the log', async () => {
  const report = JSON.parse(await ledger(product.folder, ['verify', '--read-models', '--json'])) as object;
  expect(report).toMatchObject({ ok: true });
});
