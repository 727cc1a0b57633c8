import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  eventually,
  MONNIFY_KEYS,
  openReceiver,
  openSandbox,
  type Answer,
  type SandboxFixture,
} from '../testing/sandbox-fixture.js';
import { signatureOf } from '../transfers.js';

let sandbox: SandboxFixture;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let bearer: Record<string, string>;
beforeAll(async () => {
  receiver = await openReceiver();
  sandbox = await openSandbox({ webhookUrls: { monnify: receiver.url } });
  bearer = await login();
});
beforeEach(() => {
  receiver.deliveries.length = 0;
  receiver.answer = { status: 200, body: '{}' };
});
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
});

const basic = (secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${MONNIFY_KEYS.monnifyApiKey}:${secret}`).toString('base64')}`,
});

async function login(): Promise<Record<string, string>> {
  const { json } = await sandbox.call('/api/v1/auth/login', {
    method: 'POST',
    headers: basic(MONNIFY_KEYS.monnifySecretKey),
  });
  return { authorization: `Bearer ${(json['responseBody'] as { accessToken: string }).accessToken}` };
}

const reserve = (accountReference: string): Promise<Answer> =>
  sandbox.post(
    '/api/v2/bank-transfer/reserved-accounts',
    {
      accountReference,
      accountName: 'Ada',
      currencyCode: 'NGN',
      contractCode: '123',
      customerEmail: 'ada@example.test',
      customerName: 'Ada O',
      getAllAvailableBanks: true,
    },
    bearer,
  );

async function accountNumberOf(accountReference: string): Promise<string> {
  const { responseBody } = (await reserve(accountReference)).json as {
    responseBody: { accounts: { accountNumber: string }[] };
  };
  return responseBody.accounts[0]!.accountNumber;
}

const transfer = (order: Record<string, unknown>): Promise<Answer> => sandbox.post('/transfers', order);
const status = (reference: string): Promise<Answer> =>
  sandbox.call(`/api/v2/transactions/${encodeURIComponent(reference)}`, { headers: bearer });

describe('the signature', () => {
  it('matches the published sample', () => {
    const body =
      '{"eventData":{"product":{"reference":"111222333","type":"OFFLINE_PAYMENT_AGENT"},"transactionReference":"MNFY|76|20211117154810|000001","paymentReference":"0.01462001097368737","paidOn":"17/11/2021 3:48:10 PM","paymentDescription":"Mockaroo Jesse","metaData":{},"destinationAccountInformation":{},"paymentSourceInformation":{},"amountPaid":78000,"totalPayable":78000,"offlineProductInformation":{"code":"41470","type":"DYNAMIC"},"cardDetails":{},"paymentMethod":"CASH","currency":"NGN","settlementAmount":77600,"paymentStatus":"PAID","customer":{"name":"Mockaroo Jesse","email":"111222333@ZZAMZ4WT4Y3E.monnify"}},"eventType":"SUCCESSFUL_TRANSACTION"}';
    expect(signatureOf(body, '91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y')).toBe(
      'f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c',
    );
  });
});

describe('access', () => {
  it('requires the right keys, then a token', async () => {
    expect(
      (await sandbox.call('/api/v1/auth/login', { method: 'POST', headers: basic('wrong') })).status,
    ).toBe(401);
    expect((await sandbox.call('/api/v1/auth/login', { method: 'POST' })).status).toBe(401);
    for (const path of [
      '/api/v2/transactions/x',
      '/api/v1/transactions/search',
      '/api/v2/bank-transfer/reserved-accounts/x',
    ])
      expect((await sandbox.call(path, { headers: { authorization: 'Bearer nobody' } })).status).toBe(401);
  });
});

describe('a reserved account', () => {
  it('has a number at two banks and keeps them', async () => {
    const first = (await reserve('customer-1')).json;
    expect(first).toMatchObject({
      requestSuccessful: true,
      responseBody: {
        accountReference: 'customer-1',
        status: 'ACTIVE',
        accounts: [{ bankCode: '50515' }, { bankCode: '232' }],
      },
    });
    expect((await reserve('customer-1')).json).toEqual(first);
    expect(await accountNumberOf('customer-1')).toMatch(/^\d{10}$/);
    expect(await accountNumberOf('customer-2')).not.toBe(await accountNumberOf('customer-1'));
    expect(
      (await sandbox.call('/api/v2/bank-transfer/reserved-accounts/customer-1', { headers: bearer })).status,
    ).toBe(200);
  });

  it('requires every field', async () => {
    const { status, json } = await sandbox.post(
      '/api/v2/bank-transfer/reserved-accounts',
      { accountReference: 'x' },
      bearer,
    );
    expect([status, json['requestSuccessful']]).toEqual([400, false]);
  });
});

