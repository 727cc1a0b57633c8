import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { bearer, call, send, signIn } from '../testing/callers.js';
import type { Answer, SignedIn } from '../testing/callers.js';
import { newCustomer, type NewCustomer } from '../testing/people.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';

let product: SharedProduct;
let ada: NewCustomer;
let customer: SignedIn;
let admin: SignedIn;
let user: SeededUser;

beforeAll(async () => {
  product = await takeProduct();
  [user] = (await seed(product.folder, 1, 1_000)) as [SeededUser];
  ada = await newCustomer(product, { naira: 0 });
  customer = await enter();
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
});

afterAll(() => product?.giveBack());

const enter = (): Promise<SignedIn> => signIn(product.url, ada.email, ada.password);
const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  send(product.url + path, 'POST', body, headers);
const said = ({ status, body }: Answer): unknown[] => [status, body['code']];
const order = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };
const userData = (headers: Record<string, string>, body: unknown = {}): Promise<Answer> =>
  post('/api/user_data/', body, headers);

describe('a session', () => {
  it('is its cookie: HttpOnly, same site, and enough by itself to read', async () => {
    const { email, password } = ada;
    const { headers } = await post('/api/user_login/', { email, password });
    const cookie = headers.getSetCookie().find((line) => line.startsWith('session='));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect((await userData({ cookie: customer.cookie })).status).toBe(200);
  });

  it('is not opened by the token that pages can read', async () => {
    expect(said(await userData({}, { access_token: customer.accessToken }))).toEqual([401, 'AUTH_REQUIRED']);
    expect(said(await userData({ authorization: `Bearer ${customer.accessToken}` }))).toEqual([
      401,
      'AUTH_REQUIRED',
    ]);
    expect(said(await userData({ cookie: `session=${customer.accessToken}` }))).toEqual([
      401,
      'SESSION_EXPIRED',
    ]);
  });

  it('accepts only its own token in the body', async () => {
    const { headers } = customer;
    expect((await userData(headers, { access_token: customer.accessToken })).status).toBe(200);
    const other = await enter();
    expect(said(await userData(headers, { access_token: other.accessToken }))).toEqual([
      401,
      'SESSION_EXPIRED',
    ]);
  });

  it('refuses changes without its own X-CSRFToken', async () => {
    const other = await enter();
    const { cookie } = customer;
    for (const headers of [
      { cookie },
      { cookie, 'x-csrftoken': '' },
      { cookie, 'x-csrftoken': 'guess' },
      { cookie, 'x-csrftoken': other.headers['x-csrftoken']! },
    ])
      expect(said(await post('/api/buycard/', order, headers))).toEqual([403, 'CSRF_FAILED']);
  });

  it('ends on logout and on a new login', async () => {
    const { email, password } = ada;
    const first = await enter();
    const again = await post('/api/user_login/', { email, password }, { cookie: first.cookie });
    expect(again.status).toBe(200);
    expect(said(await userData(first.headers))).toEqual([401, 'SESSION_EXPIRED']);
    const second = await enter();
    expect((await post('/api/logout/', {}, second.headers)).status).toBe(200);
    expect(said(await userData(second.headers))).toEqual([401, 'SESSION_EXPIRED']);
  });
});

describe('an API token', () => {
  it('needs no cookie and no X-CSRFToken', async () => {
    expect(
      (await call(product.url, user, '/api/buycard/', { ...order, transaction_pin: user.pin })).status,
    ).toBe(200);
  });

  it('is refused from a web page', async () => {
    const headers = { ...bearer(user), origin: product.url };
    expect(said(await post('/api/buycard/', order, headers))).toEqual([403, 'CROSS_SITE']);
  });

  it('is refused when invalid', async () => {
    for (const authorization of ['Bearer nl_x', 'Bearer', 'Basic abc', `Bearer ${user.apiToken}x`, ''])
      expect((await userData({ authorization })).status).toBe(401);
  });
});

describe('the doors', () => {
  const BODIES = {
    customer: () => ({ email: ada.email, password: ada.password }),
    'customer, as an administrator': () => ({ username: ada.email, password: ada.password }),
    administrator: () => ({ username: 'admin@demo.test', password: 'Admin-pass-1' }),
    'administrator, as a customer': () => ({ email: 'admin@demo.test', password: 'Admin-pass-1' }),
    'auditor, as a customer': () => ({ email: 'auditor@demo.test', password: 'Audit-pass-1' }),
  };

  it.each([
    ['/api/user_login/', 'administrator, as a customer'],
    ['/api/user_login/', 'auditor, as a customer'],
    ['/api/admin-login/', 'customer, as an administrator'],
  ] as const)('%s is not for an account of another kind: %s', async (path, who) =>
    expect(said(await post(path, BODIES[who]()))).toEqual([401, 'LOGIN_FAILED']),
  );

  it.each([
    ['/api/user_login/', 'customer'],
    ['/api/admin-login/', 'administrator'],
  ] as const)('%s is shut to other sites for a %s', async (path, who) => {
    const body = BODIES[who]();
    expect(said(await post(path, body, { origin: 'https://elsewhere.test' }))).toEqual([403, 'CROSS_SITE']);
    expect(said(await post(path, body, { 'sec-fetch-site': 'cross-site' }))).toEqual([403, 'CROSS_SITE']);
    expect((await post(path, body, { origin: product.url, 'sec-fetch-site': 'same-origin' })).status).toBe(
      200,
    );
  });

  it('keep administrators off the calls of customers', async () => {
    expect(said(await userData(admin.headers))).toEqual([403, 'WRONG_ROLE']);
    for (const path of ['/api/set-transaction-pin/', '/api/upgrade-api/'])
      expect(said(await post(path, { transaction_pin: '4826' }, admin.headers))).toEqual([403, 'WRONG_ROLE']);
  });
});
