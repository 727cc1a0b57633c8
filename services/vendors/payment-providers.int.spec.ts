import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentProvider as Code } from '../contracts/admin/money-desk.contract.js';
import { judge } from '../funding/funding.decider.js';
import { startSandbox, type Sandbox } from '../sandbox/start-sandbox.js';
import { openReceiver } from '../sandbox/testing/sandbox-fixture.js';
import { until } from '../../infra/testing/until.js';
import { ProviderRefused, ProviderUnavailable, type PaymentProvider } from './payment-provider.js';
import { createProviders, PROVIDER_KINDS, type ProviderSettings } from './payment-providers.js';
import { webhookSignature } from './webhook-signature.js';

const SECRET = 'secret-of-the-merchant';
const ADA = {
  userId: '5f0c2a52-1a5e-4c7f-9a55-0d5f8f1f2a10',
  firstName: 'Zurielkemi',
  lastName: 'Okparavero',
  email: 'zurielkemi@people.test',
  phone: '08031234567',
};
const settingsOf = (code: Code, sandboxUrl: string, secret = SECRET): ProviderSettings => ({
  FUNDING_PROVIDERS: [code],
  sandboxUrl,
  MONNIFY_URL: undefined,
  MONNIFY_API_KEY: 'key',
  MONNIFY_SECRET_KEY: secret,
  MONNIFY_CONTRACT_CODE: '42',
  PAYSTACK_URL: undefined,
  PAYSTACK_SECRET_KEY: secret,
  PAYSTACK_BANK: 'wema-bank',
});

type Said = Readonly<Record<'status' | 'currency' | 'amount', unknown>>;

interface Scripts {
  readonly header: string;
  /** Answer to the status call. A missing field is left out. */
  readonly status: (reference: string, said: Partial<Said>) => unknown;
  /** Answer to the list of payments. */
  readonly list: (rows: readonly unknown[]) => unknown;
  readonly rowOf: (reference: unknown, amount?: unknown) => object;
  readonly good: Said;
  /** Words of the provider by verdict. */
  readonly words: Readonly<Record<'rejected' | 'wait', readonly string[]>>;
  /** Amounts that are not certain to the kobo. */
  readonly uncertain: readonly unknown[];
  readonly unknown: { readonly status: number; readonly body: unknown };
}

/** Answers in the format of each provider. A provider without an entry does not compile. */
const SCRIPTS: Readonly<Record<Code, Scripts>> = {
  monnify: {
    header: 'monnify-signature',
    status: (transactionReference, { status, amount, ...said }) => ({
      responseBody: {
        transactionReference,
        paymentStatus: status,
        amountPaid: amount,
        product: { reference: 'NL-1' },
        ...said,
      },
    }),
    list: (content) => ({ responseBody: { content, last: true } }),
    rowOf: (transactionReference, amountPaid) => ({ transactionReference, amountPaid }),
    good: { status: 'PAID', currency: 'NGN', amount: '3000.00' },
    words: { rejected: ['FAILED', 'EXPIRED', 'CANCELLED', 'REVERSED'], wait: ['PENDING'] },
    uncertain: ['3000.005', 3000.005],
    unknown: { status: 404, body: { requestSuccessful: false, responseMessage: 'no' } },
  },
  paystack: {
    header: 'x-paystack-signature',
    status: (reference, said) => ({
      status: true,
      data: { reference, channel: 'dedicated_nuban', customer: { customer_code: 'CUS_1' }, ...said },
    }),
    list: (data) => ({ status: true, data, meta: { pageCount: 1 } }),
    rowOf: (reference, amount) => ({ reference, amount }),
    good: { status: 'success', currency: 'NGN', amount: 300_000 },
    words: { rejected: ['failed', 'abandoned', 'reversed'], wait: ['ongoing', 'pending', 'queued'] },
    uncertain: [300_000.5, '300000.5', '3000.00001'],
    unknown: { status: 400, body: { status: false, code: 'transaction_not_found', message: 'none' } },
  },
};

