import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ledger, seed } from '../../../infra/testing/product.js';
import type { SeededUser } from '../../../infra/testing/product.js';
import { lagosDateOf } from '../../contracts/fields/lagos-day.js';
import { startWithCustomers, type FundedCustomers, type Details } from '../testing/funded-customers.js';
import { walletOf as walletAt } from '../testing/callers.js';

const DELIVERED = { status: 'Successful', steps: ['delivered'] };

let customers: FundedCustomers;
let user: SeededUser;
let other: SeededUser;

beforeAll(async () => {
  customers = await startWithCustomers(2);
  [user, other] = customers.users as [SeededUser, SeededUser];
});
afterAll(() => customers?.stop());

const ask = (path: string, body: object, who = user, headers = {}) => customers.ask(path, body, who, headers);
const walletOf = (who: SeededUser) => walletAt(customers.product.url, who);
const delivered = (reference: unknown, who = user): Promise<Details> =>
  customers.ended(String(reference), who, DELIVERED);

describe('a text [call:/services/bulksms-pay/]', () => {
  it('is charged as quoted, and lists skipped recipients [call:/services/bulksms-quote/]', async () => {
    const long = { phone: '08037771111, 08037772222; 2348037771111\nada,12', messageBody: 'a'.repeat(307) };
    const quote = await ask('/services/bulksms-quote/', long, other);
    expect(quote).toMatchObject({
      status: 200,
      body: {
        encoding: 'GSM-7',
        characters: 307,
        per_page: 153,
        pages: 3,
        recipients: 2,
        duplicates: 1,
        invalid: ['ada', '12'],
        page_price: 2.9,
        amount: 17.4,
        price: 17.4,
        discount: 0,
      },
    });
    const before = await walletOf(other);
    expect(quote.body['balance_after']).toBeCloseTo(before - 17.4, 2);
    const sent = await ask(
      '/services/bulksms-pay/',
      { ...long, senderid: 'AdaShop', transaction_pin: other.pin },
      other,
    );
    expect(sent.status).toBe(200);
    expect(await walletOf(other)).toBeCloseTo(before - 17.4, 2);
    await delivered(sent.body['reference'], other);
  });

  it('is charged for delivered recipients and refunded for others', async () => {
    const before = await walletOf(other);
    const text = {
      phone: '08037773333,08037770016,08037774444',
      senderid: 'AdaShop',
      messageBody: 'Some arrive',
    };
    const sent = await ask('/services/bulksms-pay/', { ...text, transaction_pin: other.pin }, other);
    const transaction = await delivered(sent.body['reference'], other);
    expect(await walletOf(other)).toBeCloseTo(before - 2 * 2.9, 2);
    const missed = transaction.facts.filter(({ label }) => label === 'Not delivered');
    expect(missed.map(({ value }) => value)).toEqual([expect.stringContaining('8037770016')]);
  });

  it('is charged in part when a part certainly never reached the gateway', async () => {
    const before = await walletOf(other);
    const text = { phone: '08037775555,08037770301', senderid: 'AdaShop', messageBody: 'One is lost' };
    const sent = await ask('/services/bulksms-pay/', { ...text, transaction_pin: other.pin }, other);
    await delivered(sent.body['reference'], other);
    expect(await walletOf(other)).toBeCloseTo(before - 2.9, 2);
  });

  it.each([
    ['senderid', { senderid: 'GTBank' }],
    ['senderid', { senderid: 'M7TN' }],
    ['senderid', { senderid: 'ab' }],
    ['phone', { phone: 'ada, 12' }],
    ['phone', { phone: Array.from({ length: 1_001 }, (_, n) => `0803${1_000_000 + n}`).join(',') }],
    ['messageBody', { messageBody: 'a'.repeat(1_531) }],
  ])('is refused for its %s: %#', async (field, changes) => {
    const text = {
      phone: '08037771111',
      senderid: 'AdaShop',
      messageBody: 'Hello',
      transaction_pin: other.pin,
    };
    const { status, body } = await ask('/services/bulksms-pay/', { ...text, ...changes }, other);
    expect({ status, field: body['field'] }).toEqual({ status: 422, field });
  });
});

