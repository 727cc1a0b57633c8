import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../../infra/testing/product.js';
import { send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { newAdministrator, ownEmail } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

let product: SharedProduct;
let people: SeededUser[];
let owner: SignedIn;
let finance: SignedIn;
let support: SignedIn;
let auditor: SignedIn;
const ADAEZE = ownEmail('adaeze');

beforeAll(async () => {
  product = await takeProduct();
  people = await seed(product.folder, 3, 5_000);
  // Own administrators, because daily limits count per person.
  const chief = await newAdministrator(product, 'Bola', 'owner');
  const money = await newAdministrator(product, 'Ife', 'finance');
  owner = await signIn(product.url, chief.email, chief.password, 'admin');
  finance = await signIn(product.url, money.email, money.password, 'admin');
  const helper = await newAdministrator(product, 'Uche', 'support');
  support = await signIn(product.url, helper.email, helper.password, 'admin');
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
const rowOf = async (id: string) => (await users({ search: id })).user_info[0];

describe('[admin-call:PUT /api/update-user/{id}/] a correction', () => {
  const put = (id: string, body: Row, by = owner, headers: Record<string, string> = {}) =>
    send(`${product.url}/api/update-user/${id}/`, 'PUT', body, { ...by.headers, ...headers });
  const formOf = (row: Row): Row =>
    Object.fromEntries(
      ['first_name', 'last_name', 'email', 'wallet_balance', 'upgrade_user'].map((name) => [name, row[name]]),
    );
  let id: string;
  let loaded: Row;
  beforeAll(async () => {
    id = people[1]!.userId;
  });
  const load = async () => (loaded = formOf((await rowOf(id))!));

  it('changes names, email, balance and flag in one call', async () => {
    await load();
    const wanted = { ...loaded, first_name: 'Adaeze', email: ADAEZE, upgrade_user: 'true' };
    const answer = await put(id, {
      ...wanted,
      wallet_balance: '6,000.50',
      reason: 'paid at the desk',
      loaded,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: true, message: 'The user was updated.', waiting: false },
    });
    expect(await rowOf(id)).toMatchObject({
      first_name: 'Adaeze',
      email: ADAEZE,
      wallet_balance: 6_000.5,
      upgrade_user: true,
      reseller: 1,
      auth_token: '',
      email_verified: false,
    });
  });

  it('changes nothing when repeated, or when the values are the same', async () => {
    await load();
    const wanted = { ...loaded, wallet_balance: 6_100, reason: 'once more', loaded };
    const key = { 'idempotency-key': 'the-form' };
    const both = await Promise.all([put(id, wanted, owner, key), put(id, wanted, owner, key)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await put(id, wanted)).body['message']).toBe('Nothing was changed.');
    expect(await rowOf(id)).toMatchObject({ wallet_balance: 6_100 });
    const { body } = await post('/api/admin-funding-details/', { search: id });
    expect(body['status']).toBe(true);
  });

  it('is refused when the record or balance changed since the form was loaded', async () => {
    await load();
    await put(id, { last_name: 'Uba' });
    const stale = await put(id, { ...loaded, first_name: 'Eve', loaded });
    expect(stale).toMatchObject({ status: 409, body: { status: false, code: 'STALE_EDIT' } });
    expect(stale.body['message']).toContain('The last name is now Uba.');
    await load();
    await put(id, { wallet_balance: 6_200, reason: 'another one', loaded });
    const moved = await put(id, { ...loaded, first_name: 'Eve', loaded });
    expect(moved).toMatchObject({ status: 409, body: { code: 'STALE_EDIT' } });
    expect(moved.body['message']).toContain('The balance is now ₦6,200.00.');
    expect(await rowOf(id)).toMatchObject({ first_name: 'Adaeze', last_name: 'Uba', wallet_balance: 6_200 });
  });

  it('lets one of two concurrent administrators win', async () => {
    await load();
    const answers = await Promise.all(
      ['Ife', 'Ngozi', 'Tobi'].map((first_name) => put(id, { ...loaded, first_name, loaded })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('needs a reason for a new balance, an unused email and valid fields', async () => {
    await load();
    const told = async (body: Row) => {
      const { status, body: answer } = await put(id, body);
      return `${status} ${String(answer['code'])} ${String(answer['field'])}`;
    };
    expect(await told({ wallet_balance: 1 })).toBe('422 VALIDATION_FAILED reason');
    expect(await told({ wallet_balance: '-1', reason: 'x' })).toBe('422 VALIDATION_FAILED wallet_balance');
    expect(await told({ wallet_balance: 'lots', reason: 'x' })).toBe('422 VALIDATION_FAILED wallet_balance');
    expect(await told({ wallet_balance: 1, reason: 'asked ada@mail.test' })).toBe(
      '422 VALIDATION_FAILED reason',
    );
    expect(await told({ email: people[0]!.email })).toBe('409 EMAIL_TAKEN email');
    expect(await told({ email: 'no address' })).toBe('422 VALIDATION_FAILED email');
    expect(await told({ first_name: 'evil.com' })).toBe('422 VALIDATION_FAILED first_name');
    expect(formOf((await rowOf(id))!)).toEqual(loaded);
    expect(await put('nobody', { first_name: 'Eve' })).toMatchObject({ status: 404 });
  });

  it('lets support change people, finance change balances, and others neither', async () => {
    await load();
    expect(await put(id, { first_name: 'Eve' }, finance)).toMatchObject({
      status: 403,
      body: { code: 'PERMISSION_MISSING' },
    });
    // Refusing one field refuses the whole form, so the name stays too.
    const both = { first_name: 'Eve', wallet_balance: 6_300, reason: 'support', loaded };
    expect(await put(id, both, support)).toMatchObject({
      status: 403,
      body: { code: 'PERMISSION_MISSING' },
    });
    expect(formOf((await rowOf(id))!)).toEqual(loaded);
    // Sending the balance as shown is no change.
    expect(
      await put(
        id,
        { first_name: 'Evelyn', wallet_balance: loaded['wallet_balance'], reason: '', loaded },
        support,
      ),
    ).toMatchObject({ status: 200, body: { message: 'The user was updated.' } });
    const moved = await put(
      id,
      { wallet_balance: 6_300, reason: 'finance', loaded: { wallet_balance: loaded['wallet_balance'] } },
      finance,
    );
    // The author sees the change in the next list, others a moment later.
    const shown = await users({ search: id }, finance);
    expect([moved.status, shown.user_info[0]!['wallet_balance']]).toEqual([200, 6_300]);
    expect((await put(id, { first_name: 'Eve' }, auditor)).status).toBe(403);
    const customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
    expect((await put(id, { first_name: 'Eve' }, customer)).status).toBe(403);
  });
});