const NONSENSE: readonly [string, unknown][] = [
  ['null', null],
  ['a list', ['x']],
  ['an object', { kobo: 1 }],
  ['a boolean', true],
  ['a text of a megabyte', 'x'.repeat(1_000_000)],
];

describe.each(Object.keys(PROVIDER_KINDS) as Code[])('the payment provider %s', (code) => {
  const scripts = SCRIPTS[code];
  const kind = PROVIDER_KINDS[code];

  describe('at the sandbox', () => {
    let dataDir: string;
    let sandbox: Sandbox;
    let receiver: Awaited<ReturnType<typeof openReceiver>>;
    let provider: PaymentProvider;
    const create = (secret?: string): PaymentProvider =>
      createProviders(settingsOf(code, sandbox.url, secret))[0]!;
    const transfer = async (accountNumber: string, amount: number, more: object = {}): Promise<string> => {
      const answer = await fetch(`${sandbox.url}/transfers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accountNumber, amount, ...more }),
      });
      return ((await answer.json()) as { transactionReference: string }).transactionReference;
    };

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'provider-'));
      receiver = await openReceiver();
      sandbox = await startSandbox({
        dataDir,
        port: 0,
        latencyMs: 0,
        webhookUrls: { [code]: receiver.url },
        secrets: { monnifyApiKey: 'key', monnifySecretKey: SECRET, paystackSecretKey: SECRET },
      });
      provider = create();
    });
    afterAll(async () => {
      await provider.close();
      await sandbox.stop();
      await receiver.close();
      await rm(dataDir, { recursive: true });
    });

    it('gives a customer accounts, and the same ones when asked again', async () => {
      const reserved = await provider.reserveAccount(ADA);
      expect(reserved.accountReference).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
      expect(reserved.bankAccounts.length).toBeGreaterThan(0);
      for (const { accountNumber, accountName, bankName } of reserved.bankAccounts) {
        expect(accountNumber).toMatch(/^\d{10}$/);
        expect(accountName).toContain('Okparavero');
        expect(bankName).not.toBe('');
      }
      expect(await provider.reserveAccount(ADA)).toEqual(reserved);
      const { accountReference } = reserved;
      expect(await provider.reserveAccount({ ...ADA, accountReference })).toEqual(reserved);
    });

    it('takes a BVN or NIN with a new account or later, and repeats no refused number', async () => {
      const identity = { kind: 'nin', number: '22200000001' } as const;
      const { accountReference } = await provider.reserveAccount({ ...ADA, identity });
      await provider.identify?.(accountReference, identity);
      const unknown = { kind: 'bvn', number: '22200000404' } as const;
      const refusal: unknown = await provider.identify?.(accountReference, unknown).catch((error) => error);
      if (!provider.identify) return;
      expect(refusal).toBeInstanceOf(ProviderRefused);
      expect(String(refusal)).not.toContain(unknown.number);
    });

    it('confirms a payment to the kobo, under the reference of the account', async () => {
      const { accountReference, bankAccounts } = await provider.reserveAccount(ADA);
      const before = Date.now();
      const reference = await transfer(bankAccounts[0]!.accountNumber, 1_500.55, { loseWebhook: true });
      const payment = await provider.transaction(reference);
      expect(payment).toMatchObject({ transactionReference: reference, accountReference, paid: 150_055n });
      expect(judge(payment, 0)).toMatchObject({ verdict: 'paid', paid: 150_055n });
      if (!payment || !('paid' in payment)) throw new Error('unread');
      expect(payment.settled).toBeLessThan(150_055n);
      expect(payment.paidAt).toBeGreaterThanOrEqual(before - 1_000);
      expect(payment.paidAt).toBeLessThanOrEqual(Date.now() + 1_000);
    });

    it('lists the payments of a period', async () => {
      const { bankAccounts } = await provider.reserveAccount(ADA);
      const reference = await transfer(bankAccounts[0]!.accountNumber, 20, { loseWebhook: true });
      const listed = async (from: number, to: number): Promise<unknown[]> => {
        const rows: unknown[] = [];
        for await (const row of provider.references(from, to)) rows.push(row);
        return rows;
      };
      const now = Date.now();
      expect(await listed(now - 3_600_000, now + 3_600_000)).toContainEqual({
        transactionReference: reference,
        said: 2_000n,
      });
      expect(await listed(now - 7_200_000, now - 3_600_000)).toEqual([]);
    });

    it('does not know a payment of another provider', async () => {
      expect(await provider.transaction('MNFY|04|20211117112842|999999')).toBeUndefined();
      expect(await provider.transaction('../../etc/passwd')).toBeUndefined();
    });

    it('is unavailable with wrong keys, and names the setting', async () => {
      const stranger = create('wrong');
      const setting = new RegExp(`${code.toUpperCase()}_SECRET_KEY`);
      await expect(stranger.transaction('x')).rejects.toThrow(setting);
      await expect(stranger.reserveAccount(ADA)).rejects.toThrow(ProviderUnavailable);
      await stranger.close();
    });

    it('reads its webhook, of which nothing personal may be stored', async () => {
      receiver.deliveries.length = 0;
      const { accountReference, bankAccounts } = await provider.reserveAccount(ADA);
      const reference = await transfer(bankAccounts[0]!.accountNumber, 77.5);
      await until(() => receiver.deliveries.length === 1);
      const { body, headers } = receiver.deliveries[0]!;
      const read = (bytes: Buffer, signature: unknown) =>
        kind.readWebhook(bytes, signature as string | undefined, settingsOf(code, ''));
      const raw = Buffer.from(body);
      const signature = headers[scripts.header];
      const webhook = read(raw, signature);
      expect(webhook?.payment).toEqual({ transactionReference: reference, said: 7_750n });
      const kept = JSON.stringify(webhook?.facts);
      expect(kept).toContain(accountReference);
      for (const personal of ['zurielkemi', 'okparavero', 'okafor', bankAccounts[0]!.accountNumber, '6789'])
        expect(kept.toLowerCase()).not.toContain(personal);
      for (const wrong of [undefined, '', 'x', webhookSignature(Buffer.from('{}'), SECRET)])
        expect(read(raw, wrong)).toBeUndefined();
      expect(read(Buffer.concat([raw, Buffer.from(' ')]), signature)).toBeUndefined();
    });

    it.each(['{', '', 'null', '[]', '{"event":1}', '{"eventType":"x","event":"charge.success","data":[]}'])(
      'takes no payment from the webhook %j',
      (text) => {
        const raw = Buffer.from(text);
        const webhook = kind.readWebhook(raw, webhookSignature(raw, SECRET), settingsOf(code, ''));
        expect(webhook?.payment).toBe('unreadable');
      },
    );
  });

  describe('with odd answers', () => {
    let server: Server;
    let provider: PaymentProvider;
    let answer: { readonly status?: number; readonly text: string } | 'drop';
    const say = (body: unknown, status = 200): void => {
      answer = { status, text: typeof body === 'string' ? body : JSON.stringify(body) };
    };
    const digest = (): string => hash('sha256', answer === 'drop' ? '' : answer.text, 'hex');

    beforeAll(async () => {
      server = createServer((request, response) => {
        request.resume().on('end', () => {
          const isLogin = request.url?.endsWith('/auth/login');
          const login = { text: '{"responseBody":{"accessToken":"t","expiresIn":3600}}', status: 200 };
          const said = isLogin ? login : answer;
          if (said === 'drop') response.destroy();
          else response.writeHead(said.status ?? 200).end(said.text);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      provider = createProviders(settingsOf(code, url))[0]!;
    });
    afterAll(async () => {
      await provider.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const verdictOn = async (said: Partial<Said>) => {
      say(scripts.status('R1', { ...scripts.good, ...said }));
      return judge(await provider.transaction('R1'), 0);
    };

    it('credits a good answer', async () => {
      expect(await verdictOn({})).toMatchObject({ verdict: 'paid', paid: 300_000n });
    });

    it.each(NONSENSE)('puts a payment before a person when a field is %s', async (_, value) => {
      for (const field of ['status', 'currency', 'amount'] as const)
        expect(await verdictOn({ [field]: value })).toMatchObject({ verdict: 'unread', unread: { field } });
    });

    it('puts a payment before a person when its amount is not certain to the kobo', async () => {
      for (const amount of [...scripts.uncertain, 0, -300_000, '', 'NaN', '0x10', 1e300])
        expect(await verdictOn({ amount })).toMatchObject({ verdict: 'unread', unread: { field: 'amount' } });
      expect(await verdictOn({ currency: 'USD' })).toMatchObject({ unread: { field: 'currency' } });
      for (const status of ['SUCCESSFUL', 'paid?', 'ſuccess', 'constructor'])
        expect(await verdictOn({ status })).toMatchObject({ unread: { field: 'status' } });
    });

    it('knows the words of the provider', async () => {
      for (const [verdict, words] of Object.entries(scripts.words))
        for (const status of words) expect(await verdictOn({ status })).toMatchObject({ verdict });
    });

    it.each<[string, unknown, number, string]>([
      ['HTML', '<html>', 200, 'text'],
      ['an empty answer', '', 200, 'text'],
      ['null', 'null', 200, 'nothing'],
      ['another payment', scripts.status('R2', scripts.good), 200, 'object'],
      ['a refusal', { message: 'of another merchant' }, 403, 'refusal'],
      ['a refusal for another reason', { code: 'invalid', message: 'no' }, 400, 'refusal'],
      ['a gateway without this address', { message: 'no Route matched with those values' }, 404, 'refusal'],
    ])('says that %s is unread, without its content', async (_, body, status, type) => {
      say(body, status);
      expect(await provider.transaction('R1')).toEqual({
        transactionReference: 'R1',
        unread: { field: 'answer', type, digest: digest() },
      });
    });

    it('tells an unknown payment from a provider that is away', async () => {
      say(scripts.unknown.body, scripts.unknown.status);
      expect(await provider.transaction('R1')).toBeUndefined();
      const calls: readonly (() => Promise<unknown>)[] = [
        () => provider.transaction('R1'),
        () => provider.reserveAccount(ADA),
        () => provider.references(0, 1)[Symbol.asyncIterator]().next(),
      ];
      for (const status of [500, 502, 429]) {
        say('<html>', status);
        for (const call of calls) await expect(call()).rejects.toThrow(ProviderUnavailable);
      }
      answer = 'drop';
      for (const call of calls) await expect(call()).rejects.toThrow(ProviderUnavailable);
    });

    it('does not repeat personal data in the reason of a refusal', async () => {
      say({ message: 'a@x.test has 22212345678', responseMessage: 'a@x.test has 22212345678' }, 422);
      await expect(provider.reserveAccount(ADA)).rejects.toThrow('(email) has (number)');
      await expect(provider.reserveAccount(ADA)).rejects.toThrow(ProviderRefused);
    });

    it('lists readable rows beside unreadable ones', async () => {
      const { rowOf } = scripts;
      say(
        scripts.list([
          null,
          rowOf('a', scripts.good.amount),
          {},
          'x',
          rowOf(7),
          [],
          rowOf(' \u00a0'),
          rowOf(' b ', []),
        ]),
      );
      const rows: object[] = [];
      for await (const row of provider.references(1_000, 2_000)) rows.push(row);
      expect(rows.filter((row) => 'transactionReference' in row)).toEqual([
        { transactionReference: 'a', said: 300_000n },
        { transactionReference: 'b', said: undefined },
      ]);
      expect(rows.flatMap((row) => ('field' in row ? [row.field] : []))).toEqual([
        'answer',
        'reference',
        'answer',
        'reference',
        'answer',
        'reference',
      ]);
    });
  });
});
