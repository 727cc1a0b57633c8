import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Running, startStandalone } from '../../../../../infra/testing/product.js';
import type { Permission } from '../../../../contracts/admin/administrators.contract.js';
import { addressOf, CALLS, type CallName, LIVE_PATH } from '../../../../contracts/calls.js';
import {
  accountNumberOf,
  type Answer,
  eventually,
  send,
  signIn,
  type SignedIn,
} from '../../../testing/callers.js';
import { mailsTo } from '../../../testing/outbox.js';
import { newAdministrator, newCustomer } from '../../../testing/people.js';

const CHANGED =
  /told of funding was changed from a charge of ₦0\.00 and no bank to a charge of ₦(?:50|75)\.00 and .+ By (?:grace|eve) Staff\./;

/** Has its own product: alerts are mailed at most once in ten minutes. */
describe('the bank and the charge of funding', () => {
  const folder = mkdtempSync(join(tmpdir(), 'funding-terms-'));
  let product: Running;
  let sandboxUrl: string;
  let [grace, eve, support, auditor]: SignedIn[] = [];

  const emails = new Map<string, string>();
  const make = async (name: string, permission: Permission): Promise<SignedIn> => {
    const { email, password } = await newAdministrator({ folder }, name, permission);
    emails.set(name, email);
    return signIn(product.url, email, password, 'admin');
  };

  beforeAll(async () => {
    const sandboxPort = String(await freePort());
    sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    product = await startStandalone({
      DATA_DIR: folder,
      SANDBOX_PORT: sandboxPort,
      SANDBOX_LATENCY_MS: '5',
      LOG_LEVEL: 'error',
    });
    await make('away', 'finance');
    grace = await make('grace', 'finance');
    eve = await make('eve', 'owner');
    const { url } = product;
    const away = await eventually(
      async () => {
        const { body } = await send(`${url}/api/admin-administrators/`, 'POST', {}, eve!.headers);
        const all = body['administrators'] as readonly { readonly id: string; readonly email: string }[];
        return all.find(({ email }) => email === emails.get('away'))?.id;
      },
      (id) => id !== undefined,
    );
    const suspend = `${url}/api/admin-suspend-administrator/${away}/`;
    expect((await send(suspend, 'POST', { reason: 'on leave' }, eve.headers)).status).toBe(200);
    support = await make('helper', 'support');
    auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  });
  afterAll(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (name: CallName, body: object, who: SignedIn | undefined = grace): Promise<Answer> =>
    send(product.url + addressOf(CALLS[name]), 'POST', body, who!.headers);

  it('changes bank and charge for the next payment and on open pages', async () => {
    const { url } = product;
    const { email, password } = await newCustomer({ url, sandboxUrl });
    const ada = await signIn(url, email, password);
    const userData = async () =>
      (await send(`${url}/api/user_data/`, 'POST', {}, ada.headers)).body['user_data'] as Record<
        string,
        unknown
      >;
    const accountNumber = await accountNumberOf(userData);
    const pay = async (amount: number) => {
      const before = Number((await userData())['user_wallet']);
      await send(`${sandboxUrl}/transfers`, 'POST', { accountNumber, amount });
      const now = await eventually(
        async () => Number((await userData())['user_wallet']),
        (balance) => balance !== before,
      );
      return now - before;
    };
    const set = (version: number, more: object = {}, who = grace) =>
      ask('setFundingTerms', { monify_charges: 50, version, confirm: true, ...more }, who);
    const versionOf = async () => ((await ask('moneyDesk', {})).body['terms'] as { version: number }).version;
    expect(await pay(1_000)).toBe(1_000);
    const version = await versionOf();
    expect((await set(version, {}, support)).body).toMatchObject({ code: 'PERMISSION_MISSING' });
    expect((await set(version, {}, auditor)).body).toMatchObject({ code: 'WRONG_ROLE' });
    expect((await set(version, { manual_funding_bank_name: 'GTBank' })).body).toMatchObject({
      field: 'manual_funding_account_number',
    });
    const stop = new AbortController();
    const live = await fetch(url + LIVE_PATH, { headers: ada.headers, signal: stop.signal });
    const heard: string[] = [];
    const reading = (async () => {
      for await (const chunk of live.body!) heard.push(Buffer.from(chunk).toString());
    })().catch(() => undefined);
    const byHand = {
      manual_funding_bank_name: 'GTBank',
      manual_funding_account_name: 'Naira Ledger',
      manual_funding_account_number: '0123456789',
    };
    expect(await set(version, { confirm: false })).toMatchObject({
      status: 409,
      body: { code: 'CONFIRM_PRICE' },
    });
    const asked = await set(version, byHand);
    expect(asked).toMatchObject({ status: 200, body: { outcome: 'waiting' } });
    expect(await userData()).toMatchObject({ manual_funding_bank_name: '' });
    const approvals = async () =>
      (await ask('approvals', { standing: 'waiting' }, eve)).body['approvals'] as { readonly id: string }[];
    const [row] = await eventually(approvals, (rows) => rows.length > 0);
    expect(row).toMatchObject({ work: 'bank-account', bank: 'GTBank', bank_reference: '0123456789' });
    expect((await ask('grantApproval', { id: row!.id })).body).toMatchObject({ code: 'APPROVAL_OWN' });
    expect((await ask('grantApproval', { id: row!.id }, eve)).body).toMatchObject({ standing: 'applied' });
    await eventually(userData, (data) => data['manual_funding_bank_name'] === 'GTBank');
    await eventually(
      async () => (await mailsTo(sandboxUrl, emails.get('eve')!)).map(({ subject }) => subject),
      (subjects) => subjects.includes('The bank account that customers pay into was changed'),
    );
    await eventually(
      async () => heard.join(''),
      (text) => text.includes('"terms"'),
    );
    stop.abort();
    await reading;
    expect(await userData()).toMatchObject({ monify_charges: 50, other_bank_charges: 50, ...byHand });
    expect((await ask('moneyDesk', {})).body).toMatchObject({ bank: 'GTBank', terms: { ...byHand } });
    expect(await pay(1_000)).toBe(950);
    const told = await eventually(
      async () =>
        (await ask('activity', { page: 1, page_size: 10, area: 'money' })).body['activity'] as object[],
      (rows) => JSON.stringify(rows).includes('Changed the bank and the charge of funding'),
    );
    expect(JSON.stringify(told)).toContain('"before":"₦0.00"');
    // Each administrator sees the author and both values.
    const alerts = await eventually(
      async () =>
        (await ask('operations', {}, support)).body['alerts'] as readonly { readonly text: string }[],
      (open) => open.some(({ text }) => CHANGED.test(text)),
    );
    expect(alerts.map(({ text }) => text).join('\n')).toMatch(CHANGED);
    // Suspended administrators get no mail.
    const mailed = async (name: string) =>
      (await mailsTo(sandboxUrl, emails.get(name)!)).filter(({ text }) =>
        text.includes('told of funding was changed'),
      );
    for (const name of ['grace', 'eve', 'helper'])
      await eventually(
        () => mailed(name),
        (mails) => mails.length > 0,
      );
    expect(await mailed('away')).toEqual([]);
  });
});
