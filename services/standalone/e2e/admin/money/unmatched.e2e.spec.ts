import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ledger } from '../../../../../infra/testing/product.js';
import type { SeededUser } from '../../../../../infra/testing/product.js';
import type { Permission } from '../../../../contracts/admin/administrators.contract.js';
import type { ApprovalRow } from '../../../../contracts/admin/money-desk.contract.js';
import type { UnmatchedRow } from '../../../../contracts/admin/unmatched.contract.js';
import { ADMIN_LIVE_PATH, addressOf, CALLS, type CallName } from '../../../../contracts/calls.js';
import {
  type Answer,
  bearer,
  call,
  eventually,
  send,
  signIn,
  type SignedIn,
  walletOf,
} from '../../../testing/callers.js';
import { startWithCustomers, type FundedCustomers } from '../../../testing/funded-customers.js';
import { setFundingCharge } from '../../../testing/funding-charge.js';
import { payUnknownAccount, payUnclearly } from '../../../testing/pay-unknown-account.js';
import { newAdministrator } from '../../../testing/people.js';

/** Payments into accounts without a customer, up to the audit of the ledger. */
describe('unmatched payments', () => {
  let world: FundedCustomers;
  let customer: SeededUser;
  let other: SeededUser;
  let [userId, otherId]: string[] = [];
  let [grace, eve, support, auditor]: SignedIn[] = [];

  const make = async (name: string, permission: Permission): Promise<SignedIn> => {
    const { email, password } = await newAdministrator(world, name, permission);
    return signIn(world.product.url, email, password, 'admin');
  };
  const ask = (name: CallName, body: object, who: SignedIn | undefined = grace): Promise<Answer> =>
    send(world.product.url + addressOf(CALLS[name]), 'POST', body, who!.headers);
  const idOf = async ({ email }: SeededUser) =>
    (await ask('moneyDeskCustomer', { email })).body['user_id'] as string;

  beforeAll(async () => {
    world = await startWithCustomers(2);
    [customer, other] = world.users as [SeededUser, SeededUser];
    grace = await make('grace', 'finance');
    eve = await make('eve', 'owner');
    support = await make('helper', 'support');
    auditor = await signIn(world.product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
    [userId, otherId] = [await idOf(customer), await idOf(other)];
    await setFundingCharge(world.product.url, [grace, eve], 20);
  });
  afterAll(async () => {
    if (grace && eve) await setFundingCharge(world.product.url, [grace, eve], 0);
    world?.stop();
  });

  const balance = (who = customer) => walletOf(world.product.url, who);
  const list = async (question: object = {}, who = grace) =>
    (await ask('unmatchedPayments', { page: 1, page_size: 100, ...question }, who)).body[
      'payments'
    ] as UnmatchedRow[];
  /** Waits until the payment is listed. */
  const arrive = async (amount: number): Promise<string> => {
    const reference = await payUnknownAccount(world.sandboxUrl, amount);
    await eventually(
      () => list({ search: reference }),
      (rows) => rows.length === 1,
    );
    return reference;
  };
  const assign = (payment_reference: string, more: object = {}, who = grace) =>
    ask(
      'assignUnmatched',
      {
        form_id: randomUUID(),
        provider: 'monnify',
        payment_reference,
        user_id: userId,
        reason: 'The customer wrote',
        ...more,
      },
      who,
    );
  const giveBack = (payment_reference: string, more: object = {}, who = grace) =>
    ask(
      'returnUnmatched',
      {
        form_id: randomUUID(),
        provider: 'monnify',
        payment_reference,
        bank: 'GTBank',
        bank_reference: randomUUID(),
        evidence: 'Statement',
        reason: 'Nobody knows the payer',
        ...more,
      },
      who,
    );

  it('are listed, and assigned once to a customer, credited minus the charge', async () => {
    const before = await balance();
    const reference = await arrive(1_500);
    expect((await list({ standing: 'open', search: reference }, auditor))[0]).toMatchObject({
      amount: 1_500,
      standing: 'open',
      provider_name: 'Monnify',
      reference,
      account_reference: expect.stringMatching(/^unknown-/),
    });
    const form_id = randomUUID();
    const twice = await Promise.all([assign(reference, { form_id }), assign(reference, { form_id })]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[0]!.body).toMatchObject({ outcome: 'applied' });
    expect(twice[0]!.body['message']).toMatch(/^₦1,500\.00 assigned to .+\.$/);
    expect(await balance()).toBe(before + 1_480);
    expect(await list({ standing: 'open', search: reference })).toEqual([]);
    const [row] = await list({ search: reference });
    expect(row).toMatchObject({
      standing: 'assigned',
      user_email: customer.email,
      decided_by: 'grace Staff',
    });
    expect((await list({ search: reference }, auditor))[0]!.user_email).toContain('***');
    const { body } = await ask('adminFundings', { page: 1, page_size: 10 });
    const [newest] = body['fundingHistory'] as Record<string, unknown>[];
    expect(newest).toMatchObject({ amount_funded: 1_480, wallet_before_funding: before });
    expect(await giveBack(reference)).toMatchObject({ status: 409, body: { code: 'UNMATCHED_SETTLED' } });
  });

  it('are settled by only one of two concurrent administrators, and the other is told', async () => {
    const [before, beforeOther] = [await balance(), await balance(other)];
    const reference = await arrive(100);
    const all = await Promise.all([
      assign(reference),
      assign(reference, { user_id: otherId }, eve),
      giveBack(reference, {}, eve),
    ]);
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const { status, body } of all) if (status === 409) expect(body['code']).toBe('UNMATCHED_SETTLED');
    const credited = (await balance()) - before + ((await balance(other)) - beforeOther);
    expect(credited).toBe(all[2]!.status === 200 ? 0 : 80);
  });

  it('are returned with a bank line that is not booked elsewhere', async () => {
    const reference = await arrive(700);
    const line = { bank_reference: randomUUID() };
    expect(await giveBack(reference, line)).toMatchObject({
      body: { outcome: 'applied', message: 'The return of ₦700.00 is booked at GTBank.' },
    });
    const next = await arrive(701);
    expect(await giveBack(next, line)).toMatchObject({ status: 409, body: { code: 'BANK_REFERENCE_USED' } });
    expect((await list({ search: next }))[0]).toMatchObject({ standing: 'open' });
    expect((await list({ search: line.bank_reference }))[0]).toMatchObject({
      standing: 'returned',
      bank: 'GTBank',
    });
    expect(await assign(next)).toMatchObject({ status: 200 });
  });

  it('wait for a second administrator above the limit', async () => {
    const before = await balance();
    const reference = await arrive(60_000);
    expect((await assign(reference)).body).toMatchObject({ outcome: 'waiting' });
    const [row] = await eventually(
      async () =>
        (await ask('approvals', { page: 1, page_size: 10, search: reference }, eve)).body[
          'approvals'
        ] as ApprovalRow[],
      (rows) => rows.length > 0,
    );
    expect(row).toMatchObject({ work: 'assignment', amount: 60_000, user_email: customer.email });
    expect(await balance()).toBe(before);
    expect((await ask('grantApproval', { id: row!.id }, eve)).body).toMatchObject({ standing: 'applied' });
    expect(await balance()).toBe(before + 59_980);
  });

  it('without a certain amount are decided once, with the amount that an administrator states', async () => {
    const before = await balance();
    const [first, second] = await Promise.all(
      [40, 41].map((amount) => payUnclearly(world.sandboxUrl, amount)),
    );
    const [row] = await eventually(
      () => list({ standing: 'open', search: first }),
      (rows) => rows.length === 1,
    );
    expect(row).toMatchObject({
      amount: 0,
      unread: true,
      unread_field: 'amount',
      unread_type: 'text',
      unread_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      account_reference: expect.stringMatching(/^unclear-/),
    });
    await eventually(
      () => list({ standing: 'open', search: second }),
      (rows) => rows.length === 1,
    );
    const dismiss = (payment_reference: string, who = grace) =>
      ask(
        'dismissUnmatched',
        { form_id: randomUUID(), provider: 'monnify', payment_reference, reason: 'Monnify shows nothing' },
        who,
      );
    for (const who of [support, auditor]) expect((await dismiss(second!, who)).status).toBe(403);
    expect(await assign(first!)).toMatchObject({ status: 422, body: { code: 'UNMATCHED_AMOUNT' } });
    expect(await assign(first!, { amount: '0' })).toMatchObject({ body: { field: 'amount' } });
    const form_id = randomUUID();
    const twice = await Promise.all([40, 40].map((amount) => assign(first!, { form_id, amount })));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(await balance()).toBe(before + 20);
    expect(await dismiss(first!)).toMatchObject({ status: 409, body: { code: 'UNMATCHED_SETTLED' } });
    expect(await dismiss(second!)).toMatchObject({ status: 200 });
    expect(await assign(second!, { amount: 41 })).toMatchObject({ body: { code: 'UNMATCHED_SETTLED' } });
    const rows = [...(await list({ search: first })), ...(await list({ search: second }))];
    expect(rows.map(({ standing, amount, unread }) => [standing, amount, unread])).toEqual([
      ['assigned', 40, false],
      ['dismissed', 0, false],
    ]);
  });

  it('are pushed to open browsers, and need the permission to move money', async () => {
    const stop = new AbortController();
    const live = await fetch(world.product.url + ADMIN_LIVE_PATH, {
      headers: eve!.headers,
      signal: stop.signal,
    });
    const heard: string[] = [];
    const reading = (async () => {
      for await (const chunk of live.body!) heard.push(Buffer.from(chunk).toString());
    })().catch(() => undefined);
    const reference = await arrive(50);
    await eventually(
      async () => heard.join(''),
      (text) => text.includes('"unmatched"'),
    );
    stop.abort();
    await reading;
    for (const settle of [assign, giveBack]) {
      expect((await settle(reference, {}, support)).body).toMatchObject({ code: 'PERMISSION_MISSING' });
      expect((await settle(reference, {}, auditor)).body).toMatchObject({ code: 'WRONG_ROLE' });
    }
    expect((await assign(reference, { user_id: randomUUID() })).status).toBe(404);
    expect((await assign('MNFY|0')).body).toMatchObject({ code: 'UNMATCHED_NOT_FOUND' });
    expect((await assign(reference, { provider: '__proto__' })).body).toMatchObject({ field: 'provider' });
    const { path } = CALLS.assignUnmatched;
    expect((await call(world.product.url, customer, path, {})).status).toBe(403);
    expect((await send(world.product.url + path, 'POST', {}, bearer({ apiToken: 'nl_wrong' }))).status).toBe(
      401,
    );
    expect((await list({ search: reference }))[0]).toMatchObject({ standing: 'open' });
  });

  it('leave balanced books with open payments in suspense, and matching read models', async () => {
    const open = (await list({ standing: 'open' })).reduce((sum, { amount }) => sum + amount, 0);
    const verified = JSON.parse(
      await ledger(world.folder, ['verify', '--read-models', '--json'], {}),
    ) as Record<string, unknown>;
    expect(verified).toMatchObject({ ok: true, problems: [], sum: '0', readModels: { same: true } });
    expect(verified['books']).toMatchObject({ suspense_unmatched: String(-open * 100) });
    const told = (await ask('activity', { page: 1, page_size: 50, area: 'money' })).body['activity'] as {
      what: string;
    }[];
    expect(told.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Assigned an unmatched payment', 'Returned an unmatched payment']),
    );
  });
});
