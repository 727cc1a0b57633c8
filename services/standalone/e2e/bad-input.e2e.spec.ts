import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed, startStandalone } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { sweepBadInput } from '../../api/testing/bad-input.js';
import { sweepHostileValues } from '../../api/testing/hostile-values.js';
import { addressOf, CALLS, type Call, type CallName } from '../../contracts/calls.js';
import { webhookSignature } from '../../vendors/webhook-signature.js';
import {
  bearer,
  buyAirtime,
  call,
  eventually,
  historyOf,
  send,
  signIn,
  untilQuiet,
} from '../testing/callers.js';
import type { SignedIn } from '../testing/callers.js';
import { factsIn } from '../testing/facts-in.js';

/** Invalid requests get the right 4xx and write nothing. Has its own product: it counts every event. */
let folder: string;
let product: Running;
let user: SeededUser;
let customer: SignedIn;
let admin: SignedIn;

const isOfAdministrators = (name: CallName): boolean => ['admin', 'auditor'].includes(CALLS[name].access);

/** Number of events, without seals. */
const happened = async (): Promise<number> => (await factsIn(folder)).length;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bad-input-'));
  product = await startStandalone({
    DATA_DIR: folder,
    SANDBOX_LATENCY_MS: '5',
    RATE_LIMIT_LOGIN_FAILURES: '100000',
    LOG_LEVEL: 'silent',
  });
  [user] = (await seed(folder, 1, 10_000)) as [SeededUser];
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends all requests, and returns those not refused as expected or with a trace in the log. */
async function refusals(
  requests: readonly {
    method?: string;
    path: string;
    body?: unknown;
    headers?: Record<string, string>;
    status: number;
  }[],
): Promise<string[]> {
  const before = await happened();
  const faults: string[] = [];
  for (const { method = 'POST', path, body, headers = {}, status } of requests) {
    const answer = await send(product.url + path, method, body, headers);
    const code = answer.body['code'];
    if (answer.status !== status || (status >= 400 && typeof code !== 'string'))
      faults.push(
        `${method} ${path} ${JSON.stringify(headers)}: ${answer.status} ${String(code)} not ${status}`,
      );
  }
  const events = (await happened()) - before;
  return events === 0 ? faults : [...faults, `${events} events were written`];
}

/** Samples the cases that `bad-input.int.spec.ts` sends in full. Odd, so that each field gets other values. */
const EACH = 7;

describe('fields of every call', () => {
  it('by a browser', async () => {
    const { sent, faults } = await sweepBadInput({
      baseUrl: product.url,
      each: EACH,
      happened,
      headers: (name) =>
        (name === 'session' || name === 'logout' || isOfAdministrators(name) ? admin : customer).headers,
    });
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThan(200);
  });

  it('by a server with an API token', async () => {
    const { faults } = await sweepBadInput({
      baseUrl: product.url,
      happened,
      headers: () => bearer(user),
      calls: ['userData', 'airtimeQuote', 'buyAirtime', 'transaction', 'transactions', 'fundings'],
    });
    expect(faults).toEqual([]);
  });
});

const GOOD_ORDER = { amount: 100, network: 1, phone: '08035550001' };

it.each([
  ['65 characters', 'k'.repeat(65)],
  ['a space', 'a b'],
  ['a comma', 'a,b'],
  ['nothing', ''],
  ['Latin letters beyond ASCII', 'k\u00e9y'],
  ['a path', '../key'],
])('refuses an Idempotency-Key of %s', async (_what, key) => {
  const before = await happened();
  const order = { ...GOOD_ORDER, transaction_pin: user.pin };
  const { status, body } = await call(product.url, user, '/api/buycard/', order, { 'idempotency-key': key });
  expect({ status, field: body['field'] }).toEqual({ status: 422, field: 'Idempotency-Key' });
  expect(await happened()).toBe(before);
});

it('accepts the longest allowed key', async () => {
  expect((await buyAirtime(product.url, user, '08035550002', { key: 'k'.repeat(64) })).status).toBe(200);
  // Waits for the end of the purchase, so that it is not counted later.
  await eventually(
    () => historyOf(product.url, user),
    ([newest]) => newest?.transaction_status === 'Successful',
  );
  await untilQuiet(product.url);
});

