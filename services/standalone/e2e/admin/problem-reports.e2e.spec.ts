import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SeededUser } from '../../../../infra/testing/product.js';
import { ADMIN_LIVE_PATH, addressOf, CALLS, type CallName } from '../../../contracts/calls.js';
import type { ProblemReport } from '../../../contracts/fields/problems.js';
import { type Answer, bearer, buyAirtime, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';
import { startWithCustomers, type FundedCustomers } from '../../testing/funded-customers.js';
import { newAdministrator, newCustomer } from '../../testing/people.js';

const WORDS = 'Nothing came.\nPlease call my neighbour Funke.';

describe('a problem that a customer reports', () => {
  let world: FundedCustomers;
  let customer: SeededUser;
  let other: SeededUser;
  let support: SignedIn;
  let finance: SignedIn;
  let auditor: SignedIn;
  let owner: SignedIn;
  let phones = 0;

  beforeAll(async () => {
    world = await startWithCustomers(3);
    [customer, other] = world.users as [SeededUser, SeededUser];
    const { url } = world.product;
    const helper = await newAdministrator(world, 'support', 'support');
    support = await signIn(url, helper.email, helper.password, 'admin');
    const decider = await newAdministrator(world, 'finance', 'finance');
    finance = await signIn(url, decider.email, decider.password, 'admin');
    auditor = await signIn(url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
    const { email, password } = await newCustomer(world.product);
    owner = await signIn(url, email, password);
  });
  afterAll(() => world?.stop());

  const ask = (
    name: CallName,
    body: object,
    headers: Readonly<Record<string, string>>,
    id?: string,
  ): Promise<Answer> => send(world.product.url + addressOf(CALLS[name], id), 'POST', body, headers);

  interface Row {
    readonly id: string;
    readonly transaction_reference: string;
    readonly problem?: ProblemReport;
  }
  const rowOf = async (who: SignedIn, reference: string): Promise<Row | undefined> => {
    const { body } = await ask('failedExternal', { page: 1, page_size: 10, search: reference }, who.headers);
    return (body['failed_history'] as Row[])[0];
  };
  /** Buys airtime that ends in a review, and waits until administrators see it. */
  async function bought(): Promise<Row> {
    const phone = `0803${String((phones += 1)).padStart(3, '0')}0044`;
    const { body } = await buyAirtime(world.product.url, customer, phone, { amount: 50 });
    const row = await eventually(
      () => rowOf(support, String(body['reference'])),
      (found) => found !== undefined,
    );
    return row!;
  }
  const report = (
    reference: string,
    more: object = {},
    headers: Readonly<Record<string, string>> = bearer(customer),
  ): Promise<Answer> =>
    ask(
      'reportProblem',
      { reference, problem: 'not-received', transaction_status: 'Pending', words: WORDS, ...more },
      headers,
    );
  const transaction = async (reference: string) =>
    (await ask('transaction', { reference }, bearer(customer))).body['transaction'] as {
      transaction_status: string;
      problem?: ProblemReport;
    };
  const storedOf = async (id: string): Promise<readonly string[]> =>
    (await eventsIn(world.folder))
      .filter(({ stream }) => stream === `problem-${id}`)
      .map((event) => JSON.stringify(event));

  it('is shown to administrators at once, pushed live, and its answer reaches the customer', async () => {
    const { id, transaction_reference: reference } = await bought();
    const stop = new AbortController();
    const live = await fetch(world.product.url + ADMIN_LIVE_PATH, {
      headers: { cookie: support.cookie },
      signal: stop.signal,
    });
    let heard = '';
    const listening = (async () => {
      for await (const chunk of live.body!) heard += Buffer.from(chunk).toString();
    })().catch(() => undefined);

    expect((await report(reference)).body).toMatchObject({
      status: true,
      message: expect.stringContaining('Reported'),
    });
    expect((await transaction(reference)).problem).toMatchObject({ problem: 'not-received', words: WORDS });
    await eventually(
      async () => heard,
      (text) => text.includes('"problems"'),
    );
    stop.abort();
    await listening;
    const seen = await eventually(
      () => rowOf(support, reference),
      (row) => row?.problem !== undefined,
    );
    expect(seen?.problem).toMatchObject({ words: WORDS, transaction_status: 'Pending' });

    await ask('refundExternal', { reason: 'no record' }, finance.headers, id);
    const ended = await eventually(
      () => transaction(reference),
      (is) => is.transaction_status === 'Refunded',
    );
    expect(ended.problem).toMatchObject({ transaction_status: 'Pending' });
    const completed = await ask('completedExternal', { page: 1, search: reference }, auditor.headers);
    expect(completed.body['completed_history']).toMatchObject([{ problem: { words: '***' } }]);
  });

  it('shows its text only to staff who may see people', async () => {
    const { id, transaction_reference: reference } = await bought();
    await report(reference);
    await eventually(
      () => rowOf(support, reference),
      (row) => row?.problem !== undefined,
    );
    expect((await rowOf(auditor, reference))?.problem?.words).toBe('***');
    for (const [who, words] of [
      [support, WORDS],
      [auditor, '***'],
    ] as const) {
      const all = await ask('adminTransactions', { page: 1, search: reference }, who.headers);
      expect(all.body['transHistory']).toMatchObject([{ id, problem: { words } }]);
      const [{ user_id: userId }] = all.body['transHistory'] as [{ user_id: string }];
      const person = await ask('user', { id: userId }, who.headers);
      expect((person.body['problems'] as object[])[0]).toMatchObject({
        id,
        api_transaction_reference: reference,
        words,
        problem: 'not-received',
      });
      const reports = await ask('problemReports', { page: 1, search: reference }, who.headers);
      expect(reports.body).toMatchObject({
        total: 1,
        problem_reports: [{ id, words, user_id: userId, status_now: 'Pending', amount: 49.5 }],
      });
      if (who === auditor)
        expect(JSON.stringify([all.body, person.body, reports.body])).not.toContain('Funke');
    }
    expect((await storedOf(id)).join('\n')).not.toContain('Funke');
  });

  it('is stored once, and again only for another status', async () => {
    const { id, transaction_reference: reference } = await bought();
    const taps = await Promise.all([1, 2, 3].map(() => report(reference)));
    expect(taps.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await report(reference, { words: 'Something else' })).body['message']).toMatch(/before/);
    expect(await storedOf(id)).toHaveLength(1);
    await report(reference, { transaction_status: 'Successful', problem: 'other', words: 'Still nothing.' });
    expect(await storedOf(id)).toHaveLength(2);
  });

  it('is accepted only from the customer of the purchase', async () => {
    const { id, transaction_reference: reference } = await bought();
    const codeOf = async (asked: Promise<Answer>) => {
      const { status, body } = await asked;
      return `${status} ${String(body['code'])}`;
    };
    expect(await codeOf(report(reference, {}, bearer(other)))).toBe('404 TRANSACTION_NOT_FOUND');
    expect(await codeOf(report('NL6Q3Z8K1V0T9W4XYA'))).toBe('404 TRANSACTION_NOT_FOUND');
    expect(await codeOf(report(reference, {}, {}))).toBe('401 AUTH_REQUIRED');
    expect(await codeOf(report(reference, {}, { cookie: owner.cookie }))).toBe('403 CSRF_FAILED');
    for (const headers of [support.headers, auditor.headers])
      expect(await codeOf(report(reference, {}, headers))).toBe('403 WRONG_ROLE');
    for (const [field, value] of [
      ['problem', 'constructor'],
      ['transaction_status', 'Lost'],
      ['words', 'x'.repeat(501)],
      ['words', 'a\u0007b'],
    ] as const)
      expect((await report(reference, { [field]: value })).body).toMatchObject({
        code: 'VALIDATION_FAILED',
        field,
      });
    expect((await report(reference, { problem: 'other', words: ' ' })).body).toMatchObject({
      field: 'words',
    });
    expect(await storedOf(id)).toEqual([]);
  });

  it('is limited to ten in an hour', async () => {
    const [, , third] = world.users as [SeededUser, SeededUser, SeededUser];
    const bought = await Promise.all(
      Array.from({ length: 11 }, (_, n) =>
        buyAirtime(world.product.url, third, `080355500${10 + n}`, { amount: 50 }),
      ),
    );
    const answers: number[] = [];
    for (const { body } of bought) {
      const asked = { problem: 'wrong-amount', transaction_status: 'Pending' };
      answers.push((await report(String(body['reference']), asked, bearer(third))).status);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('is part of the customer’s data export', async () => {
    const buy = { amount: 50, network: 1, phone: '08035551234', transaction_pin: '4826' };
    const { body } = await ask('buyAirtime', buy, owner.headers);
    const reference = String(body['reference']);
    expect((await report(reference, {}, owner.headers)).status).toBe(200);
    const exported = await ask('exportOwnData', {}, owner.headers);
    const { problem_reports: reports } = exported.body['own_data'] as { problem_reports: object[] };
    expect(reports).toMatchObject([{ reference, problem: 'not-received', words: WORDS }]);
  });
});
