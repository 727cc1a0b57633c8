import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../../infra/testing/product.js';
import { AffiliateRow, UserRow } from '../../../contracts/admin/users.contract.js';
import { bearer, buyAirtime, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { newAdministrator, newCustomer } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Customers as administrators see them, and changes between user and affiliate. */
let product: SharedProduct;
let people: SeededUser[];
let owner: SignedIn;
let finance: SignedIn;
let auditor: SignedIn;

beforeAll(async () => {
  product = await takeProduct();
  people = await seed(product.folder, 3, 5_000);
  const money = await newAdministrator(product, 'Ife', 'finance');
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  finance = await signIn(product.url, money.email, money.password, 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
});

afterAll(() => product?.giveBack());

type Row = Record<string, unknown>;
const post = (path: string, body: unknown = {}, { headers } = owner) =>
  send(product.url + path, 'POST', body, headers);
const listOf = async (path: string, question: Row = {}, by = owner) => {
  const { body } = await post(path, question, by);
  return body as Row & { user_info: Row[]; total: number; truncated: boolean };
};
const users = (question: Row = {}, by = owner) => listOf('/api/user-management/', question, by);
const affiliates = (question: Row = {}, by = owner) => listOf('/api/list_of_site_affiliates/', question, by);
const upgrade = (id: string, by = owner) => post(`/api/upgrade-user-affiliate/${id}/`, {}, by);
const downgrade = (id: string, by = owner) => post(`/api/downgrade-user-affiliate/${id}/`, {}, by);
const rowOf = async (id: string) => (await users({ search: id })).user_info[0];

describe('[admin-call:/api/user-management/] the list of users', () => {
  const FIELDS = [
    '[admin-field:user.id]',
    '[admin-field:user.first_name]',
    '[admin-field:user.last_name]',
    '[admin-field:user.email]',
    '[admin-field:user.phone_number]',
    '[admin-field:user.wallet_balance]',
    '[admin-field:user.auth_token]',
    '[admin-field:user.upgrade_user]',
    '[admin-field:user.reseller]',
  ];

  it.each(FIELDS)('holds %s of every customer, and no administrator', async (field) => {
    const name = field.slice('[admin-field:user.'.length, -1);
    const { user_info: rows, total, truncated } = await users();
    // Without a page, lists hold 1,000 rows at most.
    expect([rows.length, truncated]).toEqual([Math.min(total, 1_000), total > 1_000]);
    for (const row of rows) {
      expect(UserRow.parse(row)).toEqual(row);
      expect(row[name]).toBeDefined();
    }
    const emails = rows.map(({ email }) => email);
    expect(emails).toEqual(expect.arrayContaining(people.map(({ email }) => email)));
    expect(emails).not.toContain('admin@demo.test');
    expect(emails).not.toContain('auditor@demo.test');
  });

  it('is searched by name, email, phone, wallet balance, token and id, and is paged', async () => {
    const [ada] = people as [SeededUser, ...SeededUser[]];
    const row = (await rowOf(ada.userId))!;
    expect(row).toMatchObject({
      id: ada.userId,
      email: ada.email,
      wallet_balance: 5_000,
      reseller: 0,
      upgrade_user: false,
      auth_token: `nl_...${ada.apiToken.slice(-4)}`,
    });
    const name = `${String(row['first_name'])} ${String(row['last_name'])}`;
    for (const search of [name, ada.email.toUpperCase(), row['phone_number'], row['auth_token'], '5,000.00'])
      expect((await users({ search })).user_info.map(({ id }) => id)).toContain(ada.userId);
    expect((await users({ search: 'nobody is called so' })).user_info).toEqual([]);
    // Emails of one seed share a prefix.
    const search = ada.email.slice(0, ada.email.lastIndexOf('-'));
    const { total } = await users({ search });
    expect(total).toBe(people.length);
    const pages = await Promise.all(
      Array.from({ length: total }, (_, index) => users({ search, page: index + 1, page_size: 1 })),
    );
    expect(pages.every((page) => page.total === total && page.user_info.length === 1)).toBe(true);
    expect(new Set(pages.map(({ user_info: [one] }) => one!['id'])).size).toBe(total);
  });

  it('shows the current balance', async () => {
    const buyer = people[2]!;
    await buyAirtime(product.url, buyer, '08035000011');
    await eventually(
      () => rowOf(buyer.userId),
      (row) => Number(row?.['wallet_balance']) < 5_000,
    );
    const { wallet_balance: balance } = (await rowOf(buyer.userId))!;
    const found = (await users({ search: String(balance) })).user_info.map(({ id }) => id);
    expect(people.map(({ userId }) => userId).filter((id) => found.includes(id))).toEqual([buyer.userId]);
  });

  it('is masked and not searchable for staff without support permission', async () => {
    const [ada] = people as [SeededUser, ...SeededUser[]];
    const whole = (await rowOf(ada.userId))!;
    for (const by of [finance, auditor]) {
      const [row] = (await users({ search: ada.userId }, by)).user_info;
      expect(row).toMatchObject({ wallet_balance: 5_000, auth_token: 'nl_...****' });
      for (const secret of ['first_name', 'last_name', 'email', 'phone_number', 'auth_token'])
        expect(row![secret]).not.toBe(whole[secret]);
      expect(row!['email']).toMatch(/^\w\*\*\*@/);
      for (const search of [ada.email, whole['phone_number'], whole['last_name'], whole['auth_token']])
        expect((await users({ search }, by)).user_info).toEqual([]);
    }
  });
});

describe('[admin-call:/api/list_of_site_affiliates/] the list of affiliates', () => {
  const FIELDS = [
    '[admin-field:affiliate.id]',
    '[admin-field:affiliate.first_name]',
    '[admin-field:affiliate.last_name]',
    '[admin-field:affiliate.email]',
    '[admin-field:affiliate.phone_number]',
    '[admin-field:affiliate.wallet_balance]',
    '[admin-field:affiliate.affiliate_token]',
    '[admin-field:affiliate.reseller]',
    '[admin-field:affiliate.upgrade_user]',
  ];

  it.each(FIELDS)('holds %s of every affiliate, and of no other user', async (field) => {
    const id = people[1]!.userId;
    await upgrade(id);
    const name = field.slice('[admin-field:affiliate.'.length, -1);
    const { user_info: rows } = await affiliates();
    for (const row of rows) {
      expect(AffiliateRow.parse(row)).toEqual(row);
      expect([row['reseller'], row['upgrade_user']]).toEqual([1, true]);
      expect(row[name]).toBeDefined();
    }
    expect(rows.map((row) => row['id'])).toContain(id);
    await downgrade(id);
    expect((await affiliates()).user_info.map((row) => row['id'])).not.toContain(id);
  });
});

describe('the type of a user', () => {
  /** Affiliates pay less for plans. */
  const priceFor = async (user: SeededUser): Promise<unknown> => {
    const { body } = await send(
      `${product.url}/services/get-data-plans/`,
      'POST',
      { datanetwork: 1, selectedPlanType: 1 },
      bearer(user),
    );
    return (body['data_plans'] as Row[])[0]!['price'];
  };

  it('[admin-call:/api/upgrade-user-affiliate/{id}/] [admin-move:user up] is raised, and the next price is that of affiliates', async () => {
    const [ada] = people as [SeededUser, ...SeededUser[]];
    const before = await priceFor(ada);
    expect(await upgrade(ada.userId)).toMatchObject({
      status: 200,
      body: { status: true, message: 'The user is an affiliate now.' },
    });
    expect(await rowOf(ada.userId)).toMatchObject({ reseller: 1, upgrade_user: true, wallet_balance: 5_000 });
    expect(Number(await priceFor(ada))).toBeLessThan(Number(before));
    expect((await upgrade(ada.userId)).body).toEqual({
      status: true,
      message: 'The user is an affiliate already.',
    });
  });

  it('[admin-call:/api/downgrade-user-affiliate/{id}/] [admin-move:user down] is lowered, and can be bought again afterwards', async () => {
    const [ada] = people as [SeededUser, ...SeededUser[]];
    expect(await downgrade(ada.userId)).toMatchObject({
      status: 200,
      body: { status: true, message: 'The affiliate is a regular user now.' },
    });
    expect((await downgrade(ada.userId)).body['message']).toBe('This is a regular user already.');
    expect(await rowOf(ada.userId)).toMatchObject({ reseller: 0, upgrade_user: false });
  });

  it('can be bought again by a former affiliate', async () => {
    const { email, password } = await newCustomer(product);
    const customer = await signIn(product.url, email, password);
    const [{ id }] = (await users({ search: email })).user_info as [Row];
    const wallet = async () => Number((await rowOf(String(id)))!['wallet_balance']);
    const had = await wallet();
    for (const times of [1, 2]) {
      const bought = await post('/api/upgrade-api/', { transaction_pin: '4826' }, customer);
      expect(bought.status).toBe(200);
      await eventually(wallet, (has) => has === had - times * 2_000);
      await eventually(
        () => rowOf(String(id)),
        (row) => row?.['reseller'] === 1,
      );
      await downgrade(String(id));
    }
  });

  it('changes once under concurrent requests of administrators', async () => {
    const id = people[1]!.userId;
    const second = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => upgrade(id, index % 2 === 0 ? owner : second)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const done = answers.filter(({ body }) => body['message'] === 'The user is an affiliate now.');
    expect(done).toHaveLength(1);
    await downgrade(id);
  });

  it('changes only for customers, not for administrators or unknown ids', async () => {
    const admins = await post('/api/user-management/', { search: 'admin@demo.test' });
    expect(admins.body['user_info']).toEqual([]);
    const nobody = '7c0d2a1e-4f0b-4a43-9c58-0a3a1be0f3d1';
    expect(await upgrade(nobody)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
    expect((await post('/api/upgrade-user-affiliate/%2e%2e/')).status).toBe(404);
  });

  it('is refused to finance, auditors, customers and strangers', async () => {
    const { userId } = people[1]!;
    const code = async (by: SignedIn) => {
      const { status, body } = await upgrade(userId, by);
      return `${status} ${String(body['code'])}`;
    };
    expect(await code(finance)).toBe('403 PERMISSION_MISSING');
    expect(await code(auditor)).toBe('403 WRONG_ROLE');
    const { email, password } = await newCustomer(product, { naira: 0 });
    const customer = await signIn(product.url, email, password);
    expect(await code(customer)).toBe('403 WRONG_ROLE');
    const stranger = await send(`${product.url}/api/upgrade-user-affiliate/${userId}/`, 'POST', {});
    expect(stranger.status).toBe(401);
    expect(await rowOf(userId)).toMatchObject({ reseller: 0 });
  });
});
