import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { startTestApi, type TestApi } from './testing/client.js';
import { HOUSE_USER_ID } from '../ledger/streams.js';

/** Server for requests without an account, and for browsers with two sessions. */
let api: TestApi | undefined;
afterEach(async () => {
  await api?.app.close();
  api = undefined;
});

const MALFORMED = { email: 5, password: 5 };
const LOGIN = '/api/user_login/';

async function logins(
  headers: readonly Record<string, string>[],
  body: unknown = MALFORMED,
): Promise<number[]> {
  const statuses: number[] = [];
  for (const own of headers) statuses.push((await api!.post(LOGIN, body, own)).status);
  return statuses;
}

const times = (count: number, headers: Record<string, string> = {}) =>
  Array.from({ length: count }, () => headers);

/** Sends raw bytes and returns all text until the server closes the connection. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(api!.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('malformed requests', () => {
  it('are counted per address, and refused unread above the limit', async () => {
    api = await startTestApi({ RATE_LIMIT_MALFORMED: '3' });
    expect(await logins(times(4))).toEqual([422, 422, 422, 429]);
    expect(await logins(times(1), { email: 'customer@demo.test', password: 'Demo-pass-1' })).toEqual([429]);
    const refused = await api.post(LOGIN, MALFORMED);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect(refused.body).toMatchObject({ status: false, code: 'RATE_LIMITED' });
  });

  it.each([
    ['invalid JSON', '{', 'application/json'],
    ['another type', '<a/>', 'text/xml'],
    ['too much', `"${'x'.repeat(70_000)}"`, 'application/json'],
  ])('count for every kind of fault: %s', async (_what, body, type) => {
    api = await startTestApi({ RATE_LIMIT_MALFORMED: '1' });
    await fetch(`${api.url}${LOGIN}`, { method: 'POST', headers: { 'content-type': type }, body });
    expect(await logins(times(1))).toEqual([429]);
  });

  it('do not lock out callers with a session or an API token behind a shared address', async () => {
    api = await startTestApi({ RATE_LIMIT_MALFORMED: '1' });
    const { accessToken: _, ...browser } = await api.browser('customer');
    const { accessToken: __, ...admin } = await api.browser('admin', 'admin');
    expect(await logins(times(2))).toEqual([422, 429]);
    for (const headers of [browser, { authorization: `Bearer nl_${'a'.repeat(43)}` }])
      expect((await api.post('/api/user_data/', {}, headers)).status).toBe(200);
    expect((await api.post('/api/session/', {}, admin)).status).toBe(200);
    expect((await api.post('/api/user_data/', {}, { cookie: 'session=made-up' })).status).toBe(429);
    expect((await api.get('/healthz')).status).toBe(200);
    expect((await api.post('/webhooks/monnify', {}, { 'monnify-signature': 'right' })).status).toBe(200);
  });

  it('of a customer do not count against the address', async () => {
    api = await startTestApi({ RATE_LIMIT_MALFORMED: '1' });
    const { accessToken: _, ...browser } = await api.browser('customer');
    for (let count = 0; count < 3; count += 1)
      expect((await api.post('/api/buycard/', {}, browser)).status).toBe(422);
    for (const [body, status] of [
      ['{', 400],
      [`"${'x'.repeat(70_000)}"`, 413],
    ] as const) {
      const headers = { ...browser, 'content-type': 'application/json' };
      expect((await fetch(`${api.url}/api/buycard/`, { method: 'POST', headers, body })).status).toBe(status);
    }
    expect(await logins(times(1))).toEqual([422]);
  });
});

describe('X-Forwarded-For', () => {
  const says = (forwarded: string) => ({ 'x-forwarded-for': forwarded });

  it('is ignored by default', async () => {
    api = await startTestApi({ RATE_LIMIT_MALFORMED: '1' });
    expect(await logins([says('203.0.113.1'), says('203.0.113.2')])).toEqual([422, 429]);
  });

  it.each(['1', '127.0.0.1', '127.0.0.0/8,::1'])(
    'is trusted from the nearest proxy alone with TRUST_PROXY=%s',
    async (trusted) => {
      api = await startTestApi({ RATE_LIMIT_MALFORMED: '1', TRUST_PROXY: trusted });
      expect(await logins([says('198.51.100.1, 203.0.113.1'), says('198.51.100.2, 203.0.113.1')])).toEqual([
        422, 429,
      ]);
      expect(await logins([says('198.51.100.1, 203.0.113.2')])).toEqual([422]);
    },
  );

  it('is trusted from two proxies when two are configured', async () => {
    api = await startTestApi({ RATE_LIMIT_MALFORMED: '1', TRUST_PROXY: '2' });
    expect(
      await logins([says('6.6.6.6, 203.0.113.1, 10.0.0.1'), says('7.7.7.7, 203.0.113.1, 10.0.0.2')]),
    ).toEqual([422, 429]);
  });

  it('is ignored from a caller outside the trusted networks', async () => {
    api = await startTestApi({ RATE_LIMIT_MALFORMED: '1', TRUST_PROXY: '10.0.0.0/8' });
    expect(await logins([says('203.0.113.1'), says('203.0.113.2')])).toEqual([422, 429]);
  });
});

describe('a request that never ends', () => {
  it.each([
    [
      'body',
      `POST ${LOGIN} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{"email":`,
    ],
    [
      'chunked body',
      `POST ${LOGIN} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n`,
    ],
    ['header', `POST ${LOGIN} HTTP/1.1\r\nhost: a\r\nx-a: b`],
  ])('is answered 408 when its %s does not arrive in time', async (_what, text) => {
    api = await startTestApi({ REQUEST_TIMEOUT: '50ms' });
    const answer = await raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
      status: false,
      code: 'REQUEST_TIMEOUT',
    });
  });

  it('may be awaited longer than the five minutes of Node', async () => {
    api = await startTestApi({ REQUEST_TIMEOUT: '1h' });
    const { status } = await api.post(LOGIN, { email: 'customer@demo.test', password: 'Demo-pass-1' });
    expect(status).toBe(200);
  });

  it('is refused in the format of the contract when it is not HTTP', async () => {
    api = await startTestApi();
    expect(await raw('rubbish\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"code":"INVALID_REQUEST"/);
  });
});

describe('two sessions in one browser', () => {
  const cookiesOf = (answer: { headers: Headers }): Map<string, string> =>
    new Map(answer.headers.getSetCookie().map((line) => line.split(';')[0]!.split('=') as [string, string]));

  it('have one CSRF token each, and log out separately', async () => {
    api = await startTestApi();
    const password = 'Demo-pass-1';
    const customer = cookiesOf(await api.post(LOGIN, { email: 'customer@demo.test', password }));
    const admin = cookiesOf(await api.post('/api/admin-login/', { username: 'admin@demo.test', password }));
    expect([...customer.keys()].sort()).toEqual(['csrftoken', 'device', 'session', 'session_ends']);
    expect([...admin.keys()].sort()).toEqual(['admin_csrftoken', 'admin_device', 'admin_session']);
    const jar = new Map([...customer, ...admin]);
    const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ');
    const csrf = (name: string) => ({ cookie: cookie(), 'x-csrftoken': jar.get(name)! });
    const order = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };
    // The customer's page still works after an administrator's login in the same browser.
    expect((await api.post('/api/buycard/', order, csrf('csrftoken'))).status).toBe(200);
    expect(api.product.orders.at(-1)?.user.userId).toBe('customer');
    // The administrator's page buys for the house, never for that customer.
    expect((await api.post('/api/buycard/', order, csrf('admin_csrftoken'))).status).toBe(200);
    expect(api.product.orders.at(-1)?.user.userId).toBe(HOUSE_USER_ID);
    const out = await api.post('/api/logout/', {}, csrf('admin_csrftoken'));
    expect(out.status).toBe(200);
    expect([...cookiesOf(out).keys()].sort()).toEqual(['admin_csrftoken', 'admin_session']);
    expect((await api.post('/api/buycard/', order, csrf('csrftoken'))).status).toBe(200);
    expect((await api.post('/api/logout/', {}, csrf('admin_csrftoken'))).status).toBe(403);
  });
});

it('logs a webhook with a wrong signature on one line, with its origin and without its content', async () => {
  api = await startTestApi();
  const warn = jest.spyOn(api.product.logger, 'warn');
  expect((await api.post('/webhooks/monnify', { a: 'secret' }, { 'monnify-signature': 'x' })).status).toBe(
    401,
  );
  expect(warn.mock.calls).toEqual([
    [{ route: '/webhooks/monnify', address: '127.0.0.1' }, 'webhook with a wrong signature'],
  ]);
});

it('a HEAD request of the live stream takes no live connection', async () => {
  api = await startTestApi();
  const { accessToken: _, ...browser } = await api.browser('customer');
  for (let count = 0; count < 10; count += 1) {
    const head = await fetch(`${api.url}/api/live`, { method: 'HEAD', headers: browser });
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  }
  const abort = new AbortController();
  const live = await fetch(`${api.url}/api/live`, { headers: browser, signal: abort.signal });
  expect(live.status).toBe(200);
  abort.abort();
});

it('serves no dotfile of the build', async () => {
  const web = mkdtempSync(join(tmpdir(), 'web-'));
  try {
    mkdirSync(join(web, '.vite'));
    for (const name of ['.vite/manifest.json', '.secret.txt', 'index.html', 'shown.json'])
      writeFileSync(join(web, name), '{}');
    api = await startTestApi({}, web);
    for (const path of ['/.vite/manifest.json', '/.secret.txt', '/%2evite/manifest.json'])
      expect([path, (await api.get(path)).status]).toEqual([path, 404]);
    expect((await api.get('/shown.json')).status).toBe(200);
  } finally {
    rmSync(web, { recursive: true });
  }
});

describe('metrics of the process in production', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://wallet.example',
    SANDBOX: '1',
    MONNIFY_SECRET_KEY: 'a'.repeat(16),
    VTPASS_SECRET_KEY: 'b'.repeat(16),
    VTPASS_WEBHOOK_SECRET: 'c'.repeat(16),
    METRICS_TOKEN: 'a-token-of-the-monitor',
  };
  const OUTSIDER = { 'x-forwarded-for': '203.0.113.1' };

  it('are for this machine and for holders of METRICS_TOKEN', async () => {
    api = await startTestApi(PRODUCTION);
    expect((await api.get('/readyz', OUTSIDER)).body).toEqual({ status: true });
    expect((await api.get('/metrics', OUTSIDER)).status).toBe(404);
    for (const headers of [{}, { ...OUTSIDER, authorization: `Bearer ${PRODUCTION.METRICS_TOKEN}` }]) {
      expect((await api.get('/readyz', headers)).body).toHaveProperty('problems');
      expect((await api.get('/metrics', headers)).status).toBe(200);
    }
  });
});
