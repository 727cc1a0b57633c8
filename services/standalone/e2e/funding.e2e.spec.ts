import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ledger, startSandboxProcess, startStandalone } from '../../../infra/testing/product.js';
import type { Running } from '../../../infra/testing/product.js';
import { webhookSignature } from '../../vendors/webhook-signature.js';
import { accountNumberOf, eventually, send, signIn, untilQuiet } from '../testing/callers.js';
import type { Answer, SignedIn } from '../testing/callers.js';
import { eventsIn, factsIn } from '../testing/facts-in.js';

/**
 * Payments from a bank that repeats and forgets webhooks, and forged ones. Has its own product: it is killed.
 */
const SECRET = 'sandbox-secret-key';
let folder: string;
let dataDir: string;
let sandbox: Running;
let product: Running;
let customer: SignedIn;
let accountNumber: string;
let settings: Record<string, string>;

const enter = async (): Promise<void> => {
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'funding-'));
  dataDir = join(folder, 'data');
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  sandbox = await startSandboxProcess({
    DATA_DIR: join(folder, 'bank'),
    SANDBOX_PORT: sandboxPort,
    PORT: port,
  });
  settings = { DATA_DIR: dataDir, PORT: port, SANDBOX_URL: sandbox.url, LOG_LEVEL: 'silent' };
  product = await startStandalone({ ...settings, FUNDING_SWEEP_EVERY: '1s' });
  await enter();
  accountNumber = await accountNumberOf(userData);
});

afterAll(async () => {
  await product?.stop('SIGKILL');
  await sandbox?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const userData = async (): Promise<Record<string, unknown>> =>
  (await send(`${product.url}/api/user_data/`, 'POST', {}, customer.headers)).body['user_data'] as never;
const balance = async (): Promise<number> => Number((await userData())['user_wallet']);
const fundings = async (): Promise<Record<string, unknown>[]> =>
  (await send(`${product.url}/api/user_wallet_funding_transactions/`, 'POST', {}, customer.headers)).body[
    'all_user_transaction'
  ] as never;

async function transfer(order: Record<string, unknown>): Promise<string> {
  const { status, body } = await send(`${sandbox.url}/transfers`, 'POST', { accountNumber, ...order });
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return String(body['transactionReference']);
}

const webhook = (transactionReference: string, amountPaid: number, secret = SECRET): Promise<Answer> => {
  const body = JSON.stringify({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: { transactionReference, amountPaid, paymentStatus: 'PAID' },
  });
  return send(`${product.url}/webhooks/monnify`, 'POST', body, {
    'monnify-signature': webhookSignature(Buffer.from(body), secret),
  });
};

const events = async (type: string): Promise<{ data: Record<string, string> }[]> =>
  (await eventsIn(dataDir)).filter((event) => event.type === type) as never;

/** Waits until the balance has this value, and checks that it stays. */
async function becomes(naira: number): Promise<void> {
  await eventually(balance, (now) => now === naira);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await balance()).toBe(naira);
}

const credits = async (reference: string): Promise<number> =>
  (await events('WalletFunded')).filter(({ data }) => data['transactionReference'] === reference).length;

it('credits a transfer once despite repeated webhooks', async () => {
  const before = await balance();
  const reference = await transfer({ amount: 2_500.5, duplicates: 5 });
  await becomes(before + 2_500.5);
  await webhook(reference, 2_500.5);
  await becomes(before + 2_500.5);
  expect(await credits(reference)).toBe(1);
  expect((await fundings())[0]).toMatchObject({
    amount_funded: 2_500.5,
    wallet_before_funding: before,
    wallet_after_funding: before + 2_500.5,
  });
});

it('finds a transfer whose webhook was lost', async () => {
  const before = await balance();
  const reference = await transfer({ amount: 700, loseWebhook: true });
  await becomes(before + 700);
  expect(await credits(reference)).toBe(1);
});

it('ignores a webhook without a valid signature', async () => {
  await untilQuiet(product.url);
  const before = (await factsIn(dataDir)).length;
  const { status, body } = await webhook('MNFY|01|000000|000001', 1_000_000, 'another-secret');
  expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'SIGNATURE_INVALID' });
  expect(await factsIn(dataDir)).toHaveLength(before);
});

