import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { KeysUnavailable } from '../../infra/crypto/key-vault.js';
import {
  AppendOutcomeUnknown,
  RevisionConflict,
  StoreUnavailable,
} from '../../infra/event-store/event-store.js';
import { ADMINISTRATORS_CHANNEL, EVERYBODY_CHANNEL } from '../../infra/live/live-hub.js';
import { ReadModelsUnavailable } from '../../infra/read-store/view.js';
import { SessionsUnavailable } from '../../infra/sessions/session-store.js';
import { until } from '../../infra/testing/until.js';
import { ADMIN_LIVE_PATH, CALLS, LIVE_PATH } from '../contracts/calls.js';
import { RuleBroken } from '../contracts/errors.js';
import { LedgerDamaged } from '../../infra/event-store/lmdb/ledger-damaged.js';
import { UnreadableWallet } from '../wallet/unreadable-wallet.js';
import { Stopping } from './http/stopping.js';
import { startTestApi, type TestApi } from './testing/client.js';
import { STUB_API_TOKEN } from './testing/stub-people.js';

const ORDER = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };
const HEAD = { revision: 6, hash: 'ab' };
const BEARER = { authorization: `Bearer ${STUB_API_TOKEN}` };

function webFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'web-'));
  writeFileSync(
    join(dir, 'index.html'),
    '<style nonce="__CSP_NONCE__"></style><meta content="__CSP_NONCE__">',
  );
  writeFileSync(join(dir, 'app-AbCd1234.js'), 'export {};');
  writeFileSync(join(dir, 'app-AbCd1234.js.gz'), 'zipped');
  return dir;
}