describe('without a PIN', () => {
  it('allows spending up to the daily limit', async () => {
    const [rich] = (await seed(customers.folder, 1, 50_000)) as [SeededUser];
    const bet = { amount: 6_000, betPlatform: 'BETWAY' };
    const today = (): string => lagosDateOf(Date.now());
    // Repeats when midnight passes in between, because the limit is per day.
    for (let day = '', clientId = 5_513_001; day !== today(); clientId += 2) {
      day = today();
      const first = await ask('/services/bet-funding/', { ...bet, clientId: String(clientId) }, rich);
      const second = await ask('/services/bet-funding/', { ...bet, clientId: String(clientId + 1) }, rich);
      if (day !== today()) continue;
      expect(first.status).toBe(200);
      expect(second).toMatchObject({ status: 403, body: { code: 'PINLESS_LIMIT' } });
    }
    const withPin = { ...bet, clientId: '5512002', transaction_pin: rich.pin };
    expect((await ask('/services/bet-funding/', withPin, rich)).status).toBe(200);
    expect(await ask('/services/bet-funding/', { ...withPin, transaction_pin: '9021' }, rich)).toMatchObject({
      status: 422,
      body: { code: 'PIN_INCORRECT' },
    });
  });
});

describe('a betting account [call:/services/bet-funding/]', () => {
  it('is one of 29 platforms, of which some can be funded [call:/services/bet-platforms/] [const:bet-limits] [const:bet-platforms]', async () => {
    const { body } = await ask('/services/bet-platforms/', {});
    const platforms = body['platforms'] as { name: string; available: boolean }[];
    expect(platforms).toHaveLength(29);
    expect(platforms.find(({ name }) => name === 'BET9JA')).toEqual({
      name: 'BET9JA',
      available: true,
      validates: true,
    });
    expect(platforms.find(({ name }) => name === 'SPORTYBET')).toMatchObject({ available: false });
    expect(body).toMatchObject({ minimum: 100, maximum: 10_000 });
  });

  it.each([
    [{ amount: 99.99 }, 422, 'AMOUNT_BELOW_MIN'],
    [{ amount: 10_000.01 }, 422, 'AMOUNT_ABOVE_MAX'],
    [{ betPlatform: 'SPORTYBET' }, 503, 'PLAN_DISABLED'],
    [{ betPlatform: 'CASINO' }, 422, 'VALIDATION_FAILED'],
    [{ clientId: '77120404' }, 404, 'CUSTOMER_NOT_FOUND'],
  ])('is not funded with %j', async (changes, status, code) => {
    const before = await walletOf(user);
    const bet = { amount: 100, betPlatform: 'bet9ja', clientId: '88121234', transaction_pin: user.pin };
    expect(await ask('/services/bet-funding/', { ...bet, ...changes })).toMatchObject({
      status,
      body: { code },
    });
    expect(await walletOf(user)).toBe(before);
  });

  it('must be looked up before a payment', async () => {
    const bet = { betPlatform: 'BET9JA', clientId: '88121234' };
    expect((await ask('/services/validate-bet-customer/', bet)).body).toMatchObject({ name: 'ADA OKAFOR' });
    const unknown = await ask('/services/validate-bet-customer/', { ...bet, clientId: '88120404' });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'CUSTOMER_NOT_FOUND', field: 'clientId' } });
  });
});

