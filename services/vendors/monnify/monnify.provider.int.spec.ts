import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderRefused, ProviderUnavailable } from '../payment-provider.js';
import type { PaymentProvider } from '../payment-provider.js';
import { createMonnifyProvider } from './monnify.provider.js';

interface Scripted {
  readonly status?: number;
  readonly text: string;
}

const ok = (responseBody: unknown): Scripted => ({
  text: JSON.stringify({
    requestSuccessful: true,
    responseMessage: 'success',
    responseCode: '0',
    responseBody,
  }),
});
const digestOf = (said: Scripted | 'hang'): string => hash('sha256', said === 'hang' ? '' : said.text, 'hex');
const REFERENCE = 'MNFY|04|20211117112842|000170';
const TRANSACTION = {
  transactionReference: REFERENCE,
  paymentStatus: 'PAID',
  currency: 'NGN',
  amountPaid: 3000,
  settlementAmount: '2990.00',
  product: { type: 'RESERVED_ACCOUNT', reference: 'NL-1' },
};
const ORDER = { userId: '1', firstName: 'Ada', lastName: '', email: 'a@x.test', phone: '08031234567' };
const SENT = { accountReference: 'NL-1', accountName: 'Ada', customerEmail: 'a@x.test', customerName: 'Ada' };

describe('the Monnify client', () => {
  let server: Server;
  let client: PaymentProvider;
  let clientOf: (timeoutMs: number) => PaymentProvider;
  let logins = 0;
  let validToken = '';
  let seen: { request: IncomingMessage; body: string }[] = [];
  let answer: (path: string, method: string) => Scripted | 'hang' = () => ok({});

  beforeEach(async () => {
    [logins, seen] = [0, []];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        const path = request.url ?? '';
        const scripted = ((): Scripted | 'hang' => {
          if (path === '/api/v1/auth/login') {
            logins += 1;
            const right = `Basic ${Buffer.from('key:secret').toString('base64')}`;
            if (request.headers.authorization !== right) return { status: 401, text: '{}' };
            validToken = `token-${logins}`;
            return ok({ accessToken: validToken, expiresIn: 3_600 });
          }
          seen.push({ request, body });
          if (request.headers.authorization !== `Bearer ${validToken}`)
            return { status: 401, text: '{"error":"invalid_token"}' };
          return answer(path, request.method ?? '');
        })();
        if (scripted === 'hang') return;
        response.writeHead(scripted.status ?? 200, { 'content-type': 'application/json' }).end(scripted.text);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const account = { baseUrl, apiKey: 'key', secretKey: 'secret', contractCode: '42' };
    clientOf = (timeoutMs) => createMonnifyProvider({ ...account, timeoutMs });
    client = clientOf(600_000);
  });
  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('logs in once for many calls, also concurrent ones', async () => {
    answer = () => ok(TRANSACTION);
    await Promise.all([1, 2, 3].map(() => client.transaction(REFERENCE)));
    await client.transaction(REFERENCE);
    expect(logins).toBe(1);
  });

  it('logs in again when its token is refused, and gives up when the new one is refused too', async () => {
    answer = () => ok(TRANSACTION);
    await client.transaction(REFERENCE);
    validToken = 'taken back';
    expect(await client.transaction(REFERENCE)).toMatchObject({ paid: 300_000n });
    expect(logins).toBe(2);
    answer = () => ({ status: 401, text: '{}' });
    await expect(client.transaction(REFERENCE)).rejects.toThrow(ProviderUnavailable);
    expect(logins).toBe(3);
  });

  it('names the settings to check when the log-in is refused', async () => {
    const { port } = server.address() as AddressInfo;
    const stranger = createMonnifyProvider({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: 'key',
      secretKey: 'wrong',
      contractCode: '42',
    });
    await expect(stranger.transaction(REFERENCE)).rejects.toThrow('MONNIFY_SECRET_KEY');
    await stranger.close();
  });

  it('encodes the bars of a reference', async () => {
    answer = () => ok(TRANSACTION);
    await client.transaction(REFERENCE);
    expect(seen.at(-1)?.request.url).toBe('/api/v2/transactions/MNFY%7C04%7C20211117112842%7C000170');
  });

  it.each([
    ['numbers', { amountPaid: 3000, settlementAmount: 2990 }],
    ['texts', { amountPaid: '3000.00', settlementAmount: '2990.00' }],
    ['a list of payers', { paymentSourceInformation: [{}], paidOn: '17/11/2021 3:48:10 PM' }],
    ['one payer', { paymentSourceInformation: {}, paidOn: '2021-11-17 11:28:42.615' }],
    ['its other word for the currency', { currency: undefined, currencyCode: 'NGN' }],
    ['zeros after the kobo', { amountPaid: '3000.0000', settlementAmount: '2990.000' }],
    ['thousands separators', { amountPaid: '3,000.00', settlementAmount: '2,990.00' }],
  ])('reads a payment with %s', async (_, more) => {
    answer = () => ok({ ...TRANSACTION, ...more });
    expect(await client.transaction(REFERENCE)).toEqual({
      raw: { digest: digestOf(answer('', '')), types: expect.anything() },
      transactionReference: REFERENCE,
      accountReference: 'NL-1',
      status: 'PAID',
      currency: 'NGN',
      paid: 300_000n,
      settled: 299_000n,
      ...('paidOn' in more && { paidAt: expect.any(Number) }),
    });
  });

  it('reads a payment without settlement or product', async () => {
    answer = () => ok({ ...TRANSACTION, settlementAmount: null, product: null });
    expect(await client.transaction(REFERENCE)).toMatchObject({
      settled: undefined,
      accountReference: undefined,
    });
  });

  it.each<[string, unknown, bigint | undefined]>([
    ['four decimals', '2990.3875', 299_038n],
    ['a number with four decimals', 98.3875, 9_838n],
    ['an empty text', '', undefined],
    ['thousands separators', '1,234.50', 123_450n],
    ['a decimal comma', '1234,50', undefined],
    ['another shape', { amount: 5 }, undefined],
    ['nothing at all', undefined, undefined],
  ])('reads a payment whose settlementAmount is %s', async (_, settlementAmount, settled) => {
    answer = () => ok({ ...TRANSACTION, settlementAmount });
    expect(await client.transaction(REFERENCE)).toMatchObject({ paid: 300_000n, settled });
  });

  it('tells an unknown payment from a provider that is unavailable', async () => {
    answer = () => ({ status: 404, text: '{"requestSuccessful":false,"responseMessage":"no"}' });
    expect(await client.transaction(REFERENCE)).toBeUndefined();
    const unusable: Scripted[] = [
      { status: 500, text: '<html>' },
      { status: 429, text: '{}' },
    ];
    for (const each of unusable) {
      answer = () => each;
      await expect(client.transaction(REFERENCE)).rejects.toThrow(ProviderUnavailable);
    }
    answer = () => 'hang';
    const impatient = clientOf(3_000);
    await expect(impatient.transaction(REFERENCE)).rejects.toThrow(ProviderUnavailable);
    await impatient.close();
  });

  it.each<[string, unknown, string]>([
    ['a third decimal', 100.005, 'number'],
    ['a third decimal as text', '100.005', 'text'],
    ['a negative number', -1, 'number'],
    ['a text of a megabyte', '9'.repeat(1_000_000), 'text'],
    ['null', null, 'nothing'],
    ['a list', [3000], 'list'],
    ['an object', { naira: 3000 }, 'object'],
    ['a boolean', true, 'boolean'],
  ])('knows no paid amount, but its type, when the amount is %s', async (_, amountPaid, type) => {
    answer = () => ok({ ...TRANSACTION, amountPaid });
    expect(await client.transaction(REFERENCE)).toMatchObject({
      status: 'PAID',
      paid: undefined,
      raw: { digest: digestOf(answer('', '')), types: { amount: type } },
    });
  });

  it.each<[string, object, object]>([
    ['a status of another type', { paymentStatus: 1 }, { status: '', raw: { types: { status: 'number' } } }],
    ['no status', { paymentStatus: undefined }, { status: '', raw: { types: { status: 'nothing' } } }],
    [
      'a currency of another type',
      { currency: {} },
      { currency: '', raw: { types: { currency: 'object' } } },
    ],
    ['two currencies', { currencyCode: 'USD' }, { currency: '' }],
    ['a product of another type', { product: 'NL-1' }, { accountReference: undefined, paid: 300_000n }],
    ['a number as product', { product: { reference: 5 } }, { accountReference: undefined }],
    [
      'an account reference of a megabyte',
      { product: { reference: 'x'.repeat(1_000_000) } },
      { accountReference: undefined },
    ],
  ])('reads the rest of a payment with %s', async (_, more, read) => {
    answer = () => ok({ ...TRANSACTION, ...more });
    expect(await client.transaction(REFERENCE)).toMatchObject(read);
  });

  it.each<[string, Scripted, string]>([
    ['HTML', { text: '<html>' }, 'text'],
    ['NaN, which is no JSON', { text: '{"responseBody":{"amountPaid":NaN}}' }, 'text'],
    ['null', { text: 'null' }, 'nothing'],
    ['a list', ok([TRANSACTION]), 'list'],
    ['another transaction', ok({ ...TRANSACTION, transactionReference: 'MNFY|another' }), 'object'],
    ['a refusal', { status: 403, text: '{"responseMessage":"of another merchant"}' }, 'refusal'],
  ])('says that an answer with %s is unread, without its content', async (_, said, type) => {
    answer = () => said;
    expect(await client.transaction(REFERENCE)).toEqual({
      transactionReference: REFERENCE,
      unread: { field: 'answer', type, digest: digestOf(said) },
    });
  });

  it('creates an account, or finds the existing one', async () => {
    const accounts = [
      { bankCode: '50515', bankName: 'Moniepoint', accountNumber: '6000000001', accountName: 'Ada' },
    ];
    answer = () => ok({ accounts, status: 'ACTIVE' });
    expect(await client.reserveAccount(ORDER)).toEqual({ accountReference: 'NL-1', bankAccounts: accounts });
    expect(JSON.parse(seen.at(-1)!.body)).toEqual({
      ...SENT,
      contractCode: '42',
      currencyCode: 'NGN',
      getAllAvailableBanks: true,
    });
    answer = (_, method) =>
      method === 'POST' ? { status: 422, text: '{"responseMessage":"exists"}' } : ok({ accounts });
    expect(await client.reserveAccount(ORDER)).toEqual({ accountReference: 'NL-1', bankAccounts: accounts });
    answer = () => ({ status: 404, text: '{"responseMessage":"BVN needed"}' });
    await expect(client.reserveAccount(ORDER)).rejects.toThrow(ProviderRefused);
    answer = () => ({ status: 422, text: '{"responseMessage":"a@x.test has BVN 22212345678"}' });
    await expect(client.reserveAccount(ORDER)).rejects.toThrow('(422): (email) has BVN (number)');
  });

  it('reserves the readable account numbers, although the answer has unreadable ones', async () => {
    const account = {
      bankCode: '50515',
      bankName: 'Moniepoint',
      accountNumber: '6000000001',
      accountName: 'Ada',
    };
    answer = () => ok({ accounts: [null, { ...account, accountNumber: 6_000_000_002 }, account] });
    expect(await client.reserveAccount(ORDER)).toMatchObject({ bankAccounts: [account] });
    answer = () => ok({ accounts: [null] });
    await expect(client.reserveAccount(ORDER)).rejects.toThrow(ProviderUnavailable);
  });

  it('lists the other rows of a page with unreadable rows, and says what it could not read', async () => {
    const rows = [
      null,
      { transactionReference: 'a', amountPaid: '1500.50' },
      {},
      'x',
      { transactionReference: 7 },
      [],
      5,
    ];
    const long = { transactionReference: 'x'.repeat(1_000_000) };
    answer = () =>
      ok({ content: [...rows, long, { transactionReference: 'b' }], last: 'maybe', totalPages: 1 });
    const listed: object[] = [];
    const isPayment = (row: object): boolean => 'transactionReference' in row;
    for await (const row of client.references(1_000, 2_000)) listed.push(row);
    expect(listed.filter(isPayment)).toEqual([
      { transactionReference: 'a', said: 150_050n },
      { transactionReference: 'b', said: undefined },
    ]);
    const unread = ([field, type]: readonly string[]) => ({
      field,
      type,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(listed.filter((row) => !isPayment(row))).toEqual(
      [
        ['answer', 'nothing'],
        ['reference', 'nothing'],
        ['answer', 'text'],
        ['reference', 'number'],
        ['answer', 'list'],
        ['answer', 'number'],
        ['reference', 'text'],
      ].map(unread),
    );
  });

  it('lists a row without a reference with the same digest when its fields come in another order', async () => {
    answer = () =>
      ok({
        content: [
          { a: 1, b: { c: 2, d: 3 } },
          { b: { d: 3, c: 2 }, a: 1 },
          { a: 1, b: { c: 2, d: 4 } },
        ],
        last: true,
      });
    const digests: unknown[] = [];
    for await (const row of client.references(1_000, 2_000)) digests.push('digest' in row && row.digest);
    expect(digests[1]).toBe(digests[0]);
    expect(digests[2]).not.toBe(digests[0]);
  });

  it.each<[string, (page: number) => object]>([
    ['the last page', (page) => ({ last: page === 2 })],
    ['the last page as text', (page) => ({ last: String(page === 2) })],
    ['the number of pages', () => ({ totalPages: 3 })],
    ['the number of pages as text', () => ({ totalPages: '3' })],
    ['no end', (page) => (page === 3 ? { content: [] } : {})],
  ])('reads all pages of a list that tells %s', async (_, endOf) => {
    answer = (path) => {
      const page = Number(/page=(\d+)/.exec(path)?.[1]);
      const content = [{ transactionReference: `a${page}` }, { transactionReference: `b${page}` }];
      return ok({ content, ...endOf(page) });
    };
    const references: unknown[] = [];
    for await (const row of client.references(1_000, 2_000))
      references.push('transactionReference' in row && row.transactionReference);
    expect(references).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(seen.at(-1)?.request.url).toContain('from=1000&to=2000');
  });
});
