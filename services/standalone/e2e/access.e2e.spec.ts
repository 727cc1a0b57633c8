import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed, startStandalone } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { bearer, call, send, signIn } from '../testing/callers.js';
import type { Answer, SignedIn } from '../testing/callers.js';

/** Who gets in, and how far, against the running product. */
let folder: string;
let settings: Record<string, string>;
let product: Running;
let customer: SignedIn;
let admin: SignedIn;
let user: SeededUser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'access-'));
  settings = { DATA_DIR: folder, LOG_LEVEL: 'error', SANDBOX_LATENCY_MS: '5' };
  product = await startStandalone(settings);
  [user] = (await seed(folder, 1, 1_000)) as [SeededUser];
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  send(product.url + path, 'POST', body, headers);
const said = ({ status, body }: Answer): unknown[] => [status, body['code']];
const order = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };
const userData = (headers: Record<string, string>, body: unknown = {}): Promise<Answer> =>
  post('/api/user_data/', body, headers);

describe('a session', () => {
  it('is its cookie: HttpOnly, same site, and enough by itself to read', async () => {
    const { headers } = await post('/api/user_login/', {
      email: 'customer@demo.test',
      password: 'Demo-pass-1',
    });
    const cookie = headers.getSetCookie().find((line) => line.startsWith('session='));
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect((await userData({ cookie: customer.cookie })).status).toBe(200);
  });

  it('is not the token that a page can read', async () => {
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

  it('takes a token in the body only when it is its own', async () => {
    const { headers } = customer;
    expect((await userData(headers, { access_token: customer.accessToken })).status).toBe(200);
    const other = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
    expect(said(await userData(headers, { access_token: other.accessToken }))).toEqual([
      401,
      'SESSION_EXPIRED',
    ]);
  });

  it('changes nothing without the X-CSRFToken of this very session', async () => {
    const other = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
    const { cookie } = customer;
    for (const headers of [
      { cookie },
      { cookie, 'x-csrftoken': '' },
      { cookie, 'x-csrftoken': 'guess' },
      { cookie, 'x-csrftoken': other.headers['x-csrftoken']! },
    ])
      expect(said(await post('/api/buycard/', order, headers))).toEqual([403, 'CSRF_FAILED']);
  });

  it('ends with logout, and with a new login on top of it', async () => {
    const first = await signIn(product.url, 'affiliate@demo.test', 'Demo-pass-1');
    const again = await post(
      '/api/user_login/',
      { email: 'affiliate@demo.test', password: 'Demo-pass-1' },
      { cookie: first.cookie },
    );
    expect(again.status).toBe(200);
    expect(said(await userData(first.headers))).toEqual([401, 'SESSION_EXPIRED']);
    const second = await signIn(product.url, 'affiliate@demo.test', 'Demo-pass-1');
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

  it('is refused when it is not one', async () => {
    for (const authorization of ['Bearer nl_x', 'Bearer', 'Basic abc', `Bearer ${user.apiToken}x`, ''])
      expect((await userData({ authorization })).status).toBe(401);
  });
});

it('locks a PIN after five wrong ones, and neither the lock nor a session ends with the process', async () => {
  const [other] = (await seed(folder, 1, 1_000)) as [SeededUser];
  const buy = async (pin: string): Promise<unknown[]> =>
    said(await call(product.url, other, '/api/buycard/', { ...order, transaction_pin: pin }));
  const wrong = other.pin === '1357' ? '2468' : '1357';
  const answers: unknown[][] = [];
  for (let n = 0; n < 6; n++) answers.push(await buy(wrong));
  expect(answers.slice(0, 4)).toEqual(Array(4).fill([422, 'PIN_INCORRECT']));
  expect(answers[5]).toEqual([423, 'PIN_LOCKED']);
  expect(await buy(other.pin)).toEqual([423, 'PIN_LOCKED']);
  await product.stop();
  product = await startStandalone(settings);
  expect(await buy(other.pin)).toEqual([423, 'PIN_LOCKED']);
  expect((await userData(customer.headers)).status).toBe(200);
  expect((await userData(bearer(other))).body['user_data']).toMatchObject({ user_wallet: 1_000 });
});

describe('the doors', () => {
  it.each([
    ['/api/user_login/', { email: 'admin@demo.test', password: 'Admin-pass-1' }],
    ['/api/user_login/', { email: 'auditor@demo.test', password: 'Audit-pass-1' }],
    ['/api/admin-login/', { username: 'customer@demo.test', password: 'Demo-pass-1' }],
  ])('%s is not for %j', async (path, body) =>
    expect(said(await post(path, body))).toEqual([401, 'LOGIN_FAILED']),
  );

  it.each([
    ['/api/user_login/', { email: 'customer@demo.test', password: 'Demo-pass-1' }],
    ['/api/admin-login/', { username: 'admin@demo.test', password: 'Admin-pass-1' }],
  ])('%s is shut to other sites', async (path, body) => {
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

  it('close after ten wrong passwords, to the right one too, and stay open for servers', async () => {
    const wrong = { email: 'affiliate@demo.test', password: 'Wrong-pass-1' };
    const answers: number[] = [];
    for (let n = 0; n < 13; n++) answers.push((await post('/api/user_login/', wrong)).status);
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(answers.at(-1)).toBe(429);
    const right = { email: 'affiliate@demo.test', password: 'Demo-pass-1' };
    expect(said(await post('/api/user_login/', right))).toEqual([429, 'LOGIN_LOCKED']);
    expect((await userData(bearer(user))).status).toBe(200);
    expect((await userData(customer.headers)).status).toBe(200);
  });
});
