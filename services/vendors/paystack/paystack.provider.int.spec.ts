import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProviderRefused, ProviderUnavailable, type PaymentProvider } from '../payment-provider.js';
import { webhookSignature } from '../webhook-signature.js';
import { createPaystackProvider } from './paystack.provider.js';
import { readPaystackWebhook } from './read-webhook.js';

const ADA = { userId: '1', firstName: 'Ada', lastName: 'Obi', email: 'a@x.test', phone: '08031234567' };
const ACCOUNT = {
  bank: { name: 'Wema Bank', id: 20, slug: 'wema-bank' },
  account_name: 'SHOP/ADA OBI',
  account_number: '9930000737',
  active: true,
};
const READ = {
  bankCode: 'wema-bank',
  bankName: 'Wema Bank',
  accountNumber: '9930000737',
  accountName: 'SHOP/ADA OBI',
};

let server: Server;
let provider: PaymentProvider;
let calls: { readonly call: string; readonly body: unknown; readonly key: string | undefined }[];
let answers: Record<string, readonly [number, unknown]>;
beforeEach(async () => {
  calls = [];
  answers = {};
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const call = `${request.method} ${request.url?.split('?')[0]}`;
      calls.push({ call, body: body && JSON.parse(body), key: request.headers.authorization });
      const [status, data] = answers[call] ?? [404, undefined];
      response.writeHead(status).end(JSON.stringify({ status: status < 300, message: 'said', data }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider = createPaystackProvider({ baseUrl, secretKey: 'sk_1', bank: 'wema-bank' });
});
afterEach(async () => {
  await provider.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

it('creates the customer first, and then the account', async () => {
  answers = {
    'POST /customer': [200, { customer_code: 'CUS_1' }],
    'GET /customer/CUS_1': [200, { customer_code: 'CUS_1', dedicated_account: null }],
    'POST /dedicated_account': [200, ACCOUNT],
  };
  expect(await provider.reserveAccount({ ...ADA, lastName: '' })).toEqual({
    accountReference: 'CUS_1',
    bankAccounts: [READ],
  });
  const customer = { email: 'a@x.test', first_name: 'Ada', last_name: 'Ada', phone: '08031234567' };
  expect(calls).toEqual([
    { call: 'POST /customer', body: customer, key: 'Bearer sk_1' },
    { call: 'GET /customer/CUS_1', body: '', key: 'Bearer sk_1' },
    {
      call: 'POST /dedicated_account',
      body: { customer: 'CUS_1', preferred_bank: 'wema-bank' },
      key: 'Bearer sk_1',
    },
  ]);
});

it('finds the accounts that a customer has already, and no second customer', async () => {
  const closed = { ...ACCOUNT, account_number: '9930000000', active: false };
  const found = { dedicated_account: closed, dedicated_accounts: [closed, null, ACCOUNT] };
  answers = { 'GET /customer/CUS_9': [200, found] };
  expect(await provider.reserveAccount({ ...ADA, accountReference: 'CUS_9' })).toEqual({
    accountReference: 'CUS_9',
    bankAccounts: [READ],
  });
  expect(calls.map(({ call }) => call)).toEqual(['GET /customer/CUS_9']);
});

it('refuses when Paystack refuses, and asks again later after an answer it cannot read', async () => {
  answers = { 'POST /customer': [400, undefined] };
  await expect(provider.reserveAccount(ADA)).rejects.toThrow(ProviderRefused);
  answers = { 'POST /customer': [200, { customer_code: '../x' }] };
  await expect(provider.reserveAccount(ADA)).rejects.toThrow(ProviderUnavailable);
  answers = {
    'POST /customer': [200, { customer_code: 'CUS_1' }],
    'GET /customer/CUS_1': [200, {}],
    'POST /dedicated_account': [200, { ...ACCOUNT, account_number: 9_930_000_737 }],
  };
  await expect(provider.reserveAccount(ADA)).rejects.toThrow(ProviderUnavailable);
});

it('names the account of a payment into an account only, and counts the fee off', async () => {
  const payment = {
    reference: 'R1',
    status: 'success',
    currency: 'NGN',
    amount: 300_000,
    fees: 3_000,
    paid_at: '2026-03-01T11:00:00.000Z',
    channel: 'dedicated_nuban',
    customer: { customer_code: 'CUS_1' },
  };
  const verified = async (more: object) => {
    answers = { 'GET /transaction/verify/R1': [200, { ...payment, ...more }] };
    return provider.transaction('R1');
  };
  expect(await verified({})).toMatchObject({
    accountReference: 'CUS_1',
    status: 'PAID',
    paid: 300_000n,
    settled: 297_000n,
    paidAt: Date.parse('2026-03-01T11:00:00.000Z'),
  });
  for (const channel of ['card', 'bank_transfer', undefined, 7])
    expect(await verified({ channel })).toMatchObject({ accountReference: undefined, paid: 300_000n });
  for (const fees of [null, 'x', 300_001, -1])
    expect(await verified({ fees })).toMatchObject({ settled: undefined });
});

it('leaves card payments out of the list and out of the webhooks', async () => {
  const rows = [
    { reference: 'a', channel: 'card' },
    { reference: 'b', channel: 'dedicated_nuban' },
    { reference: 'c' },
  ];
  answers = { 'GET /transaction': [200, rows] };
  const listed: unknown[] = [];
  const iterator = provider.references(0, 1)[Symbol.asyncIterator]();
  for (let count = 0; count < 2; count += 1) listed.push((await iterator.next()).value);
  expect(listed).toEqual(
    ['b', 'c'].map((transactionReference) => ({ transactionReference, said: undefined })),
  );
  const paymentOf = (event: string, channel: unknown) => {
    const raw = Buffer.from(JSON.stringify({ event, data: { reference: 'R1', amount: 5, channel } }));
    return readPaystackWebhook(raw, webhookSignature(raw, 'sk_1'), 'sk_1')?.payment;
  };
  expect(paymentOf('charge.success', 'card')).toBeUndefined();
  expect(paymentOf('transfer.success', 'dedicated_nuban')).toBeUndefined();
  expect(paymentOf('charge.success', 'dedicated_nuban')).toEqual({ transactionReference: 'R1', said: 5n });
});