describe('the server', () => {
  let api: TestApi;
  // Timeouts so long that a slow machine cuts nothing off.
  const settings = { LIST_WAIT: '4m', SHUTDOWN_TIMEOUT: '4m' };
  beforeEach(async () => void (api = await startTestApi(settings, webFolder())));
  afterEach(() => api.app.close());

  it('reads a body that begins with a byte order mark', async () => {
    const answer = await fetch(new URL(CALLS.buyAirtime.path, api.url), {
      method: 'POST',
      headers: { ...BEARER, 'content-type': 'application/json' },
      body: `\ufeff${JSON.stringify({ ...ORDER, network: 9 })}`,
    });
    expect([answer.status, await answer.json()]).toMatchObject([422, { field: 'network' }]);
  });

  it.each([
    [new StoreUnavailable('the event store is away'), 'LEDGER_UNAVAILABLE'],
    [new RevisionConflict('catalog', HEAD, { ...HEAD, revision: 7 }), 'LEDGER_UNAVAILABLE'],
    [new UnreadableWallet('u1', { revision: 3, type: 'WalletTurned' }, undefined), 'WALLET_UNAVAILABLE'],
    [new AppendOutcomeUnknown('no answer came'), 'OUTCOME_UNKNOWN'],
    [new LedgerDamaged('a.ledger', 'another hash'), 'LEDGER_UNAVAILABLE'],
    [new KeysUnavailable('the keys are away'), 'LEDGER_UNAVAILABLE'],
    [new SessionsUnavailable('Redis is away'), 'SESSIONS_UNAVAILABLE'],
    [new ReadModelsUnavailable('the read store is away'), 'READ_MODEL_UNAVAILABLE'],
  ])('answers 503 with a retry time while a store is away: %s', async (away, code) => {
    api.product.behave = () => {
      throw away;
    };
    const answer = await api.post(CALLS.buyAirtime.path, ORDER, BEARER);
    expect(answer).toMatchObject({ status: 503, body: { status: false, code } });
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('answers a broken rule with its status, and an unexpected error with only a reference', async () => {
    api.product.behave = () => {
      throw new RuleBroken('INSUFFICIENT_FUNDS', { available: '₦5.00', short: '₦95.00' });
    };
    const refused = await api.post(CALLS.buyAirtime.path, ORDER, BEARER);
    expect(refused).toMatchObject({
      status: 402,
      body: { message: 'Your balance is ₦5.00. You need ₦95.00 more.' },
    });
    expect(refused.headers.get('cache-control')).toBe('no-store');
    api.product.behave = () => Promise.reject(new Error('secret detail'));
    const surprised = await api.post(CALLS.buyAirtime.path, ORDER, BEARER);
    expect(surprised).toMatchObject({
      status: 500,
      body: { code: 'INTERNAL', reference: expect.stringMatching(/^\w{8}$/) },
    });
    expect(JSON.stringify(surprised.body)).not.toContain('secret');
  });

  it.each([
    ['PUT', CALLS.buyAirtime.path, 'POST'],
    ['DELETE', CALLS.buyAirtime.path.slice(0, -1), 'POST'],
    ['OPTIONS', '/webhooks/monnify', 'POST'],
    ['GET', '/webhooks/monnify?x=1', 'POST'],
    ['PATCH', '/webhooks/vtpass/anything', 'POST'],
    ['POST', '/readyz', 'GET, HEAD'],
    ['PUT', LIVE_PATH, 'GET, HEAD'],
    ['POST', ADMIN_LIVE_PATH, 'GET, HEAD'],
  ])('answers %s %s with 405 and the allowed methods, for any body', async (method, path, allowed) => {
    const body = method === 'GET' ? null : 'no json';
    const answer = await fetch(new URL(path, api.url), { method, body });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
    expect(await answer.json()).toMatchObject({ status: false, code: 'METHOD_NOT_ALLOWED' });
  });

  it('allows no method at an unknown address', async () => {
    for (const path of ['/api/nothing/', '/webhooks/vtpass/', '/webhooks/vtpass/a/b', '/api/buycard/x']) {
      const answer = await fetch(new URL(path, api.url), { method: 'PUT' });
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 404, null]);
    }
  });

  it('distinguishes calls, files and pages', async () => {
    expect(await api.get('/api/nothing')).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await api.post('/anything', {})).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await api.get(CALLS.buyAirtime.path)).toMatchObject({
      status: 405,
      body: { code: 'METHOD_NOT_ALLOWED' },
    });
    expect(await api.get('/missing.js')).toMatchObject({ status: 404 });
    expect(await api.get('/%zz')).toMatchObject({ status: 404 });
    for (const path of ['/', '/airtime', '/index.html']) {
      const page = await api.get(path);
      const nonce = /nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
      expect(page.body['text']).toBe(`<style nonce="${nonce}"></style><meta content="${nonce}">`);
      expect((await api.get(path)).body['text']).not.toBe(page.body['text']);
    }
    const file = await api.get('/app-AbCd1234.js', { 'accept-encoding': 'identity' });
    expect([file.body['text'], file.headers.get('cache-control')]).toEqual([
      'export {};',
      'public, max-age=31536000, immutable',
    ]);
    expect((await api.get('/app-AbCd1234.js', { 'if-none-match': file.headers.get('etag')! })).status).toBe(
      304,
    );
  });

  it('secures its pages and files, and allows no inline scripts', async () => {
    // Only pages may have inline styles.
    for (const [path, styles] of [
      ['/', "'self' 'nonce-<nonce>'"],
      ['/app-AbCd1234.js', "'self'"],
    ] as const) {
      const { headers } = await api.get(path, { 'accept-encoding': 'identity' });
      const sent = Object.fromEntries(headers);
      const policy = sent['content-security-policy'] ?? '';
      expect({
        ...sent,
        'content-security-policy': policy.replace(/'nonce-[\w+/]+={0,2}'/, "'nonce-<nonce>'"),
      }).toMatchObject({
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'`,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'permissions-policy':
          'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
        'cross-origin-opener-policy': 'same-origin',
      });
    }
  });

  it('passes webhooks on as the original bytes, and accepts only signed ones', async () => {
    const body = { a: 1 };
    expect(await api.post('/webhooks/monnify', body, { 'monnify-signature': 'wrong' })).toMatchObject({
      status: 401,
    });
    expect(await api.post('/webhooks/monnify', body, { 'monnify-signature': 'right' })).toMatchObject({
      status: 200,
    });
    const delivered = { type: 'transaction-update', data: { requestId: '202503101014abc' } };
    expect(await api.post('/webhooks/vtpass/wrong', delivered)).toMatchObject({ status: 404 });
    expect(api.product.received).toEqual(['{"a":1}']);
    const secret = api.product.config.VTPASS_WEBHOOK_SECRET;
    expect(await api.post(`/webhooks/vtpass/${secret}`, delivered)).toMatchObject({
      status: 200,
      body: { response: 'success' },
    });
    expect(api.product.received).toEqual(['{"a":1}', '202503101014abc']);
  });

  it("waits until a list includes the caller's latest write", async () => {
    api.product.lastPosition = 7;
    await api.post(CALLS.buyAirtime.path, ORDER, BEARER);
    const waits = jest.spyOn(api.product.liveHub, 'waitFor');
    const listed = api.post(CALLS.transactions.path, {}, BEARER);
    await until(() => waits.mock.calls.length === 1);
    api.product.liveHub.publish({ position: 7, changes: [] });
    expect((await listed).body).toMatchObject({ status: true, position: 7, all_user_transaction: [] });
  });

  it('sends a browser its changes from its last position until it logs out', async () => {
    const { accessToken, ...headers } = await api.browser('customer');
    expect(accessToken).not.toBe('');
    api.product.liveHub.publish({ position: 1, changes: [] });
    api.product.liveHub.publish({ position: 2, changes: [{ userId: 'customer', list: 'history' }] });
    const stream = await fetch(new URL('/api/live', api.url), {
      headers: { ...headers, 'last-event-id': '1' },
    });
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    const text = stream.text();
    api.product.liveHub.publish({ position: 3, changes: [{ userId: 'customer', list: 'wallet' }] });
    api.product.liveHub.publish({ position: 4, changes: [{ userId: 'other', list: 'wallet' }] });
    await api.post(CALLS.logout.path, {}, headers);
    expect((await text).split('\n\n').slice(0, -1)).toEqual([
      'event: change\nid: 2\ndata: {"position":2,"lists":["history"]}',
      'event: heartbeat\nid: 2\ndata: {"position":2,"lists":[]}',
      'event: change\nid: 3\ndata: {"position":3,"lists":["wallet"]}',
      'event: end\nid: 4\ndata: {"position":4,"lists":[]}',
    ]);
  });

  it("sends a new browser the changes after its page's position", async () => {
    const { accessToken, ...headers } = await api.browser('customer');
    expect(accessToken).not.toBe('');
    api.product.liveHub.publish({ position: 1, changes: [] });
    api.product.liveHub.publish({ position: 2, changes: [{ userId: 'customer', list: 'history' }] });
    const streams = await Promise.all(
      ['?after=1', '?after=2', '?after=x', '?after=1&after=1'].map((query) =>
        fetch(new URL(`/api/live${query}`, api.url), { headers }),
      ),
    );
    const texts = Promise.all(streams.map((stream) => stream.text()));
    await api.post(CALLS.logout.path, {}, headers);
    expect(
      (await texts).map((text) => [...text.matchAll(/event: (\w+)/g)].map(([, event]) => event)),
    ).toEqual([
      ['change', 'heartbeat', 'end'],
      ['heartbeat', 'end'],
      ['reset', 'heartbeat', 'end'],
      ['reset', 'heartbeat', 'end'],
    ]);
  });

  it('sends administrators and auditors the changes of every customer, and customers none of theirs', async () => {
    const watch = async (path: string, person: string, role: 'user' | 'admin' | 'auditor') => {
      const { accessToken, ...headers } = await api.browser(person, role);
      expect(accessToken).not.toBe('');
      const stream = await fetch(new URL(path, api.url), { headers: { ...headers, 'last-event-id': '1' } });
      return { text: stream.text(), leave: () => api.post(CALLS.logout.path, {}, headers) };
    };
    const { liveHub } = api.product;
    liveHub.publish({ position: 1, changes: [] });
    // No connection is open, so this change is lost.
    liveHub.publish({ position: 2, changes: [{ userId: ADMINISTRATORS_CHANNEL, list: 'transactions' }] });
    const watching = [
      await watch(LIVE_PATH, 'customer', 'user'),
      await watch(ADMIN_LIVE_PATH, 'admin', 'admin'),
      await watch(ADMIN_LIVE_PATH, 'auditor', 'auditor'),
    ];
    const changes = [
      { userId: 'customer', list: 'wallet' },
      { userId: ADMINISTRATORS_CHANNEL, list: 'fundings' },
      { userId: EVERYBODY_CHANNEL, list: 'notices' },
    ];
    liveHub.publish({ position: 3, changes });
    for (const { leave } of watching) expect((await leave()).status).toBe(200);
    const heard = await Promise.all(
      watching.map(async ({ text }) => [
        ...(await text).matchAll(/event: change\nid: (\d)\ndata: .*"lists":(.*)\}/g),
      ]),
    );
    const administrators = [
      ['2', '["transactions"]'],
      ['3', '["fundings","notices"]'],
    ];
    expect(heard.map((changed) => changed.map(([, id, lists]) => [id, lists]))).toEqual([
      [['3', '["wallet","notices"]']],
      administrators,
      administrators,
    ]);
  });

  it('allows one person six live connections', async () => {
    const headers = await api.browser('customer');
    const open = await Promise.all(
      Array.from({ length: 6 }, () => fetch(new URL('/api/live', api.url), { headers })),
    );
    expect(await api.get('/api/live', headers)).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    });
    await open[0]!.body!.cancel();
    const reopen = (): Promise<Response> => fetch(new URL('/api/live', api.url), { headers });
    let again = await reopen();
    // The server notices the disconnect later.
    await until(async () => {
      if (again.status === 200) return true;
      await again.body?.cancel();
      again = await reopen();
      return again.status === 200;
    });
    await Promise.all([again, ...open.slice(1)].map(({ body }) => body!.cancel()));
  });

  it('does not wait for unused connections when it stops', async () => {
    let finish = (): void => undefined;
    const underWay = new Promise<void>((began) => {
      api.product.behave = () => new Promise((resolve) => void ((finish = resolve), began()));
    });
    const server = api.app.getHttpServer() as Server;
    // With its default timeouts, Node would close such a connection after a minute.
    Object.assign(server, { headersTimeout: 0, requestTimeout: 0 });
    const call = api.post(CALLS.buyAirtime.path, ORDER, BEARER);
    await underWay;
    const spare = connect(Number(new URL(api.url).port), '127.0.0.1');
    await once(server, 'connection');
    const closed = once(spare, 'close');
    const stopped = api.app.close();
    await closed;
    finish();
    expect((await call).status).toBe(200);
    await stopped;
  });

  it('stops in order: finishes calls under way and refuses new ones on open connections', async () => {
    let finish = (): void => undefined;
    const underWay = new Promise<void>((began) => {
      api.product.behave = () => new Promise((resolve) => void ((finish = resolve), began()));
    });
    let heard = 0;
    (api.app.getHttpServer() as Server).on('request', () => (heard += 1));
    const body = JSON.stringify(ORDER);
    const call = [
      `POST ${CALLS.buyAirtime.path} HTTP/1.1`,
      'Host: x',
      `Authorization: ${BEARER.authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
    const accepted: Socket[] = [];
    (api.app.getHttpServer() as Server).on('connection', (socket: Socket) => accepted.push(socket));
    const open = () => {
      const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
      const told: string[] = [];
      socket.on('data', (bytes: Buffer) => void told.push(bytes.toString()));
      const ended = once(socket, 'close');
      const answers = async () => {
        await ended;
        return told.join('').match(/HTTP\/1.1 \d+|"code":"\w+"|connection: close/gi);
      };
      return { socket, answers };
    };
    const [first, second] = [open(), open()];
    first.socket.write(call);
    await underWay;
    // Half a request, so that the connection is not idle.
    second.socket.write(call.slice(0, 20));
    await until(() => accepted.length === 2 && accepted.every(({ bytesRead }) => bytesRead > 0));
    const closed = api.app.close();
    await until(() => api.app.get(Stopping).begun);
    second.socket.write(call.slice(20));
    await until(() => heard === 2);
    finish();
    await closed;
    expect(await first.answers()).toEqual(['HTTP/1.1 200']);
    expect(await second.answers()).toEqual(['HTTP/1.1 503', 'connection: close', '"code":"SHUTTING_DOWN"']);
    expect(api.product.orders).toHaveLength(1);
  });

  it('reports readiness, and counts its answers', async () => {
    expect(await api.get('/readyz')).toMatchObject({
      status: 200,
      body: { status: true, projection_lag: 0, reaction_lag: 0, open_purchases: 0 },
    });
    const metrics = (await api.get('/metrics')).body['text'];
    for (const line of [
      'api_requests_total{operation="GET /readyz",status="200",code=""} 1',
      'http_request_duration_seconds_bucket{le="+Inf",operation="GET /readyz"} 1',
      'http_request_duration_seconds_count{operation="GET /readyz"} 1',
      'ledger_projection_lag_events 0',
      'ledger_reaction_lag_events 0',
      'ledger_open_purchases 0',
      'ledger_ready 1',
      'ledger_oldest_open_purchase_seconds Nan',
    ])
      expect(metrics).toContain(line);
  });
});