describe('a transfer', () => {
  it('sends a signed webhook, and the status call confirms ten naira less', async () => {
    const accountNumber = await accountNumberOf('customer-1');
    const { status: http, json } = await transfer({ accountNumber, amount: 3000 });
    expect(http).toBe(200);
    const reference = String(json['transactionReference']);
    await eventually(() => expect(receiver.deliveries).toHaveLength(1));
    const { body, headers } = receiver.deliveries[0]!;
    expect(headers['monnify-signature']).toBe(signatureOf(body, MONNIFY_KEYS.monnifySecretKey));
    expect(JSON.parse(body)).toMatchObject({
      eventType: 'SUCCESSFUL_TRANSACTION',
      eventData: {
        transactionReference: reference,
        amountPaid: 3000,
        product: { reference: 'customer-1', type: 'RESERVED_ACCOUNT' },
      },
    });
    expect((await status(reference)).json['responseBody']).toMatchObject({
      paymentStatus: 'PAID',
      currency: 'NGN',
      amountPaid: '3000.00',
      settlementAmount: '2990.00',
      product: { reference: 'customer-1' },
    });
    expect((await status('MNFY|04|20000101000000|000000')).status).toBe(404);
  });

  it('sends its webhook several times at once, or never, when asked to', async () => {
    const accountNumber = await accountNumberOf('customer-1');
    const lost = String(
      (await transfer({ accountNumber, amount: 10, loseWebhook: true })).json['transactionReference'],
    );
    await transfer({ accountNumber, amount: '20.50', duplicates: 4 });
    await eventually(() => expect(receiver.deliveries).toHaveLength(5));
    expect(new Set(receiver.deliveries.map(({ body }) => body)).size).toBe(1);
    expect(receiver.deliveries.some(({ body }) => body.includes(lost))).toBe(false);
    expect((await status(lost)).json['requestSuccessful']).toBe(true);
  });

  it('repeats its webhook until the receiver accepts it, also after a restart', async () => {
    receiver.answer = { status: 503, body: '' };
    const accountNumber = await accountNumberOf('customer-1');
    const { json } = await transfer({ accountNumber, amount: 77 });
    await eventually(() => expect(receiver.deliveries.length).toBeGreaterThan(2));
    await sandbox.restart();
    bearer = await login();
    receiver.deliveries.length = 0;
    receiver.answer = { status: 200, body: '' };
    await eventually(() =>
      expect(receiver.deliveries.map(({ body }) => body).join()).toContain(
        String(json['transactionReference']),
      ),
    );
    await sandbox.restart();
    bearer = await login();
    receiver.deliveries.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(receiver.deliveries).toHaveLength(0);
  });

  it.each<[{ accountNumber?: string; [field: string]: unknown }, number]>([
    [{ accountNumber: '0000000000', amount: 1 }, 404],
    [{ amount: 1 }, 404],
    [{ accountNumber: 'known', amount: 0 }, 422],
    [{ accountNumber: 'known', amount: 1.005 }, 422],
    [{ accountNumber: 'known', amount: -5 }, 422],
    [{ accountNumber: 'known', amount: 1, duplicates: 1.5 }, 422],
    [{ accountNumber: 'known', amount: 1, loseWebhook: 'no' }, 422],
  ])('%j is refused with %d', async (order, expected) => {
    const accountNumber =
      order.accountNumber === 'known' ? await accountNumberOf('customer-1') : order.accountNumber;
    expect((await transfer({ ...order, accountNumber })).status).toBe(expected);
  });
});

describe('the search', () => {
  it('finds transfers by time, newest first, in pages', async () => {
    const accountNumber = await accountNumberOf('customer-9');
    const from = Date.now();
    const sent = [];
    for (let amount = 1; amount <= 5; amount++)
      sent.push((await transfer({ accountNumber, amount, loseWebhook: true })).json['transactionReference']);
    const page = async (number: number) =>
      (
        await sandbox.call(
          `/api/v1/transactions/search?from=${from}&to=${Date.now()}&page=${number}&size=2`,
          { headers: bearer },
        )
      ).json['responseBody'] as {
        content: { transactionReference: string; amountPaid: number }[];
        last: boolean;
        totalElements: number;
      };
    const pages = [await page(0), await page(1), await page(2)];
    expect(pages.flatMap(({ content }) => content.map((row) => row.transactionReference))).toEqual(
      sent.reverse(),
    );
    expect(pages.map(({ last, totalElements }) => [last, totalElements])).toEqual([
      [false, 5],
      [false, 5],
      [true, 5],
    ]);
  });
});