it('refuses other methods and addresses', async () => {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of Object.values(CALLS) as Call[])
    methods.set(path, (methods.get(path) ?? new Set()).add(method));
  expect(
    await refusals([
      ...[...methods].flatMap(([path, taken]) =>
        ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
          .filter((method) => !taken.has(method))
          .map((method) => ({ method, path: addressOf({ path }, 'none'), status: 405 })),
      ),
      { method: 'PUT', path: '/api/nothing/', status: 404 },
      { path: '/api/nothing/', body: {}, status: 404 },
      { method: 'GET', path: '/api/nothing/', status: 404 },
      { path: '/api/buycard/%2e%2e/x', body: {}, status: 404 },
      { path: '/api/%00', body: {}, status: 404 },
      { path: '/api/%ZZ', body: {}, status: 404 },
      { path: `/api/${'x'.repeat(5_000)}`, body: {}, status: 404 },
    ]),
  ).toEqual([]);
});

describe('webhooks', () => {
  const body = JSON.stringify({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: { transactionReference: 'MNFY|99|1', amountPaid: 5_000 },
  });
  const signed = (text: string): Record<string, string> => ({
    'monnify-signature': webhookSignature(Buffer.from(text), 'sandbox-secret-key'),
  });

  it('of Monnify with an invalid signature are refused', async () => {
    const path = '/webhooks/monnify';
    const signature = signed(body)['monnify-signature']!;
    expect(
      await refusals([
        { path, body, status: 401 },
        { path, status: 401 },
        ...['', 'x', '0'.repeat(128), signature.slice(1), `${signature}0`, 'é'.repeat(128)].map((value) => ({
          path,
          body,
          status: 401,
          headers: { 'monnify-signature': value },
        })),
        { path, body: `${body} `, headers: signed(body), status: 401 },
        { path, body: 'x'.repeat(1_000_000), status: 413 },
        { path, body, headers: { 'content-type': 'text/plain' }, status: 415 },
        { method: 'GET', path, status: 405 },
      ]),
    ).toEqual([]);
  });

  it('of Monnify with signed garbage are stored and change nothing', async () => {
    const path = '/webhooks/monnify';
    const texts = [
      '',
      '{',
      '[]',
      'null',
      '"text"',
      '{"eventType":1}',
      '{"eventType":"SUCCESSFUL_TRANSACTION"}',
    ];
    expect(
      await refusals(texts.map((text) => ({ path, body: text, headers: signed(text), status: 200 }))),
    ).toEqual([]);
  });

  it('of VTpass get 404 at a wrong address, and change nothing as garbage', async () => {
    const right = '/webhooks/vtpass/sandbox-webhook-path';
    expect(
      await refusals([
        { path: '/webhooks/vtpass/wrong', body: '{}', status: 404 },
        { path: '/webhooks/vtpass/', body: '{}', status: 404 },
        { path: `/webhooks/vtpass/${'x'.repeat(300)}`, body: '{}', status: 404 },
        { path: `${right}/more`, body: '{}', status: 404 },
        { path: right, body: 'x'.repeat(1_000_000), status: 413 },
        ...[
          '',
          '{',
          '[]',
          'null',
          '{"type":"transaction-update","data":{"requestId":"202601010000nobody"}}',
        ].map((text) => ({ path: right, body: text, status: 200 })),
      ]),
    ).toEqual([]);
  });
});

it('answers prototype names and regex bombs in every field according to the contract', async () => {
  const visitor = await signIn(product.url, 'affiliate@demo.test', 'Demo-pass-1');
  const { sent, faults } = await sweepHostileValues({
    baseUrl: product.url,
    headers: (name) => (isOfAdministrators(name) ? admin : visitor).headers,
    send: 'accepted',
  });
  expect(faults).toEqual([]);
  expect(sent).toBeGreaterThan(2_000);
  // Accepted values must not break the views of others.
  const ready = await eventually(
    async () => (await send(`${product.url}/readyz`, 'GET')).body,
    ({ projection_lag }) => projection_lag === 0,
  );
  expect(ready).toMatchObject({ status: true, problems: [] });
  const list = await call(product.url, user, '/api/user_transactions/', {});
  expect(list.status).toBe(200);
});
