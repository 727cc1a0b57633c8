import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  startSandboxProcess,
  startStandalone,
  type Running,
} from '../../../infra/testing/product.js';
import { eventually } from '../testing/callers.js';
import { factsIn } from '../testing/facts-in.js';
import { mailsTo, newestCode } from '../testing/outbox.js';
import { Visitor } from '../testing/visitor.js';

/**
 * Mails about purchases, also while the mail server is down. Has its own product and mail server: both are
 * killed.
 */
const EMAIL = 'customer@demo.test';
let folder: string;
let sandboxSettings: Record<string, string>;
let settings: Record<string, string>;
let sandbox: Running;
let product: Running;
let browser: Visitor;

const subjects = async (to = EMAIL): Promise<string[]> =>
  (await mailsTo(sandbox.url, to)).map(({ subject }) => subject);
const buy = async (phone: string): Promise<string> => {
  const order = { amount: 100, network: 1, phone, transaction_pin: '4826' };
  const { status, body } = await browser.post('/api/buycard/', order);
  expect(status).toBe(200);
  return String(body['reference']);
};
const mailAbout = async (reference: string, beginning: string) =>
  eventually(
    async () =>
      (await mailsTo(sandbox.url, EMAIL)).find(
        ({ subject, text }) => subject.startsWith(beginning) && text.includes(reference),
      ),
    (mail) => mail !== undefined,
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notices-'));
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
  sandboxSettings = {
    DATA_DIR: join(folder, 'bank'),
    SANDBOX_PORT: sandboxPort,
    PORT: port,
    // Late enough that the delivery is seen before the reversal.
    SANDBOX_REVERSE_AFTER: '30s',
  };
  sandbox = await startSandboxProcess({ ...sandboxSettings, SANDBOX_LATENCY_MS: '5' });
  settings = {
    DATA_DIR: join(folder, 'data'),
    PORT: port,
    SANDBOX_URL: sandbox.url,
    LOG_LEVEL: 'silent',
    VENDOR_REQUERY_SCHEDULE: '200ms',
  };
  product = await startStandalone(settings);
  browser = new Visitor(product.url);
  await browser.login(EMAIL, 'Demo-pass-1');
});

afterAll(async () => {
  await product?.stop();
  await sandbox?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('reports deliveries, refunds and reversals', async () => {
  const reversed = await buy('08031230040');
  const delivered = await mailAbout(await buy('08031230001'), 'Delivered: ');
  expect(delivered).toMatchObject({ subject: 'Delivered: Mtn airtime' });
  expect(delivered!.text).toMatch(/Hello Ada,\n\nYour Mtn airtime was delivered\. You paid ₦9\d\.\d\d\./);
  expect(delivered!.text).toMatch(/For: \+?\d*8031230001\nReference: NL/);
  const refunded = await mailAbout(await buy('08031230016'), 'Refunded: ');
  expect(refunded!.text).toContain('is back in your wallet');
  expect((await mailAbout(reversed, 'Reversed: '))!.text).toContain('took your Mtn airtime back');
  await mailAbout(reversed, 'Delivered: ');
});

it('tells only the owner the origin of an account change', async () => {
  await browser.post('/api/change-transaction-pin/', { old_pin: '4826', new_pin: '5927' });
  await browser.post('/api/change-transaction-pin/', { old_pin: '5927', new_pin: '4826' });
  const [changed] = await eventually(
    async () =>
      (await mailsTo(sandbox.url, EMAIL)).filter(
        ({ subject }) => subject === 'Your transaction PIN was changed',
      ),
    (mails) => mails.length === 2,
  );
  expect(changed!.text).toMatch(/When: .+ \(Lagos\)\nFrom: 127\.0\.0\.1\nWith: node/);
  const events = (await factsIn(String(settings['DATA_DIR']))).join('\n');
  expect(events).toContain('"type":"PinChanged"');
  expect(events).not.toContain('127.0.0.1');
});

it('can be switched on and off', async () => {
  await browser.post('/api/update_notice_settings/', { mail_delivered: false });
  const quiet = await buy('08031230002');
  await eventually(
    async () => (await browser.post('/api/transaction/', { reference: quiet })).body['transaction'],
    (transaction) => (transaction as { transaction_status: string }).transaction_status === 'Successful',
  );
  // A later mail proves that earlier events were handled.
  await mailAbout(await buy('08031220016'), 'Refunded: ');
  const all = await mailsTo(sandbox.url, EMAIL);
  expect(all.filter(({ text }) => text.includes(quiet))).toEqual([]);
});

it('is not sent again by a restart', async () => {
  const before = await subjects();
  // A stop saves the checkpoint, and a kill keeps the last one.
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await product.stop(signal);
    product = await startStandalone(settings);
  }
  await browser.login(EMAIL, 'Demo-pass-1');
  await mailAbout(await buy('08031240016'), 'Refunded: ');
  expect(await subjects()).toEqual(['Refunded: Mtn airtime', ...before]);
});

it('arrives once the mail server is back, without delaying calls', async () => {
  await sandbox.stop('SIGKILL');
  const email = 'patient@people.test';
  const { status } = await new Visitor(product.url).post('/api/user_registration/', {
    email,
    fname: 'Patient',
    lname: 'Person',
    phone_number: '08031230003',
    password1: 'Patient-pass-1',
    password2: 'Patient-pass-1',
  });
  expect(status).toBe(200);
  await product.stop();
  product = await startStandalone(settings);
  sandbox = await startSandboxProcess(sandboxSettings);
  const otp_code = await newestCode(sandbox.url, email);
  const visitor = new Visitor(product.url);
  await visitor.login(email, 'Patient-pass-1');
  expect(await visitor.post('/api/verify_email/', { otp_code })).toMatchObject({ status: 200 });
  expect(await subjects(email)).toEqual(['Verify your email']);
});
