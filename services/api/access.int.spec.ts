import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ADMIN_LIVE_PATH,
  addressOf,
  CALLS,
  LIVE_PATH,
  type Access,
  type CallName,
} from '../contracts/calls.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';
import { DeclaredRoutes } from './http/declared-routes.js';
import { fastifyAdapter, obeyRules } from './http/http-server.js';
import { RequestMetrics } from './http/request-metrics.js';
import { startTestApi, type TestApi } from './testing/client.js';
import { STUB_API_TOKEN, STUB_PASSWORD } from './testing/stub-people.js';

const ORDER = { amount: '100', network: 1, phone: '08031234567', transaction_pin: '4826' };
const BEARER = { authorization: `Bearer ${STUB_API_TOKEN}` };
const BUY = CALLS.buyAirtime.path;
const NAMES = Object.keys(CALLS) as CallName[];
const accessOf = (name: CallName): Access => CALLS[name].access;
const isOfAdministrators = (name: CallName): boolean => ['admin', 'auditor'].includes(accessOf(name));
const cookieOf = (name: CallName): string => (isOfAdministrators(name) ? 'admin_session' : 'session');

describe('access', () => {
  let api: TestApi;
  beforeAll(async () => void (api = await startTestApi()));
  afterAll(() => api.app.close());

  it('is declared by every route', () => {
    const { list } = api.app.get(DeclaredRoutes);
    expect(list.length).toBeGreaterThan(Object.keys(CALLS).length);
    expect(list.filter(({ rules }) => !rules.access || !rules.kind)).toEqual([]);
    for (const { path, access, kind } of Object.values(CALLS)) {
      const route = list.find(({ url }) => `${url}/` === path);
      expect({ path, access: route?.rules.access, kind: route?.rules.kind }).toEqual({ path, access, kind });
    }
  });

  it('stops the server from starting when a route does not declare it', async () => {
    @Controller()
    class Undeclared {
      @Get('/open')
      open(): string {
        return 'open';
      }
    }
    @Module({ controllers: [Undeclared] })
    class Undeclaring {}
    const { logger } = api.product;
    const adapter = await fastifyAdapter({ trustedProxies: { hops: 0 }, requestTimeoutMs: 30_000, logger });
    const metrics = new RequestMetrics({
      liveConnections: () => 0,
      progress: {
        ready: () => true,
        oldestOpenMs: async () => undefined,
        parked: () => 0,
        lastPosition: async () => 0,
        projected: () => 0,
        dispatching: () => undefined,
      },
    });
    obeyRules(adapter.getInstance(), { metrics, routes: new DeclaredRoutes() });
    const app = await NestFactory.create(Undeclaring, adapter, {
      bodyParser: false,
      logger: false,
      abortOnError: false,
    });
    await expect(app.init()).rejects.toThrow('GET /open does not declare who may use it');
  });

  it('requires a caller on every call that is not public', async () => {
    for (const name of NAMES) {
      if (accessOf(name) === 'public') continue;
      const told = [
        await api.ask(name, ORDER),
        await api.send(CALLS[name].method, addressOf(CALLS[name], 'none').slice(0, -1), ORDER),
        await api.ask(name, { ...ORDER, access_token: 'x', grabToken: 'x' }),
        await api.ask(name, ORDER, { cookie: `${cookieOf(name)}=${'x'.repeat(43)}` }),
      ].map(({ status, body }) => `${status} ${String(body['code'])}`);
      const nobody = '401 AUTH_REQUIRED';
      expect([name, told]).toEqual([name, [nobody, nobody, nobody, '401 SESSION_EXPIRED']]);
    }
  });

  it('lets a customer in by cookie or API token, and keeps customers and administrators apart', async () => {
    const customer = await api.browser('customer');
    const admin = await api.browser('admin', 'admin');
    expect((await api.post(BUY, ORDER, customer)).body).toMatchObject({
      status: true,
      transaction_status: 'Pending',
    });
    expect((await api.post(BUY, ORDER, BEARER)).status).toBe(200);
    // Administrators buy for the house, without a PIN.
    const { transaction_pin: _, ...unsigned } = ORDER;
    expect((await api.post(BUY, unsigned, admin)).status).toBe(200);
    expect(api.product.orders.at(-1)).toMatchObject({
      user: { userId: HOUSE_USER_ID },
      actor: { kind: 'admin', id: 'admin' },
      pin: undefined,
      idempotencyKey: expect.stringMatching(/^admin\//),
    });
    for (const headers of [customer, BEARER])
      expect(await api.post(BUY, unsigned, headers)).toMatchObject({
        status: 422,
        body: { field: 'transaction_pin' },
      });
    expect(await api.post(CALLS.userData.path, {}, admin)).toMatchObject({
      status: 403,
      body: { code: 'WRONG_ROLE' },
    });
    expect(await api.get(LIVE_PATH, BEARER)).toMatchObject({ status: 403, body: { code: 'WRONG_ROLE' } });
    expect(await api.get(LIVE_PATH, admin)).toMatchObject({ status: 403, body: { code: 'WRONG_ROLE' } });
    expect((await api.get(ADMIN_LIVE_PATH)).status).toBe(401);
    for (const headers of [BEARER, customer])
      expect(await api.get(ADMIN_LIVE_PATH, headers)).toMatchObject({
        status: 403,
        body: { code: 'WRONG_ROLE' },
      });
  });

  it('lets only administrators and auditors read their calls', async () => {
    const { path } = CALLS.activeVendors;
    const admin = await api.browser('admin', 'admin');
    const auditor = await api.browser('auditor', 'auditor');
    const customer = await api.browser('customer');
    for (const headers of [admin, auditor, { cookie: auditor['cookie']! }])
      expect(await api.post(path, {}, headers)).toMatchObject({
        status: 200,
        body: {
          active_airtime_api: 1,
          vendors: expect.arrayContaining([expect.objectContaining({ code: 8 })]),
        },
      });
    for (const headers of [customer, BEARER])
      expect(await api.post(path, {}, headers)).toMatchObject({ status: 403, body: { code: 'WRONG_ROLE' } });
    const foreign = { grabToken: customer.accessToken };
    expect((await api.post(path, foreign, admin)).status).toBe(401);
    const restored = await api.post(CALLS.session.path, {}, auditor);
    expect(restored.body).toMatchObject({ role: 'auditor', permissions: [] });
    expect((await api.post(CALLS.session.path, {}, customer)).body).not.toHaveProperty('role');
  });

  it('accepts an API token after the word of older systems too', async () => {
    const answer = await api.post(CALLS.session.path, {}, { authorization: `Token ${STUB_API_TOKEN}` });
    expect(answer.status).not.toBe(401);
  });

  it('refuses wrong API tokens, and any API token sent by a web page', async () => {
    for (const authorization of ['Bearer nl_wrong', 'Bearer ', 'Basic YTpi', `Bearer ${STUB_API_TOKEN} x`])
      expect((await api.post(BUY, ORDER, { authorization })).status).toBe(401);
    const fromPage = await api.post(BUY, ORDER, { ...BEARER, origin: api.url });
    expect(fromPage).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } });
  });

  it('requires the CSRF token of the same session on calls that change something', async () => {
    const { cookie, ...others } = await api.browser('customer');
    const stranger = await api.browser('customer');
    for (const shown of ['', 'x', stranger['x-csrftoken']!])
      expect(await api.post(BUY, ORDER, { cookie: cookie!, 'x-csrftoken': shown })).toMatchObject({
        status: 403,
        body: { code: 'CSRF_FAILED' },
      });
    expect(
      (await api.post(BUY, ORDER, { cookie: cookie!, 'x-csrftoken': others['x-csrftoken']! })).status,
    ).toBe(200);
    expect((await api.post(CALLS.userData.path, {}, { cookie: cookie! })).status).toBe(200);
  });

  it('refuses a body token of another session, and accepts its own', async () => {
    const { accessToken, ...headers } = await api.browser('customer');
    const stranger = await api.browser('customer');
    expect((await api.post(BUY, { ...ORDER, access_token: accessToken }, headers)).status).toBe(200);
    for (const [path, field] of [
      [BUY, 'access_token'],
      [CALLS.notifications.path, 'grabToken'],
      [CALLS.userData.path, 'access_token'],
    ] as const)
      expect((await api.post(path, { ...ORDER, [field]: stranger.accessToken }, headers)).status).toBe(401);
  });

  it('answers 401 before 403 before 422', async () => {
    const { cookie } = await api.browser('customer');
    expect((await api.post(BUY, {})).status).toBe(401);
    expect((await api.post(BUY, {}, { cookie: cookie! })).status).toBe(403);
    expect((await api.post(BUY, {}, BEARER)).status).toBe(422);
  });

  it('answers a wrong role before a foreign token, and that before a missing CSRF token', async () => {
    const { accessToken } = await api.browser('customer');
    const admin = await api.browser('admin', 'admin');
    const { cookie } = await api.browser('customer');
    const body = { ...ORDER, access_token: accessToken };
    const upgrade = CALLS.upgradeApi.path;
    expect((await api.post(upgrade, body, { cookie: admin['cookie']! })).body['code']).toBe('WRONG_ROLE');
    expect((await api.post(BUY, body, { cookie: cookie! })).body['code']).toBe('SESSION_EXPIRED');
    expect((await api.post(BUY, ORDER, { cookie: cookie! })).body['code']).toBe('CSRF_FAILED');
  });

  it('checks the body of every call, also where the handler ignores it', async () => {
    const customer = await api.browser('customer');
    const admin = await api.browser('admin', 'admin');
    for (const name of NAMES) {
      if (accessOf(name) === 'public') continue;
      const headers = isOfAdministrators(name) ? admin : customer;
      expect([name, (await api.ask(name, [1], headers)).status]).toEqual([name, 422]);
    }
  });

  it('names what is wrong with an Idempotency-Key', async () => {
    const answer = await api.post(BUY, ORDER, { ...BEARER, 'idempotency-key': 'no spaces' });
    expect(answer).toMatchObject({ status: 422, body: { field: 'Idempotency-Key' } });
    await api.post(BUY, ORDER, { ...BEARER, 'idempotency-key': 'key-1' });
    expect(api.product.orders.at(-1)).toMatchObject({ idempotencyKey: 'key-1', amount: 10_000n, network: 1 });
  });
});

