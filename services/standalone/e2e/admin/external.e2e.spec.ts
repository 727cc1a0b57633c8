import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../../infra/testing/until.js';
import type { SeededUser } from '../../../../infra/testing/product.js';
import { ADMIN_LIVE_PATH, addressOf, CALLS, type CallName } from '../../../contracts/calls.js';
import type { CompletedExternalRow, ExternalRow } from '../../../contracts/admin/external.contract.js';
import {
  type Answer,
  bearer,
  buyAirtime,
  eventually,
  historyOf,
  send,
  signIn,
  walletOf,
} from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { decideAtOnce } from '../../testing/decide-at-once.js';
import { eventsIn } from '../../testing/facts-in.js';
import { newAdministrator } from '../../testing/people.js';
import { startWithCustomers, type FundedCustomers } from '../../testing/funded-customers.js';

const TIMES = 100;
const NO_RECORD = { reason: 'no record' };

/** Decisions about purchases whose vendor left the outcome open. */
describe('transactions that need a decision', () => {
  let world: FundedCustomers;
  let customer: SeededUser;
  let other: SeededUser;
  let support: SignedIn;
  let finance: SignedIn;
  let second: SignedIn;
  let auditor: SignedIn;
  let phones = 0;

  beforeAll(async () => {
    world = await startWithCustomers(2);
    [customer, other] = world.users as [SeededUser, SeededUser];
    const hired = async (name: string, permission: 'support' | 'finance'): Promise<SignedIn> => {
      const { email, password } = await newAdministrator(world, name, permission);
      return signIn(world.product.url, email, password, 'admin');
    };
    support = await hired('support', 'support');
    finance = await hired('finance', 'finance');
    second = await hired('second', 'finance');
    auditor = await signIn(world.product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  });
  afterAll(() => world?.stop());

  const ask = (
    name: CallName,
    body: object,
    headers: Readonly<Record<string, string>>,
    id?: string,
  ): Promise<Answer> => send(world.product.url + addressOf(CALLS[name], id), 'POST', body, headers);
  const listed = async (who: SignedIn, more: object = {}): Promise<readonly ExternalRow[]> =>
    (await ask('failedExternal', { page: 1, page_size: 1_000, ...more }, who.headers)).body[
      'failed_history'
    ] as ExternalRow[];
  const ended = async (who: SignedIn): Promise<readonly CompletedExternalRow[]> =>
    (await ask('completedExternal', { page: 1, page_size: 1_000 }, who.headers)).body[
      'completed_history'
    ] as CompletedExternalRow[];

  /** Buys airtime that ends in a review. @returns the reference */
  async function ordered(): Promise<string> {
    const phone = `0803${String((phones += 1)).padStart(3, '0')}0044`;
    const { body } = await buyAirtime(world.product.url, customer, phone, { amount: 50 });
    return String(body['reference']);
  }
  /** Buys airtime that ends in a review. @returns the row that administrators see */
  async function bought(): Promise<ExternalRow> {
    const search = await ordered();
    const rows = await eventually(
      () => listed(support, { search }),
      (found) => found.length === 1,
    );
    return rows[0]!;
  }
  const statusOf = async (reference: string): Promise<string> =>
    (
      (await world.ask('/api/transaction/', { reference }, customer)).body['transaction'] as {
        transaction_status: string;
      }
    ).transaction_status;
  const settled = (reference: string, status: string): Promise<string> =>
    eventually(
      () => statusOf(reference),
      (is) => is === status,
    );
  const decisionsOn = async (id: string) =>
    (await eventsIn(world.folder)).filter(
      ({ stream, type }) => stream === `purchase-${id}` && type === 'ReviewResolved',
    );

  it('[admin-call:/settings/refund_transactions/{id}/] [admin-call:/settings/update_transaction_status/{id}/] [admin-move:external refused-twice] pressed by two administrators at the same moment, a hundred times: one wins, the other is told, the money moves once', async () => {
    const references = new Set(await Promise.all(Array.from({ length: TIMES }, ordered)));
    const rows = await eventually(
      async () => (await listed(support)).filter((row) => references.has(row.transaction_reference)),
      ({ length }) => length === TIMES,
    );
    const before = await walletOf(world.product.url, customer);
    const { url } = world.product;
    const won = await decideAtOnce(
      rows,
      { url, who: second, name: 'second Staff' },
      { url, who: finance, name: 'finance Staff' },
    );
    const wanted = new Map(
      rows.map(({ id, transaction_reference: reference }) => [
        reference,
        won.get(id) === 'refund' ? 'Refunded' : 'Successful',
      ]),
    );
    await eventually(
      () => historyOf(url, customer),
      (all) =>
        all.filter((row) => wanted.get(row.api_transaction_reference) === row.transaction_status).length ===
        TIMES,
    );
    const refunded = [...won.values()].filter((decision) => decision === 'refund').length;
    const paid = rows[0]!.amount;
    expect(await walletOf(world.product.url, customer)).toBeCloseTo(before + refunded * paid, 6);
    const known = new Set(rows.map(({ id }) => id));
    const decided = (await ended(second)).filter(({ id }) => known.has(id));
    expect(decided).toHaveLength(TIMES);
    expect(decided.filter(({ decision }) => decision === 'refund')).toHaveLength(refunded);
  });

  it('[admin-move:external refund] leaves the list with the next call, and a repetition changes nothing and names the decider', async () => {
    const { id, transaction_reference: reference } = await bought();
    const before = await walletOf(world.product.url, customer);
    const taps = await Promise.all(
      [1, 2, 3].map(() => ask('refundExternal', { reason: 'no record' }, second.headers, reference)),
    );
    expect(taps.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(taps.map(({ body }) => body['result']).sort()).toEqual(['before', 'before', 'done']);
    expect((await listed(second)).map((row) => row.id)).not.toContain(id);
    const again = await ask('refundExternal', NO_RECORD, finance.headers, id);
    expect(again.body).toMatchObject({
      status: true,
      result: 'before',
      decided_by: 'second Staff',
      message: expect.stringContaining('second Staff refunded it'),
    });
    await settled(reference, 'Refunded');
    expect(await walletOf(world.product.url, customer)).toBeCloseTo(before + 49.5, 6);
    const decisions = await decisionsOn(id);
    expect(decisions).toHaveLength(1);
    expect(decisions[0]).toMatchObject({
      actor: { kind: 'admin', id: expect.any(String), sealed: expect.any(String) },
      data: { decision: 'refund', reason: 'no record' },
    });
    expect((await ended(auditor)).find((row) => row.id === id)).toMatchObject({
      decision: 'refund',
      decided_by: 'second Staff',
      reason: 'no record',
    });
  });

  it('[admin-move:external successful] is captured when it is marked as successful', async () => {
    const { id, transaction_reference: reference } = await bought();
    const before = await walletOf(world.product.url, customer);
    expect((await ask('markSuccessful', NO_RECORD, finance.headers, id)).body).toMatchObject({
      result: 'done',
    });
    await settled(reference, 'Successful');
    expect(await walletOf(world.product.url, customer)).toBe(before);
  });

  it('is seen and asked about with the permission support, and decided with finance only', async () => {
    const { id } = await bought();
    const sent = { ids: [id], decision: 'refund', ...NO_RECORD };
    for (const name of ['refundExternal', 'markSuccessful', 'resolveMany'] as const) {
      const { status, body } = await ask(name, sent, support.headers, id);
      expect([name, status, body['code'], body['message']]).toEqual([
        name,
        403,
        'PERMISSION_MISSING',
        'This needs the permission finance.',
      ]);
    }
    expect(await decisionsOn(id)).toEqual([]);
    expect((await ask('externalSteps', { id }, support.headers)).status).toBe(200);
    expect((await ask('askVendorAgain', { ids: [id] }, support.headers)).status).toBe(200);
  });

  it('is refused to customers, affiliates, auditors, strangers and pages without a token', async () => {
    const { id } = await bought();
    const affiliate = await signIn(world.product.url, 'affiliate@demo.test', 'Demo-pass-1');
    const owner = await signIn(world.product.url, 'customer@demo.test', 'Demo-pass-1');
    const writes: [CallName, object][] = [
      ['refundExternal', NO_RECORD],
      ['markSuccessful', NO_RECORD],
      ['resolveMany', { ids: [id], decision: 'refund', reason: 'mine' }],
      ['askVendorAgain', { ids: [id] }],
    ];
    for (const [name, body] of writes) {
      const told = async (headers: Readonly<Record<string, string>>, sent = body) => {
        const answer = await ask(name, sent, headers, id);
        return `${answer.status} ${String(answer.body['code'])}`;
      };
      expect(await told({})).toBe('401 AUTH_REQUIRED');
      expect(await told({ cookie: `admin_session=${'x'.repeat(43)}` })).toBe('401 SESSION_EXPIRED');
      for (const headers of [bearer(customer), affiliate.headers, owner.headers, auditor.headers])
        expect(await told(headers)).toBe('403 WRONG_ROLE');
      expect(await told({ cookie: support.cookie })).toBe('403 CSRF_FAILED');
      expect(await told({ ...support.headers, 'x-csrftoken': finance.headers['x-csrftoken']! })).toBe(
        '403 CSRF_FAILED',
      );
      expect(await told(support.headers, { ...body, grabToken: finance.accessToken })).toBe(
        '401 SESSION_EXPIRED',
      );
    }
    for (const name of ['failedExternal', 'completedExternal', 'externalSteps'] as const) {
      for (const headers of [bearer(customer), affiliate.headers, owner.headers])
        expect((await ask(name, { id }, headers)).body['code']).toBe('WRONG_ROLE');
      expect((await ask(name, { id }, auditor.headers)).status).toBe(200);
    }
    expect(await decisionsOn(id)).toEqual([]);
    expect((await listed(support)).map((row) => row.id)).toContain(id);
  });

  it('names the reason that is missing', async () => {
    const { id } = await bought();
    for (const name of ['refundExternal', 'markSuccessful'] as const) {
      const path = `${world.product.url}${addressOf(CALLS[name], id)}`;
      for (const body of [{}, undefined]) {
        const { status, body: told } = await send(path, 'POST', body, second.headers);
        expect([status, told['code'], told['field']]).toEqual([422, 'VALIDATION_FAILED', 'reason']);
      }
    }
    expect(await decisionsOn(id)).toEqual([]);
  });

  it('refuses reasons with contact data, and purchases that need no decision', async () => {
    const { id } = await bought();
    for (const reason of ['call 08031234567', 'write to ada@example.com', 'x'.repeat(201), ''])
      expect((await ask('refundExternal', { reason }, second.headers, id)).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        field: 'reason',
      });
    const refused = async (which: string) => {
      const { status, body } = await ask('refundExternal', NO_RECORD, second.headers, which);
      return `${status} ${String(body['code'])}`;
    };
    expect(await refused('7d3f1a52-6a0e-5b8c-9d4f-2e1c3b5a7968')).toBe('404 TRANSACTION_NOT_FOUND');
    expect(await refused('NL6Q3Z8K1V0T9W4XYA')).toBe('404 TRANSACTION_NOT_FOUND');
    expect(await refused('constructor')).toBe('404 TRANSACTION_NOT_FOUND');
    expect(
      (await send(`${world.product.url}${CALLS.refundExternal.path}`, 'POST', NO_RECORD, second.headers))
        .status,
    ).toBe(404);
    const { body } = await buyAirtime(world.product.url, other, '08039990000', { amount: 50 });
    const reference = String(body['reference']);
    await eventually(
      async () => refused(reference),
      (is) => is === '409 PURCHASE_SETTLED',
    );
    expect(await decisionsOn(id)).toEqual([]);
  });

  // [admin-field:external.id] [admin-field:external.transaction_reference] [admin-field:external.transaction_api]
  // [admin-field:external.transaction_type] [admin-field:external.transaction_site_owner] [admin-field:external.amount]
  // [admin-field:external.user_email] [admin-field:external.service] [admin-field:external.transaction_Date]
  it('[admin-call:/api/external-failed-transactions/] [admin-call:/api/completed-transaction-external/] shows every field, masked for staff who may not see personal data', async () => {
    const { id, transaction_reference: reference } = await bought();
    expect(reference).toMatch(/^NL[0-9A-Z]{16}$/);
    const find = async (who: SignedIn) => (await listed(who)).find((row) => row.id === id)!;
    expect(await find(support)).toMatchObject({
      transaction_reference: reference,
      transaction_api: 'Platinum',
      transaction_type: 'Mtn airtime',
      service: 'airtime',
      amount: 49.5,
      transaction_site_owner: `nl_...${customer.apiToken.slice(-4)}`,
      user_email: customer.email,
      transaction_Date: expect.stringMatching(/\+01:00$/),
      why: 'vendor-044',
    });
    for (const who of [auditor, finance]) {
      const { user_email: email } = await find(who);
      expect(email).toMatch(/^.\*\*\*@/);
      expect(JSON.stringify(await listed(who))).not.toContain(customer.email);
    }
    const found = async (search: string, { headers }: SignedIn) =>
      ((await ask('failedExternal', { search }, headers)).body['failed_history'] as ExternalRow[]).some(
        (row) => row.id === id,
      );
    for (const who of [support, auditor]) {
      const key = `nl_...${customer.apiToken.slice(-4)}`;
      for (const search of ['49.50', '₦49', 'latinu', 'tn airti', key, customer.userId.slice(0, 8)])
        expect([search, await found(search, who)]).toEqual([search, true]);
      for (const search of ['₦495', 'ultranet', 'glo airti', 'nl_...zzzzz'])
        expect([search, await found(search, who)]).toEqual([search, false]);
    }
    for (const search of [customer.email, customer.email.slice(1, -2)])
      expect([await found(search, support), await found(search, auditor)]).toEqual([true, false]);
    await ask('refundExternal', NO_RECORD, finance.headers, id);
    const decided = async (search: string) =>
      JSON.stringify((await ask('completedExternal', { search }, auditor.headers)).body['completed_history']);
    // The reader is not the decider, so the list follows a moment later.
    await until(async () => (await decided('finance Sta')).includes(id), 'the list of what was decided');
    expect(await decided('second Staff')).not.toContain(id);
    const steps = (await ask('externalSteps', { id }, auditor.headers)).body['steps'] as { step: string }[];
    expect(steps.map(({ step }) => step).slice(0, 4)).toEqual(['opened', 'sent', 'unknown', 'review']);
    expect((await ask('externalSteps', { id: 'nothing' }, auditor.headers)).status).toBe(404);
  });

  it('is decided in bulk, row by row', async () => {
    const rows = [await bought(), await bought(), await bought()];
    await ask('markSuccessful', NO_RECORD, finance.headers, rows[1]!.id);
    const ids = [...rows.map(({ id }) => id), 'nothing'];
    const body = { ids, decision: 'refund', reason: 'The vendor was down.' };
    const answer = await ask('resolveMany', body, second.headers);
    expect(answer.body).toMatchObject({
      message: '2 of 4 decided.',
      results: [
        { id: ids[0], result: 'done' },
        { id: ids[1], result: 'refused', decided_by: 'finance Staff' },
        { id: ids[2], result: 'done' },
        { id: 'nothing', result: 'refused' },
      ],
    });
    expect((await ask('resolveMany', body, finance.headers)).body).toMatchObject({
      results: [{ result: 'before', decided_by: 'second Staff' }, {}, { result: 'before' }, {}],
    });
    for (const ids of [[], [''], ['a b'], Array.from({ length: 501 }, () => 'a'), 'a', { 0: 'a' }])
      expect((await ask('resolveMany', { ...body, ids }, second.headers)).body).toMatchObject({
        field: 'ids',
      });
  });

  describe('with a token that the vendor handed over unreadable', () => {
    const TOKEN = '2636 2054\u00a04059-8275 7802';
    let meters = 0;

    /** Pays for a prepaid meter that ends in a review. */
    async function meter(): Promise<ExternalRow> {
      const answer = await world.ask(
        '/api/pay_electricity_bill/',
        {
          meterNumber: `4599${String((meters += 1)).padStart(3, '0')}0044`,
          meterType: 'Prepaid',
          amount: 1_000,
          phone: '08035551234',
          discoName: 18,
          transaction_pin: customer.pin,
        },
        customer,
      );
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      const search = String(answer.body['reference']);
      const rows = await eventually(
        () => listed(support, { search }),
        (found) => found.length === 1,
      );
      return rows[0]!;
    }
    const stepsFor = async (id: string, who: SignedIn) =>
      (await ask('externalSteps', { id }, who.headers)).body;
    const factsOf = async (reference: string) =>
      (
        (await world.ask('/api/transaction/', { reference }, customer)).body['transaction'] as {
          facts: { label: string; value: string }[];
        }
      ).facts;

    it('shows it to those who may see customers, and puts the entered token on the receipt', async () => {
      const { id, transaction_reference: reference } = await meter();
      expect(await stepsFor(id, support)).toMatchObject({ hands_over: 'tokens', pieces: 3 });
      const unreadFor = async (who: SignedIn) =>
        ((await stepsFor(id, who))['steps'] as { unread?: string }[]).flatMap(({ unread }) => unread ?? []);
      expect(await unreadFor(support)).toEqual(['purchased_code: Voucher KX-17, call the disco']);
      for (const who of [finance, auditor]) expect(await unreadFor(who)).toEqual(['***']);

      const sent = { reason: 'told by phone', tokens: [TOKEN] };
      const taps = await Promise.all([1, 2].map(() => ask('markSuccessful', sent, finance.headers, id)));
      expect(taps.map(({ body }) => body['result']).sort()).toEqual(['before', 'done']);
      await settled(reference, 'Successful');
      await eventually(
        () => factsOf(reference),
        (facts) => facts.some(({ value }) => value === '2636 2054 4059 8275 7802'),
      );
      expect(await factsOf(reference)).toContainEqual({
        label: 'Token',
        value: '2636 2054 4059 8275 7802',
        copy: true,
      });
      const text = JSON.stringify(await eventsIn(world.folder));
      expect(text).not.toContain('26362054405982757802');
      expect(text).not.toContain('Voucher KX-17');
      const other = { reason: 'told again', tokens: ['1'.repeat(20)] };
      expect((await ask('markSuccessful', other, second.headers, id)).body).toMatchObject({
        code: 'PURCHASE_SETTLED',
        message: expect.stringContaining('finance Staff marked it as successful'),
      });
      expect((await stepsFor(id, auditor))['steps']).toContainEqual(
        expect.objectContaining({ step: 'decided', by: 'finance Staff', entered: true }),
      );
      expect(await decisionsOn(id)).toHaveLength(1);
    });

    it('refuses what is no token, pins for a meter and tokens for airtime, and names the field', async () => {
      const { id } = await meter();
      const refused = async (body: object, of = id) =>
        (await ask('markSuccessful', { reason: 'r', ...body }, second.headers, of)).body['field'];
      for (const token of ['2636 2054 4059 8275 780', 'a'.repeat(20), '', '1'.repeat(90), 7])
        expect([token, await refused({ tokens: [token] })]).toEqual([token, 'tokens.0']);
      const token = '1'.repeat(20);
      expect(await refused({ tokens: [token, token] })).toBe('tokens');
      expect(await refused({ tokens: [] })).toBe('tokens');
      expect(await refused({ pins: [{ pin: '0987' }] })).toBe('pins');
      expect(await refused({ pins: [{ pin: '<b>' }] })).toBe('pins.0.pin');
      expect(await refused({ tokens: [token], pins: [{ pin: '0987' }] })).toBe('pins');
      expect(await refused({ tokens: [token] }, (await bought()).id)).toBe('tokens');
      expect(await decisionsOn(id)).toEqual([]);
    });
  });

  it('is requeried at most once a minute, which records the caller and decides nothing', async () => {
    const { id } = await bought();
    const asked = async (who: SignedIn) =>
      (await ask('askVendorAgain', { ids: [id, 'nothing'] }, who.headers)).body['results'];
    expect(await asked(support)).toMatchObject([{ id, result: 'asked' }, { result: 'ended' }]);
    expect(await asked(finance)).toMatchObject([
      { id, result: 'wait', retry_after: expect.any(Number) },
      { result: 'wait' },
    ]);
    const steps = (await ask('externalSteps', { id }, auditor.headers)).body['steps'] as object[];
    expect(steps).toContainEqual(expect.objectContaining({ step: 'asked', by: 'support Staff' }));
    expect((await listed(support)).map((row) => row.id)).toContain(id);
    expect((await ask('refundExternal', NO_RECORD, second.headers, id)).body).toMatchObject({
      result: 'done',
    });
  });

  it('is pushed live to administrators', async () => {
    const stop = new AbortController();
    const answer = await fetch(world.product.url + ADMIN_LIVE_PATH, {
      headers: { cookie: auditor.cookie },
      signal: stop.signal,
    });
    let heard = '';
    const reading = (async () => {
      for await (const chunk of answer.body!) heard += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    const times = () => heard.split('"external"').length - 1;
    const { id } = await bought();
    await eventually(
      async () => times(),
      (count) => count >= 1,
    );
    const before = times();
    await ask('refundExternal', NO_RECORD, second.headers, id);
    await eventually(
      async () => times(),
      (count) => count > before,
    );
    stop.abort();
    await reading;
  });
});
