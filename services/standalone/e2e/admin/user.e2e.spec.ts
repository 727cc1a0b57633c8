import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../../infra/testing/product.js';
import { buyAirtime, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { type NewCustomer, newCustomer, ownEmail } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Support's view of a customer, and the stop of their spending. */
let product: SharedProduct;
let ada: SeededUser;
let owner: SignedIn;
let auditor: SignedIn;
let person: NewCustomer;
let customer: SignedIn;

beforeAll(async () => {
  product = await takeProduct();
  [ada] = (await seed(product.folder, 1, 5_000)) as [SeededUser];
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  person = await newCustomer(product);
  customer = await signIn(product.url, person.email, person.password);
});

afterAll(() => product?.giveBack());

type Row = Record<string, unknown>;
const post = (path: string, body: unknown = {}, { headers } = owner) =>
  send(product.url + path, 'POST', body, headers);
const record = async (id: string, by = owner) => (await post('/api/admin-user/', { id }, by)).body as Row;
const freeze = (id: string, by = owner) => post(`/api/admin-freeze-user/${id}/`, { reason: 'a theft' }, by);
const unfreeze = (id: string) => post(`/api/admin-unfreeze-user/${id}/`, { reason: 'they called' });
const idOf = async (email: string) =>
  String(((await post('/api/user-management/', { search: email })).body['user_info'] as Row[])[0]!['id']);

describe('stopped spending', () => {
  it('is refused for every product until it is allowed again', async () => {
    const id = await idOf(person.email);
    expect((await freeze(id)).body).toEqual({ status: true, message: 'Spending is stopped.' });
    expect((await freeze(id)).body['message']).toBe('Spending is stopped already.');
    const pin = { transaction_pin: '4826' };
    const airtime = { amount: 100, network: 1, phone: '08035000021', ...pin };
    for (const [path, body] of [
      ['/api/buycard/', airtime],
      ['/api/upgrade-api/', pin],
    ] as const) {
      const { status, body: answer } = await post(path, body, customer);
      expect([path, status, answer['code']]).toEqual([path, 403, 'SPENDING_FROZEN']);
      expect(answer['message']).toContain('You have not been charged');
    }
    const freezes = [{ id: expect.any(String), reason: 'a theft' }];
    expect(await record(id)).toMatchObject({ user: { frozen: true }, freezes, holds: [] });
    const other = { reason: 'they called', freeze_id: 'another' };
    expect((await post(`/api/admin-unfreeze-user/${id}/`, other)).body['code']).toBe('STALE_EDIT');
    expect((await unfreeze(id)).body['message']).toBe('The user can spend again.');
    expect((await post('/api/buycard/', airtime, customer)).status).toBe(200);
  });

  it('is refused for the API token too, while accepted keys keep their answers', async () => {
    const first = await buyAirtime(product.url, ada, '08035000031');
    expect(first.status).toBe(200);
    await freeze(ada.userId);
    expect((await buyAirtime(product.url, ada, '08035000032')).body['code']).toBe('SPENDING_FROZEN');
    const again = await buyAirtime(product.url, ada, '08035000031');
    expect([again.status, again.body['reference']]).toEqual([200, first.body['reference']]);
    await unfreeze(ada.userId);
  });

  it('accepts no order after the answer to the stop', async () => {
    for (let round = 0; round < 5; round += 1) {
      const orders = Array.from({ length: 12 }, (_, index) =>
        buyAirtime(product.url, ada, `080350${round}${String(index).padStart(4, '0')}`, { amount: 60 }),
      );
      await freeze(ada.userId);
      const { wallet } = (await record(ada.userId)) as { wallet: { total_transactions: number } };
      const late = await buyAirtime(product.url, ada, `080351${round}0000`, { amount: 60 });
      expect(late.body['code']).toBe('SPENDING_FROZEN');
      for (const { status, body } of await Promise.all(orders))
        expect(status === 200 || body['code'] === 'SPENDING_FROZEN').toBe(true);
      expect(wallet.total_transactions).toBeGreaterThanOrEqual(0);
      await unfreeze(ada.userId);
    }
  });

  it('needs a reason, a customer and the permission', async () => {
    expect((await post(`/api/admin-freeze-user/${ada.userId}/`, {})).status).toBe(422);
    expect((await freeze('nobody')).body['code']).toBe('USER_NOT_FOUND');
    expect((await freeze(ada.userId, auditor)).body['code']).toBe('WRONG_ROLE');
    expect((await freeze(ada.userId, customer)).body['code']).toBe('WRONG_ROLE');
  });
});

describe('the limit of calls', () => {
  const limit = (perSecond: unknown, by = owner) =>
    post(`/api/admin-call-limit/${ada.userId}/`, { per_second: perSecond }, by);

  it('is raised by an administrator, who is named beside it', async () => {
    expect((await limit(200)).body['message']).toBe('The user may make up to 200 calls a second.');
    const raised = await record(ada.userId);
    expect(raised['calls_per_second']).toBe(200);
    expect((raised['events'] as Row[])[0]).toMatchObject({ type: 'CallLimitChanged', by: 'Chidi' });
    expect((await limit(0)).status).toBe(200);
    expect((await record(ada.userId))['calls_per_second']).toBeNull();
  });

  it('is a whole number, and no matter of customers and auditors', async () => {
    for (const wrong of [-1, 1.5, '2e2', '', null]) expect((await limit(wrong)).status).toBe(422);
    for (const who of [auditor, customer]) expect((await limit(200, who)).body['code']).toBe('WRONG_ROLE');
  });
});

describe('a customer', () => {
  it('is shown to support with wallet, holds, history, events and sessions', async () => {
    await buyAirtime(product.url, ada, '08035000041');
    const shown = await eventually(
      () => record(ada.userId),
      ({ history }) => (history as Row[]).length > 0,
    );
    expect(shown).toMatchObject({ status: true, user: { id: ada.userId, email: ada.email } });
    const events = shown['events'] as Row[];
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['UserRegistered', 'SpendingFrozen']),
    );
    expect(events.find(({ type }) => type === 'SpendingFrozen')).toMatchObject({
      by: 'Chidi',
      reason: 'a theft',
    });
    expect((await post('/api/admin-user/', { id: 'nobody' })).body['code']).toBe('USER_NOT_FOUND');
  });

  it('is masked for an auditor', async () => {
    const text = JSON.stringify(await record(ada.userId, auditor));
    for (const secret of [ada.email, '08035000041', '+2348035000041', ada.apiToken.slice(-4)])
      expect(text).not.toContain(secret);
  });

  it('can be signed out everywhere, and mailed a code while the email is unverified', async () => {
    const id = await idOf(person.email);
    expect(((await record(id))['sessions'] as Row[]).length).toBeGreaterThan(0);
    expect((await post(`/api/admin-sign-out-user/${id}/`)).status).toBe(200);
    expect((await post('/api/user_data/', {}, customer)).status).toBe(401);
    expect((await record(id))['sessions']).toEqual([]);
    await signIn(product.url, person.email, person.password);
    expect((await post(`/api/admin-resend-code/${id}/`)).body['message']).toBe(
      'The email is verified already.',
    );
    await send(`${product.url}/api/update-user/${id}/`, 'PUT', { email: ownEmail('moved') }, owner.headers);
    expect((await post(`/api/admin-resend-code/${id}/`)).body['message']).toBe('A new code is on its way.');
  });
});
