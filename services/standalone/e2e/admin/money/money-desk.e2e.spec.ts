import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ledger } from '../../../../../infra/testing/product.js';
import type { SeededUser } from '../../../../../infra/testing/product.js';
import type { Permission } from '../../../../contracts/admin/administrators.contract.js';
import type { ApprovalRow } from '../../../../contracts/admin/money-desk.contract.js';
import { ADMIN_LIVE_PATH, addressOf, CALLS, type CallName } from '../../../../contracts/calls.js';
import { type Answer, bearer, call, eventually, send, signIn, walletOf } from '../../../testing/callers.js';
import type { SignedIn } from '../../../testing/callers.js';
import { startWithCustomers, type FundedCustomers } from '../../../testing/funded-customers.js';
import { newAdministrator } from '../../../testing/people.js';

const START = 10_000;
/** Part of each bank line, because a ledger books a line once and other suites book theirs. */
const OWN = randomUUID().slice(0, 8);

/** Money moved by administrators, up to the audit of the ledger. */
describe('the money desk', () => {
  let world: FundedCustomers;
  let customer: SeededUser;
  let userId: string;
  let [grace, eve, support, auditor]: SignedIn[] = [];

  const make = async (name: string, permission: Permission): Promise<SignedIn> => {
    const { email, password } = await newAdministrator(world, name, permission);
    return signIn(world.product.url, email, password, 'admin');
  };

  beforeAll(async () => {
    world = await startWithCustomers(1);
    [customer] = world.users as [SeededUser];
    grace = await make('grace', 'finance');
    eve = await make('eve', 'owner');
    support = await make('helper', 'support');
    auditor = await signIn(world.product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
    userId = (await find(customer.email)).body['user_id'] as string;
  });
  afterAll(() => world?.stop());

  const ask = (name: CallName, body: object, who: SignedIn | undefined = grace): Promise<Answer> =>
    send(world.product.url + addressOf(CALLS[name]), 'POST', body, who!.headers);
  const find = (email: string, who = grace) => ask('moneyDeskCustomer', { email }, who);
  const balance = () => walletOf(world.product.url, customer);
  const adjust = (before: number, after: number, more: object = {}, who = grace) =>
    ask(
      'adjustBalance',
      {
        form_id: randomUUID(),
        user_id: userId,
        before,
        after,
        kind: 'correction',
        reason: 'A mistake',
        ...more,
      },
      who,
    );
  const credit = (amount: number, more: object = {}, who = grace) =>
    ask(
      'creditManually',
      {
        form_id: randomUUID(),
        user_id: userId,
        amount,
        bank: 'GTBank',
        bank_reference: randomUUID(),
        depositor: 'ADA OBI',
        evidence: 'Mail',
        reason: 'Paid in',
        ...more,
      },
      who,
    );
  const approvals = async (question: object = {}, who = grace) =>
    (await ask('approvals', { page: 1, page_size: 100, ...question }, who)).body[
      'approvals'
    ] as ApprovalRow[];

  it('changes a balance once, and tells a late administrator the current balance', async () => {
    const form_id = randomUUID();
    const both = await Promise.all([
      adjust(START, START + 500.5, { form_id }),
      adjust(START, START + 500.5, { form_id }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]!.body).toMatchObject({ outcome: 'applied', balance: START + 500.5 });
    expect(both[0]!.body['message']).toMatch(/^The balance of .+ is now ₦10,500\.50\. It was ₦10,000\.00\.$/);
    expect(await balance()).toBe(START + 500.5);
    expect(await adjust(START, START + 1)).toMatchObject({
      status: 409,
      body: { code: 'STALE_EDIT', message: expect.stringContaining('₦10,500.50') },
    });
    expect(await adjust(START, START + 1, { form_id })).toMatchObject({
      status: 409,
      body: { code: 'CHANGE_CONFLICT' },
    });
    await adjust(START + 500.5, START);
  });

  it.each([
    ['after', { after: '-1' }],
    ['after', { after: 1.005 }],
    ['reason', { reason: '  ' }],
    ['reason', { reason: 'Call 0803 123 4567' }],
    ['kind', { kind: '__proto__' }],
    ['form_id', { form_id: '../x' }],
    ['user_id', { user_id: null }],
  ])('names the field %s that is wrong', async (field, wrong) => {
    const { status, body } = await adjust(START, START + 1, wrong);
    expect([status, body['field']]).toEqual([422, field]);
  });

  it('credits a bank line once, regardless of sender and spelling', async () => {
    const before = await balance();
    const all = await Promise.all([
      credit(750, { bank_reference: `FT-${OWN}/1` }),
      credit(750, { bank_reference: `ft ${OWN} 1` }, eve),
      credit(900, { bank_reference: ` FT${OWN}1`, bank: 'gt bank' }, eve),
    ]);
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const refused = all.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ code: 'BANK_REFERENCE_USED' });
    const credited = all[2]!.status === 200 ? 900 : 750;
    expect(await balance()).toBe(before + credited);
    const { body } = await ask('adminFundings', { page: 1, page_size: 10 });
    const [newest] = body['fundingHistory'] as Record<string, unknown>[];
    expect(newest).toMatchObject({ amount_funded: credited, wallet_before_funding: before });
  });

  it('moves money above the limit once, after a second administrator approves', async () => {
    const before = await balance();
    const asked = await adjust(before, before + 60_000);
    expect(asked).toMatchObject({ status: 200, body: { outcome: 'waiting', balance: before } });
    const [row] = await approvals({ standing: 'waiting' });
    expect(row).toMatchObject({
      work: 'adjustment',
      amount: 60_000,
      before,
      after: before + 60_000,
      own: true,
      requested_by: 'grace Staff',
      user_email: customer.email,
      standing: 'waiting',
    });
    const id = row!.id;
    expect((await approvals({}, eve))[0]).toMatchObject({ own: false });
    expect(await ask('grantApproval', { id })).toMatchObject({ status: 403, body: { code: 'APPROVAL_OWN' } });
    expect(await ask('grantApproval', { id }, support)).toMatchObject({ status: 403 });
    expect(await ask('grantApproval', { id: randomUUID() }, eve)).toMatchObject({ status: 404 });
    const twice = await Promise.all([
      ask('grantApproval', { id }, eve),
      ask('grantApproval', { id }, eve),
      ask('refuseApproval', { id, reason: 'No' }, eve),
    ]);
    const [first] = twice;
    expect(await ask('refuseApproval', { id, reason: 'Too late' })).toMatchObject({ status: 409 });
    const done = first!.body['standing'] === 'applied';
    expect(await balance()).toBe(done ? before + 60_000 : before);
    expect((await approvals({}, eve))[0]).toMatchObject({
      standing: done ? 'applied' : 'refused',
      decided_by: 'eve Staff',
    });
  });

  it('refuses the approval when the balance has changed meanwhile', async () => {
    const before = await balance();
    await adjust(before, before + 60_000);
    const [{ id }] = (await approvals({ standing: 'waiting' })) as [ApprovalRow];
    await credit(100);
    expect(await ask('grantApproval', { id }, eve)).toMatchObject({
      status: 200,
      body: { standing: 'lapsed', message: expect.stringContaining('balance has changed') },
    });
    expect(await balance()).toBe(before + 100);
  });

  it('pushes waiting approvals to other administrators at once', async () => {
    const stop = new AbortController();
    const live = await fetch(world.product.url + ADMIN_LIVE_PATH, {
      headers: eve!.headers,
      signal: stop.signal,
    });
    const heard: string[] = [];
    const reading = (async () => {
      for await (const chunk of live.body!) heard.push(Buffer.from(chunk).toString());
    })().catch(() => undefined);
    await credit(70_000, { bank_reference: `LIVE-${OWN}` });
    await eventually(
      async () => heard.join(''),
      (text) => text.includes('approvals'),
    );
    stop.abort();
    await reading;
    const [row] = await approvals({ search: `LIVE-${OWN}` }, eve);
    expect(row).toMatchObject({ bank_reference: `LIVE-${OWN}`, depositor: 'ADA OBI', amount: 70_000 });
    expect((await approvals({ search: `LIVE-${OWN}` }, auditor))[0]).toMatchObject({
      user_email: expect.stringContaining('***'),
      depositor: 'A.',
    });
    await ask('refuseApproval', { id: row!.id, reason: 'No proof' }, eve);
  });

  it('funds the house once, above the limit after an approval', async () => {
    const fund = (amount: number, form_id: string = randomUUID(), who = eve) =>
      ask('fundHouseWallet', { form_id, amount, reason: 'Stock' }, who);
    const desk = async (who = eve) => (await ask('moneyDesk', {}, who)).body;
    const before = Number((await desk())['house_balance']);
    const form_id = randomUUID();
    const both = await Promise.all([fund(40_000, form_id), fund(40_000, form_id)]);
    expect(both.map(({ body }) => body['balance'])).toEqual([before + 40_000, before + 40_000]);
    expect(await desk()).toMatchObject({
      house_balance: before + 40_000,
      approval_limit: 50_000,
      alone_left: expect.any(Number),
    });
    // Small amounts count together with those that the same person moved today.
    expect((await fund(10_001)).body).toMatchObject({ outcome: 'waiting', balance: before + 40_000 });
    expect((await desk(grace))['alone_left']).toBeGreaterThan(10_000);
    const [row] = await eventually(
      () => approvals({ standing: 'waiting' }),
      (rows) => rows[0]?.work === 'house',
    );
    expect(row).toMatchObject({ work: 'house', amount: 10_001, user_email: 'House wallet', own: false });
    expect(await ask('grantApproval', { id: row!.id }, eve)).toMatchObject({ status: 403 });
    expect((await ask('grantApproval', { id: row!.id })).body).toMatchObject({ standing: 'applied' });
    expect(await desk()).toMatchObject({ house_balance: before + 50_001 });
  });

  it('books bank transfers to vendors and provider payouts to banks once each', async () => {
    const line = { amount: 4_000, bank: 'GTBank', evidence: 'Statement', reason: 'Of March' };
    const topUp = (more: object = {}, who = grace) =>
      ask(
        'topUpVendor',
        { form_id: randomUUID(), vendor: 1, bank_reference: `TOP-${OWN}-1`, ...line, ...more },
        who,
      );
    const settle = (more: object = {}, who = grace) =>
      ask(
        'settleProvider',
        {
          form_id: randomUUID(),
          provider: 'monnify',
          fee: 50,
          bank_reference: `SET-${OWN}`,
          ...line,
          ...more,
        },
        who,
      );
    const floatOf = async () => {
      const { body } = await ask('moneyDesk', {});
      return (body['vendors'] as { code: number; balance: number }[]).find(({ code }) => code === 1)!.balance;
    };
    /** The read models show changes by others a moment later. */
    const floatBecomes = (naira: number) => eventually(floatOf, (now) => now === naira);
    const before = await floatOf();
    const all = await Promise.all([topUp(), topUp({}, eve), topUp({ bank_reference: `top ${OWN} 1` }, eve)]);
    expect(all.map(({ status, body }) => [status, body['outcome']])).toEqual(Array(3).fill([200, 'applied']));
    expect(all.map(({ body }) => body['message']).toSorted()).toEqual([
      ...Array<string>(2).fill('This line of the bank stood in the books already. Nothing has moved now.'),
      '₦4,000.00 booked to Platinum.',
    ]);
    await floatBecomes(before + 4_000);
    for (const other of [
      topUp({ amount: 4_001 }),
      topUp({ vendor: 2 }),
      settle({ bank_reference: `TOP-${OWN}-1` }),
    ])
      expect(await other).toMatchObject({ status: 409, body: { code: 'BANK_REFERENCE_USED' } });
    expect((await topUp({ vendor: 99 })).body).toMatchObject({ code: 'VALIDATION_FAILED', field: 'vendor' });
    expect((await settle({ provider: 'constructor' })).body).toMatchObject({ field: 'provider' });
    expect((await settle()).body).toMatchObject({ outcome: 'applied' });
    for (const [who, code] of [
      [support, 'PERMISSION_MISSING'],
      [auditor, 'WRONG_ROLE'],
    ] as const)
      expect([(await topUp({}, who)).body['code'], (await settle({}, who)).body['code']]).toEqual([
        code,
        code,
      ]);

    expect(await topUp({ amount: 60_000, bank_reference: `TOP-${OWN}-2` })).toMatchObject({
      body: { outcome: 'waiting' },
    });
    const [row] = await eventually(
      () => approvals({ standing: 'waiting', search: `TOP-${OWN}-2` }, auditor),
      (rows) => rows.length > 0,
    );
    expect(row).toMatchObject({ work: 'top-up', counterparty: 'Platinum', amount: 60_000, user_email: '' });
    expect(await floatOf()).toBe(before + 4_000);
    const { body } = await ask('grantApproval', { id: row!.id }, eve);
    expect(body).toMatchObject({ standing: 'applied' });
    await floatBecomes(before + 64_000);
    const whats = async () =>
      ((await ask('activity', { page: 1, page_size: 50 })).body['activity'] as { what: string }[]).map(
        ({ what }) => what,
      );
    await eventually(whats, (told) =>
      ['Topped up a vendor', 'Booked a settlement of a payment provider'].every((what) =>
        told.includes(what),
      ),
    );
  });

  it('needs the permission to move money; other administrators may read, customers and strangers may not', async () => {
    const url = world.product.url + CALLS.adjustBalance.path;
    expect((await adjust(1, 2, {}, support)).body).toMatchObject({ code: 'PERMISSION_MISSING' });
    expect((await adjust(1, 2, {}, auditor)).body).toMatchObject({ code: 'WRONG_ROLE' });
    expect((await call(world.product.url, customer, CALLS.adjustBalance.path, {})).status).toBe(403);
    expect((await send(url, 'POST', {}, {})).status).toBe(401);
    expect((await send(url, 'POST', {}, bearer({ apiToken: 'nl_wrong' }))).status).toBe(401);
    for (const email of [customer.email, 'nobody@x.test'])
      expect(await find(email, auditor)).toMatchObject({ status: 403, body: { code: 'PERMISSION_MISSING' } });
    expect(await find(customer.email, support)).toMatchObject({ body: { email: customer.email } });
    expect((await find('nobody@x.test')).body).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect((await find('admin@demo.test')).body).toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect((await credit(1, { user_id: randomUUID() })).status).toBe(404);
  });

  it('balances every movement, in agreement with the read models', async () => {
    const verified = JSON.parse(
      await ledger(world.folder, ['verify', '--read-models', '--json'], {}),
    ) as Record<string, unknown>;
    expect(verified).toMatchObject({ ok: true, problems: [], sum: '0', readModels: { same: true } });
    expect(Object.keys(verified['books'] as object)).toEqual(
      expect.arrayContaining([
        'adjustment:correction',
        'house_capital',
        'bank:gtbank',
        'psp_receivable:monnify',
        'psp_fee',
      ]),
    );
  });
});
