import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ledger } from '../../../../../infra/testing/product.js';
import type { SeededUser } from '../../../../../infra/testing/product.js';
import { ADMIN_EXPORT_PATH } from '../../../../contracts/admin/admin-histories.contract.js';
import type { Permission } from '../../../../contracts/admin/administrators.contract.js';
import type { ChargebackRow } from '../../../../contracts/admin/chargebacks.contract.js';
import type { ApprovalRow } from '../../../../contracts/admin/money-desk.contract.js';
import { ADMIN_LIVE_PATH, addressOf, CALLS, type CallName } from '../../../../contracts/calls.js';
import {
  accountNumberOf,
  type Answer,
  bearer,
  call,
  eventually,
  send,
  signIn,
  type SignedIn,
} from '../../../testing/callers.js';
import { startWithCustomers, type FundedCustomers } from '../../../testing/funded-customers.js';
import { setFundingCharge } from '../../../testing/funding-charge.js';
import { newAdministrator, newCustomer } from '../../../testing/people.js';

/** Chargebacks: payments that a bank takes back, up to the audit of the ledger. */
describe('chargebacks', () => {
  let world: FundedCustomers;
  /** Pays in. `reseller` is another customer, with an API token. */
  let ada: SignedIn;
  let email: string;
  let reseller: SeededUser;
  let accountNumber: string;
  let [grace, eve, support, auditor]: SignedIn[] = [];

  const make = async (name: string, permission: Permission): Promise<SignedIn> => {
    const { email, password } = await newAdministrator(world, name, permission);
    return signIn(world.product.url, email, password, 'admin');
  };
  const ask = (name: CallName, body: object, who: SignedIn | undefined = grace): Promise<Answer> =>
    send(world.product.url + addressOf(CALLS[name]), 'POST', body, who!.headers);

  beforeAll(async () => {
    world = await startWithCustomers(1);
    [reseller] = world.users as [SeededUser];
    const customer = await newCustomer(world.product);
    ({ email } = customer);
    ada = await signIn(world.product.url, email, customer.password);
    grace = await make('grace', 'finance');
    eve = await make('eve', 'owner');
    support = await make('helper', 'support');
    auditor = await signIn(world.product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
    accountNumber = await accountNumberOf(userData);
    await setFundingCharge(world.product.url, [grace, eve], 20);
  });
  afterAll(async () => {
    if (grace && eve) await setFundingCharge(world.product.url, [grace, eve], 0);
    world?.stop();
  });

  const asAda = (path: string, body: object = {}) =>
    send(world.product.url + path, 'POST', body, ada.headers);
  const userData = async () => (await asAda('/api/user_data/')).body['user_data'] as Record<string, unknown>;
  const balance = async () => Number((await userData())['user_wallet']);
  /** Pays in, and waits until it is credited. @returns the reference of the payment */
  const pay = async (amount: number): Promise<string> => {
    const { body } = await send(`${world.sandboxUrl}/transfers`, 'POST', { accountNumber, amount });
    const reference = String(body['transactionReference']);
    await eventually(
      () => fundings(reference),
      (rows) => rows.length === 1,
    );
    return reference;
  };
  const fundings = async (search: string) =>
    (await asAda('/api/user_wallet_funding_transactions/', { page: 1, page_size: 10, search })).body[
      'all_user_transaction'
    ] as Record<string, unknown>[];
  const list = async (question: object = {}, who = grace) =>
    (await ask('chargebacks', { page: 1, page_size: 100, ...question }, who)).body[
      'chargebacks'
    ] as ChargebackRow[];
  const record = (payment_reference: string, more: object = {}, who = grace) =>
    ask(
      'recordChargeback',
      {
        form_id: randomUUID(),
        provider: 'monnify',
        payment_reference,
        evidence: 'Mail of 12 March',
        dispute_reference: `CB-${payment_reference}`,
        amount: 100,
        reason: 'The card was stolen',
        ...more,
      },
      who,
    );
  const win = (payment_reference: string, more: object = {}, who = grace) =>
    ask(
      'winChargeback',
      {
        form_id: randomUUID(),
        provider: 'monnify',
        dispute_reference: `CB-${payment_reference}`,
        evidence: 'Letter',
        reason: 'The bank withdrew it',
        ...more,
      },
      who,
    );

  it('debit the wallet once, with a text for the customer, and credit it once when won', async () => {
    const reference = await pay(1_500);
    const before = await balance();
    const payment = { provider: 'monnify', payment_reference: reference };
    expect((await ask('disputablePayment', payment)).body).toMatchObject({
      credited: 1_480,
      left: 1_480,
      balance: before,
      email,
    });
    const form = { form_id: randomUUID(), amount: 1_480, fee: 75 };
    const twice = await Promise.all([record(reference, form), record(reference, form)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[0]!.body['message']).toMatch(/^₦1,480\.00 taken back from the wallet of .+\.$/);
    expect(twice[1]!.body).toEqual(twice[0]!.body);
    expect(await balance()).toBe(before - 1_480);
    expect((await ask('disputablePayment', payment)).body).toMatchObject({ left: 0 });
    const [newest] = await eventually(
      () => fundings(reference),
      (rows) => rows.length === 2,
    );
    expect(newest).toMatchObject({
      amount_funded: -1_480,
      wallet_after_funding: before - 1_480,
      funding_source: 'Chargeback, taken back by the paying bank',
    });
    expect((await list({ search: reference, standing: 'taken' }))[0]).toMatchObject({
      amount: 1_480,
      debited: 1_480,
      loss: 0,
      fee: 75,
      recorded_by: 'grace Staff',
      user_email: email,
      evidence: 'Mail of 12 March',
      provider_name: 'Monnify',
    });
    expect((await list({ search: reference }, auditor))[0]!.user_email).toContain('***');
    const both = await Promise.all([win(reference), win(reference, {}, eve)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await balance()).toBe(before);
    await eventually(
      () => list({ search: reference, standing: 'won' }),
      (rows) => rows.length === 1,
    );
    const file = await fetch(
      `${world.product.url}${ADMIN_EXPORT_PATH}chargebacks.csv?standing=won&search=${encodeURIComponent(reference)}`,
      {
        headers: grace!.headers,
      },
    );
    const lines = (await file.text()).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`Won,CB-${reference},${reference},${email},1480.00,1480.00,0.00,75.00`);
  });

  it('are recorded by only one of two concurrent administrators, and never above the credited amount', async () => {
    const reference = await pay(520);
    const before = await balance();
    const both = await Promise.all([record(reference), record(reference, {}, eve)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body['code']).toBe('DISPUTE_RECORDED');
    expect(await record(reference, { dispute_reference: 'CB-more', amount: 400.01 })).toMatchObject({
      status: 409,
      body: { code: 'CHARGEBACK_TOO_MUCH', message: expect.stringContaining('₦400.00') },
    });
    expect(await record('MNFY|0')).toMatchObject({
      status: 404,
      body: { code: 'CHARGEBACK_PAYMENT_NOT_FOUND' },
    });
    expect((await record(reference, { provider: 'opening' })).body).toMatchObject({ field: 'provider' });
    expect((await win('nothing')).body).toMatchObject({ code: 'CHARGEBACK_NOT_FOUND' });
    expect(await balance()).toBe(before - 100);
  });

  it('wait for a second administrator above the limit, who sees the details', async () => {
    const reference = await pay(60_020);
    const before = await balance();
    const form = { form_id: randomUUID(), amount: 60_000, freeze: true };
    expect((await record(reference, form)).body).toMatchObject({ outcome: 'waiting' });
    expect((await record(reference, form)).body).toMatchObject({ outcome: 'waiting' });
    const [row] = await eventually(
      async () =>
        (await ask('approvals', { page: 1, page_size: 10, search: reference }, eve)).body[
          'approvals'
        ] as ApprovalRow[],
      (rows) => rows.length > 0,
    );
    expect(row).toMatchObject({
      work: 'chargeback',
      amount: -60_000,
      kind: 'freeze',
      user_email: email,
      counterparty: 'Monnify',
    });
    expect(await balance()).toBe(before);
    expect((await ask('grantApproval', { id: row!.id }, eve)).body).toMatchObject({ standing: 'applied' });
    expect(await balance()).toBe(before - 60_000);
    expect((await record(reference, form)).body).toMatchObject({ outcome: 'applied' });
    expect((await list({ search: reference }, eve))[0]).toMatchObject({ approved_by: 'eve Staff' });
    const order = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '4826' };
    const refused = await eventually(
      () => asAda('/api/buycard/', order),
      ({ status }) => status === 403,
    );
    expect(refused.body).toMatchObject({ code: 'SPENDING_FROZEN' });
  });

  it('are our loss when the customer has spent the money', async () => {
    const reference = await pay(1_020);
    const available = await balance();
    const { body } = await ask('moneyDeskCustomer', { email });
    const spend = (before: number, after: number, who: SignedIn | undefined) =>
      ask(
        'adjustBalance',
        {
          form_id: randomUUID(),
          user_id: body['user_id'],
          before,
          after,
          kind: 'correction',
          reason: 'As if it were spent',
        },
        who,
      );
    await spend(available, 20_000, grace);
    expect((await spend(20_000, 300, eve)).body).toMatchObject({ outcome: 'applied' });
    const answer = await record(reference, { amount: 1_000 }, eve);
    expect(answer.body['message']).toMatch(
      /^₦300\.00 taken back from the wallet of .+\. ₦700\.00 was not there to take: it is booked as our loss\.$/,
    );
    expect(await balance()).toBe(0);
    expect((await list({ search: reference }, eve))[0]).toMatchObject({ debited: 300, loss: 700 });
  });

  it('are pushed to open browsers, and need the permission to move money', async () => {
    const reference = await pay(120);
    const stop = new AbortController();
    const live = await fetch(world.product.url + ADMIN_LIVE_PATH, {
      headers: eve!.headers,
      signal: stop.signal,
    });
    const heard: string[] = [];
    const reading = (async () => {
      for await (const chunk of live.body!) heard.push(Buffer.from(chunk).toString());
    })().catch(() => undefined);
    for (const ask of [record, win]) {
      expect((await ask(reference, {}, support)).body).toMatchObject({ code: 'PERMISSION_MISSING' });
      expect((await ask(reference, {}, auditor)).body).toMatchObject({ code: 'WRONG_ROLE' });
    }
    for (const { path } of [CALLS.recordChargeback, CALLS.winChargeback, CALLS.chargebacks]) {
      expect((await call(world.product.url, reseller, path, {})).status).toBe(403);
      const nobody = await send(world.product.url + path, 'POST', {}, bearer({ apiToken: 'nl_wrong' }));
      expect(nobody.status).toBe(401);
    }
    expect(await list({ search: reference })).toEqual([]);
    await record(reference);
    await eventually(
      async () => heard.join(''),
      (text) => text.includes('"chargebacks"'),
    );
    stop.abort();
    await reading;
  });

  it('leave balanced books that match the read models and the activity log', async () => {
    const rows = (await list({ standing: 'taken' })).reduce((sum, { loss }) => sum + loss, 0);
    const verified = JSON.parse(
      await ledger(world.folder, ['verify', '--read-models', '--json'], {}),
    ) as Record<string, unknown>;
    expect(verified).toMatchObject({ ok: true, problems: [], sum: '0', readModels: { same: true } });
    expect(verified['books']).toMatchObject({ chargeback_loss: String(rows * 100) });
    const told = (await ask('activity', { page: 1, page_size: 50, area: 'money' })).body['activity'] as {
      what: string;
    }[];
    expect(told.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Recorded a chargeback', 'Recorded a dispute as won']),
    );
  });
});