it('credits the amount that the bank confirms, not the one in the webhook', async () => {
  const before = await balance();
  const reference = await transfer({ amount: 10, loseWebhook: true });
  expect((await webhook(reference, 999_999)).status).toBe(200);
  await becomes(before + 10);
  expect(await credits(reference)).toBe(1);
});

it('credits nothing for a payment the bank does not know', async () => {
  const before = await balance();
  const unknown = 'MNFY|02|19990101|000001';
  expect((await webhook(unknown, 5_000)).status).toBe(200);
  expect((await events('FundingReported')).at(-1)!.data).toMatchObject({ transactionReference: unknown });
  // Waits for a later payment. By then the bank was asked about both earlier payments.
  await transfer({ amount: 40 });
  await becomes(before + 40);
  expect(await credits(unknown)).toBe(0);
});

it('keeps payments without a customer in suspense', async () => {
  const login = await send(`${sandbox.url}/api/v1/auth/login`, 'POST', '', {
    authorization: `Basic ${Buffer.from(`sandbox-api-key:${SECRET}`).toString('base64')}`,
    'content-type': 'text/plain',
  });
  const { accessToken } = login.body['responseBody'] as { accessToken: string };
  const reserved = await send(
    `${sandbox.url}/api/v2/bank-transfer/reserved-accounts`,
    'POST',
    {
      accountReference: 'somebody-else',
      accountName: 'Else',
      currencyCode: 'NGN',
      contractCode: '0',
      customerEmail: 'else@demo.test',
      customerName: 'Else',
    },
    { authorization: `Bearer ${accessToken}` },
  );
  const { accounts } = reserved.body['responseBody'] as { accounts: { accountNumber: string }[] };
  const before = await balance();
  const reference = await transfer({ accountNumber: accounts[0]!.accountNumber, amount: 333 });
  await eventually(
    () => events('FundingUnmatched'),
    (found) => found.length > 0,
  );
  const [unmatched] = await events('FundingUnmatched');
  expect(unmatched!.data).toMatchObject({ transactionReference: reference, paid: '33300' });
  expect(await balance()).toBe(before);
  const { accounts: books } = JSON.parse(await ledger(dataDir, ['balances', '--json'], settings)) as {
    accounts: Record<string, string>;
  };
  expect(books['suspense_unmatched']).toBe('-33300');
});

it('credits acknowledged payments, minus the charge, after a kill', async () => {
  await product.stop();
  const nobody = `http://127.0.0.1:${await freePort()}`;
  product = await startStandalone({ ...settings, MONNIFY_URL: nobody, FUNDING_SWEEP_EVERY: '1h' });
  await enter();
  const before = await balance();
  const reference = await transfer({ amount: 1_000, loseWebhook: true });
  expect((await webhook(reference, 1_000)).status).toBe(200);
  await product.stop('SIGKILL');
  expect((await events('FundingReported')).at(-1)!.data).toMatchObject({
    transactionReference: reference,
    by: 'webhook',
  });
  expect(await credits(reference)).toBe(0);
  product = await startStandalone({ ...settings, FUNDING_CHARGE_NAIRA: '50', FUNDING_SWEEP_EVERY: '1h' });
  await enter();
  await becomes(before + 950);
  expect(await userData()).toMatchObject({ monify_charges: 50, lastTopUp: 950 });
  expect(await credits(reference)).toBe(1);
  const report = JSON.parse(await ledger(dataDir, ['verify', '--read-models', '--json'], settings)) as object;
  expect(report).toMatchObject({ ok: true });
});

it('agrees with the bank’s statement after repeated, lost and forged webhooks', async () => {
  const reconcile = (statement: string): Promise<string> =>
    ledger(dataDir, ['reconcile', '--psp', 'monnify', '--statement', statement, '--json'], settings);
  const { agreed, differing } = JSON.parse(await reconcile(`${sandbox.url}/statements/monnify`)) as {
    agreed: { matched: { count: number; ours: string; theirs: string } };
    differing: number;
  };
  expect(differing).toBe(0);
  expect(agreed.matched.count).toBeGreaterThan(2);
  expect(agreed.matched.ours).toBe(agreed.matched.theirs);
  const text = await (await fetch(`${sandbox.url}/statements/monnify`)).text();
  const file = join(folder, 'statement.csv');
  writeFileSync(file, `${text}MNFY|made|up,1.00,PAID,2026-03-01\n`);
  await expect(reconcile(file)).rejects.toThrow(/ended with 1: .*"missingHere":\{"count":1,.*"differing":1,/);
});
