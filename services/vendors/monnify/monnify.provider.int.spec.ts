import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
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
const REFERENCE = 'MNFY|04|20211117112842|000170';
const TRANSACTION = {
  transactionReference: REFERENCE,
  paymentStatus: 'PAID',
  currency: 'NGN',
  amountPaid: 3000,
  settlementAmount: '2990.00',
  product: { type: 'RESERVED_ACCOUNT', reference: 'NL-1' },
};
const ORDER = {
  accountReference: 'NL-1',
  accountName: 'Ada',
  customerEmail: 'a@x.test',
  customerName: 'Ada',
};

describe('the Monnify client', () => {
  let server: Server;
  let client: PaymentProvider;
  /** A client with this timeout. */
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
  ])('reads a payment with %s', async (_, more) => {
    answer = () => ok({ ...TRANSACTION, ...more });
    expect(await client.transaction(REFERENCE)).toEqual({
      transactionReference: REFERENCE,
      accountReference: 'NL-1',
      status: 'PAID',
      currency: 'NGN',
      paid: 300_000n,
      settled: 299_000n,
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
    ['a comma', '1,234.50', undefined],
    ['another shape', { amount: 5 }, undefined],
    ['nothing at all', undefined, undefined],
  ])('reads a payment whose settlementAmount is %s', async (_, settlementAmount, settled) => {
    answer = () => ok({ ...TRANSACTION, settlementAmount });
    const said = await client.transaction(REFERENCE);
    expect([said?.paid, said?.settled]).toEqual([300_000n, settled]);
  });

  it('tells an unknown payment from a provider that is unavailable', async () => {
    answer = () => ({ status: 404, text: '{"requestSuccessful":false,"responseMessage":"no"}' });
    expect(await client.transaction(REFERENCE)).toBeUndefined();
    const unusable: Scripted[] = [
      { status: 500, text: '<html>' },
      { status: 429, text: '{}' },
      { text: '<html>' },
      { text: 'null' },
      ok({ ...TRANSACTION, amountPaid: '3,000' }),
      ok({ ...TRANSACTION, amountPaid: -1 }),
      ok({ ...TRANSACTION, transactionReference: 'MNFY|another' }),
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

  it('creates an account, or finds the existing one', async () => {
    const accounts = [
      { bankCode: '50515', bankName: 'Moniepoint', accountNumber: '6000000001', accountName: 'Ada' },
    ];
    answer = () => ok({ accounts, status: 'ACTIVE' });
    expect(await client.reserveAccount(ORDER)).toEqual(accounts);
    expect(JSON.parse(seen.at(-1)!.body)).toEqual({
      ...ORDER,
      contractCode: '42',
      currencyCode: 'NGN',
      getAllAvailableBanks: true,
    });
    answer = (_, method) =>
      method === 'POST' ? { status: 422, text: '{"responseMessage":"exists"}' } : ok({ accounts });
    expect(await client.reserveAccount(ORDER)).toEqual(accounts);
    answer = () => ({ status: 404, text: '{"responseMessage":"BVN needed"}' });
    await expect(client.reserveAccount(ORDER)).rejects.toThrow(ProviderRefused);
    answer = () => ({ status: 422, text: '{"responseMessage":"a@x.test has BVN 22212345678"}' });
    await expect(client.reserveAccount(ORDER)).rejects.toThrow('(422): (email) has BVN (number)');
  });

  it('reads all pages of the list', async () => {
    answer = (path) => {
      const page = Number(/page=(\d+)/.exec(path)?.[1]);
      return ok({
        content: [{ transactionReference: `a${page}` }, { transactionReference: `b${page}` }],
        last: page === 2,
      });
    };
    const references: string[] = [];
    for await (const reference of client.references(1_000, 2_000)) references.push(reference);
    expect(references).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(seen.at(-1)?.request.url).toContain('from=1000&to=2000');
  });
});
