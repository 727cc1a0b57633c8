import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CALLS } from '../contracts/calls.js';
import { DeclaredRoutes } from './declared-routes.js';
import { fastifyAdapter, obeyRules } from './http-server.js';
import { RequestMetrics } from './request-metrics.js';
import { startTestApi, type TestApi } from './testing/client.js';
import { STUB_API_TOKEN, STUB_PASSWORD } from './testing/stub-deps.js';

const ORDER = { amount: '100', network: 1, phone: '08031234567', transaction_pin: '4826' };
const BEARER = { authorization: `Bearer ${STUB_API_TOKEN}` };
const BUY = CALLS.buyAirtime.path;

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

  it('that is not declared stops the server from starting', async () => {
    @Controller()
    class Undeclared {
      @Get('/open')
      open(): string {
        return 'open';
      }
    }
    @Module({ controllers: [Undeclared] })
    class Undeclaring {}
    const { logger } = api.product.deps;
    const adapter = fastifyAdapter({ trustProxy: false, logger });
    const metrics = new RequestMetrics({
      liveConnections: () => 0,
      progress: {
        ready: () => true,
        oldestOpenMs: async () => undefined,
        lastPosition: async () => 0,
        projected: () => 0,
        vending: () => undefined,
      },
    });
    obeyRules(adapter.getInstance(), { admission: {} as never, metrics, routes: new DeclaredRoutes() });
    const app = await NestFactory.create(Undeclaring, adapter, {
      bodyParser: false,
      logger: false,
      abortOnError: false,
    });
    await expect(app.init()).rejects.toThrow('GET /open does not declare who may use it');
  });

  it('demands a caller on every call that is not public', async () => {
    for (const { path, access } of Object.values(CALLS)) {
      if ((access as string) === 'public') continue;
      for (const address of [path, path.slice(0, -1)])
        expect([address, (await api.post(address, ORDER)).status]).toEqual([address, 401]);
      expect((await api.post(path, { ...ORDER, access_token: 'x' })).body['code']).toBe('AUTH_REQUIRED');
      expect((await api.post(path, ORDER, { cookie: `session=${'x'.repeat(43)}` })).body['code']).toBe(
        'SESSION_EXPIRED',
      );
    }
  });

  it('lets a customer in by cookie or API token, and tells them apart from administrators', async () => {
    const customer = await api.browser('customer');
    const admin = await api.browser('admin', 'admin');
    expect((await api.post(BUY, ORDER, customer)).body).toMatchObject({
      status: true,
      transaction_status: 'Pending',
    });
    expect((await api.post(BUY, ORDER, BEARER)).status).toBe(200);
    expect(await api.post(BUY, ORDER, admin)).toMatchObject({ status: 403, body: { code: 'WRONG_ROLE' } });
    expect(await api.post(CALLS.userData.path, {}, admin)).toMatchObject({
      status: 403,
      body: { code: 'WRONG_ROLE' },
    });
    expect(await api.get('/api/live', BEARER)).toMatchObject({ status: 403, body: { code: 'WRONG_ROLE' } });
  });

  it('refuses API tokens that are wrong, or that a web page sends', async () => {
    for (const authorization of ['Bearer nl_wrong', 'Bearer ', 'Basic YTpi', `Bearer ${STUB_API_TOKEN} x`])
      expect((await api.post(BUY, ORDER, { authorization })).status).toBe(401);
    const fromPage = await api.post(BUY, ORDER, { ...BEARER, origin: api.url });
    expect(fromPage).toMatchObject({ status: 403, body: { code: 'CROSS_SITE' } });
  });

  it('wants the CSRF token of this very session on calls that change something', async () => {
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

  it('refuses a body token of another session, and takes the right one', async () => {
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

  it('sets cookies that only our own site over https can see, and logging out ends them', async () => {
    const answer = await login({ origin: 'https://naira.test', 'sec-fetch-site': 'same-origin' });
    expect(answer.body).toMatchObject({ status: true, is_email_verify: true, is_transaction_pin_set: true });
    const [session, csrf] = answer.headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(csrf).toMatch(/^csrftoken=[\w-]+; Path=\/; SameSite=Lax; Secure$/);
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

  it('is refused when another site asks for it, and at the wrong door', async () => {
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

  it('again replaces the session there was', async () => {
    const first = (await login()).headers.getSetCookie()[0]!.split(';')[0]!;
    await login({ cookie: first });
    expect((await api.post(CALLS.session.path, {}, { cookie: first })).status).toBe(401);
  });
});