describe('a bank transfer [call:/banking/transfer-money/]', () => {
  it('goes to a known account, for a fee shown before [call:/banking/list-banks/] [call:/banking/fetch-banks-details/]', async () => {
    const { banks } = (await ask('/banking/list-banks/', {})).body as {
      banks: { code: string; name: string }[];
    };
    expect(banks).toContainEqual({ code: '058', name: 'GTBank' });
    const account = { bankCode: '058', account_number: '0987651111' };
    const found = await ask('/banking/fetch-banks-details/', account);
    expect(found.body).toMatchObject({ status: true, accountName: expect.stringMatching(/^[A-Z ]+$/) });
    expect((await ask('/banking/transfer-quote/', { amount_to_withdrawal: 5_000 })).body).toMatchObject({
      fee: 10,
      price: 5_010,
    });
    expect((await ask('/banking/transfer-quote/', { amount_to_withdrawal: '5000.01' })).body).toMatchObject({
      fee: 25,
    });

    const sent = await ask('/banking/transfer-money/', {
      bank_name_code: '058',
      user_account_number: '0987651111',
      user_account_name: 'EVE ADAMS',
      amount_to_withdrawal: 150,
      transaction_pin: user.pin,
      narration: 'School fees',
    });
    const transaction = await delivered(sent.body['reference'], user);
    const facts = Object.fromEntries(transaction.facts.map(({ label, value }) => [label, value]));
    expect(facts).toMatchObject({
      'Account name': found.body['accountName'],
      Narration: 'School fees',
      'Session ID': expect.stringMatching(/^\d{30}$/),
    });
    expect(transaction).toMatchObject({ face_value: 150, price: 160 });
  });

  it.each([
    [
      '/banking/fetch-banks-details/',
      { bankCode: '058', account_number: '0123450404' },
      404,
      'CUSTOMER_NOT_FOUND',
    ],
    [
      '/banking/fetch-banks-details/',
      { bankCode: '999', account_number: '0123451111' },
      404,
      'CUSTOMER_NOT_FOUND',
    ],
    ['/banking/transfer-money/', { user_account_number: '0123450404' }, 404, 'CUSTOMER_NOT_FOUND'],
    ['/banking/transfer-money/', { amount_to_withdrawal: 99 }, 422, 'AMOUNT_BELOW_MIN'],
    ['/banking/transfer-money/', { transaction_pin: '9021' }, 422, 'PIN_INCORRECT'],
    ['/banking/transfer-money/', { transaction_pin: undefined }, 422, 'VALIDATION_FAILED'],
  ])('is refused at %s with %j', async (path, changes, status, code) => {
    const before = await walletOf(user);
    const transfer = { bank_name_code: '058', user_account_number: '0123451111', amount_to_withdrawal: 100 };
    const answer = await ask(path, { ...transfer, transaction_pin: user.pin, ...changes });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await walletOf(user)).toBe(before);
  });

  it('returns the same answer for the same key, and refuses another transfer under it', async () => {
    const transfer = {
      bank_name_code: '058',
      user_account_number: '0123457777',
      amount_to_withdrawal: 100,
      transaction_pin: user.pin,
      narration: 'Once',
    };
    const key = { 'idempotency-key': 'transfer-once' };
    const before = await walletOf(user);
    const first = await ask('/banking/transfer-money/', transfer, user, key);
    const again = await ask('/banking/transfer-money/', transfer, user, key);
    expect(again.body).toEqual(first.body);
    const changed = { ...transfer, narration: 'Twice' };
    expect(await ask('/banking/transfer-money/', changed, user, key)).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_CONFLICT' },
    });
    expect(await walletOf(user)).toBeCloseTo(before - 110, 2);
  });

  it('limits the rate of name look-ups', async () => {
    const asked = await Promise.all(
      Array.from({ length: 65 }, (_, n) =>
        ask(
          '/banking/fetch-banks-details/',
          { bankCode: '058', account_number: `07${10_000_000 + n * 7}` },
          other,
        ),
      ),
    );
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.body).toMatchObject({ code: 'RATE_LIMITED' });
  });
});

it('adds up to the kobo at the end', async () => {
  const report = JSON.parse(await ledger(customers.folder, ['verify', '--read-models', '--json'])) as object;
  expect(report).toMatchObject({ ok: true });
});