describe('signing in', () => {
  let api: TestApi;
  beforeAll(async () => void (api = await startTestApi({ PUBLIC_URL: 'https://naira.test' })));
  afterAll(() => api.app.close());
  const login = (headers?: Record<string, string>) =>
    api.post(
      CALLS.login.path,
      { email: 'customer@demo.test', password: STUB_PASSWORD, login_device: 1 },
      headers,
    );

  it('sets cookies bound to our own site over https, and ends them on logout', async () => {
    const answer = await login({ origin: 'https://naira.test', 'sec-fetch-site': 'same-origin' });
    expect(answer.body).toMatchObject({ status: true, is_email_verify: true, is_transaction_pin_set: true });
    const [session, csrf, ends] = answer.headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    expect(csrf).toMatch(/^csrftoken=[\w-]+; Path=\/; Secure; SameSite=Lax$/);
    expect(ends).toMatch(/^session_ends=\d{10}; Path=\/; Secure; SameSite=Lax$/);
    const cookie = `${session!.split(';')[0]}; ${csrf!.split(';')[0]}`;
    const restored = await api.post(CALLS.session.path, {}, { cookie });
    expect(restored.body['access_token']).toBe(answer.body['access_token']);
    const out = await api.post(
      CALLS.logout.path,
      {},
      { cookie, 'x-csrftoken': csrf!.split(';')[0]!.split('=')[1]! },
    );
    expect([out.status, out.headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining('Max-Age=0')]);
    expect((await api.post(CALLS.session.path, {}, { cookie })).body['code']).toBe('SESSION_EXPIRED');
  });

  it('is refused for another site, and on the login page of the other role', async () => {
    for (const headers of [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ])
      expect((await login(headers)).body['code']).toBe('CROSS_SITE');
    const atAdminDoor = { username: 'customer@demo.test', password: STUB_PASSWORD };
    expect((await api.post(CALLS.adminLogin.path, atAdminDoor)).body['code']).toBe('LOGIN_FAILED');
    const admin = await api.post(CALLS.adminLogin.path, {
      username: 'admin@demo.test',
      password: STUB_PASSWORD,
    });
    expect(admin.headers.getSetCookie()[0]).toMatch(/^__Host-admin_session=/);
  });

  it('replaces an existing session', async () => {
    const first = (await login()).headers.getSetCookie()[0]!.split(';')[0]!;
    await login({ cookie: first });
    expect((await api.post(CALLS.session.path, {}, { cookie: first })).status).toBe(401);
  });
});
