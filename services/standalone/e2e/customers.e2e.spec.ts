import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../testing/callers.js';
import { eventsIn } from '../testing/facts-in.js';
import { mailsTo, newestCode } from '../testing/outbox.js';
import { ownEmail } from '../testing/people.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';
import { Visitor } from '../testing/visitor.js';

/** The life of a customer, from registration to erasure. */
const EMAIL = ownEmail('Ngozi').replace('suite', 'Suite');
const NOBODY = ownEmail('nobody');
const [FIRST, SECOND, THIRD] = ['First-pass-1', 'Second-pass-2', 'Third-pass-3'] as const;
// Sealed text has no spaces, so these names cannot occur in it by chance.
const PERSON = { email: EMAIL, fname: 'Ngozi Ada', lname: 'Eze Okoro', phone_number: '+2348031230009' };
let product: SharedProduct;
let sandboxUrl: string;
/** Position of the last event before this suite. */
let began: number;
let browser: Visitor;

const code = (to = EMAIL): Promise<string> => newestCode(sandboxUrl, to);
const failed = (status: number, failure: string) => ({ status, body: { status: false, code: failure } });
const succeeded = (message: string) => ({ status: 200, body: { status: true, message } });
const wrong = (digits: string): string => (digits === '000000' ? '000001' : '000000');
const register = (more: Record<string, unknown> = {}) =>
  new Visitor(product.url).post('/api/user_registration/', {
    ...PERSON,
    password1: FIRST,
    password2: FIRST,
    ...more,
  });

beforeAll(async () => {
  product = await takeProduct();
  ({ sandboxUrl } = product);
  began = (await eventsIn(product.folder)).length;
  browser = new Visitor(product.url);
});

afterAll(() => product?.giveBack());

describe('[route:/register] [call:/api/user_registration/]', () => {
  it('answers the same whether or not the email has an account, and tells only its owner', async () => {
    const [first, second] = [await register(), await register({ password1: SECOND, password2: SECOND })];
    expect(first).toMatchObject({ status: 200, body: { status: true } });
    expect(second.body).toEqual(first.body);
    await eventually(
      () => mailsTo(sandboxUrl, EMAIL),
      (mails) => mails.some(({ subject }) => subject === 'You already have an account'),
    );
    expect(await browser.login(EMAIL, SECOND)).toMatchObject(failed(401, 'LOGIN_FAILED'));
  });

  it('refuses what cannot be an account', async () => {
    for (const [field, value] of [
      ['password2', 'something else'],
      ['password1', 'short'],
      ['email', 'no address'],
      ['fname', '  '],
      ['phone_number', '12345'],
    ] as const) {
      const answer = await register({ email: ownEmail('else'), [field]: value });
      expect({ field: answer.body['field'], status: answer.status }).toEqual({ field, status: 422 });
    }
  });
});

describe('[route:/verify-email] [call:/api/verify_email/] [call:/api/resent_verification_code/]', () => {
  it('is the page after login until the email is verified', async () => {
    expect((await browser.login(EMAIL, FIRST)).body).toMatchObject({
      is_email_verify: false,
      is_transaction_pin_set: false,
    });
    const order = { amount: 100, network: 1, phone: '08031230001', transaction_pin: '4826' };
    expect(await browser.post('/api/buycard/', order)).toMatchObject(failed(403, 'EMAIL_NOT_VERIFIED'));
  });

  it('accepts no code after five wrong ones, until a new one is requested; [text:Email verified successfully!]', async () => {
    const right = await code();
    for (let tries = 1; tries <= 5; tries += 1)
      expect(await browser.post('/api/verify_email/', { otp_code: wrong(right) })).toMatchObject(
        failed(422, 'CODE_INCORRECT'),
      );
    expect(await browser.post('/api/verify_email/', { otp_code: right })).toMatchObject(
      failed(422, 'CODE_USED_UP'),
    );
    expect(await browser.post('/api/resent_verification_code/')).toMatchObject(
      succeeded('Verification code resent successfully!'),
    );
    const otp_code = await code();
    expect(await browser.post('/api/verify_email/', { otp_code })).toMatchObject(
      succeeded('Email verified successfully!'),
    );
  });

  it('gives the customer an account number of their own', async () => {
    const user = await eventually(
      async () => (await browser.post('/api/user_data/')).body['user_data'] as Record<string, string>,
      ({ account_number }) => account_number !== '',
    );
    expect(user).toMatchObject({
      first_name: 'Ngozi Ada',
      user_email: EMAIL.toLowerCase(),
      is_email_verify: true,
    });
  });
});

describe('[route:/setpin] [call:/api/set-transaction-pin/] [route:/changepin]', () => {
  it('is the next page, refuses easily guessed PINs and replaces the session; [text:Transaction pin set successfully!]', async () => {
    expect((await browser.login(EMAIL, FIRST)).body).toMatchObject({
      is_email_verify: true,
      is_transaction_pin_set: false,
    });
    for (const transaction_pin of ['1111', '1234', '4321', '0123', '12345', '12a4'])
      expect(await browser.post('/api/set-transaction-pin/', { transaction_pin })).toMatchObject({
        status: 422,
        body: { field: 'transaction_pin' },
      });
    const [cookie, token] = [browser.cookie('session'), browser.accessToken];
    expect(await browser.post('/api/set-transaction-pin/', { transaction_pin: '4826' })).toMatchObject(
      succeeded('Transaction pin set successfully!'),
    );
    expect([browser.cookie('session'), browser.accessToken]).not.toContain(cookie);
    expect(browser.accessToken).not.toBe(token);
    expect((await browser.post('/api/user_data/', { access_token: token })).status).toBe(401);
    expect(await browser.post('/api/set-transaction-pin/', { transaction_pin: '7391' })).toMatchObject(
      failed(409, 'PIN_ALREADY_SET'),
    );
  });

  it('changes the PIN with the old one, and ends every other session', async () => {
    const other = new Visitor(product.url);
    await other.login(EMAIL, FIRST);
    expect(
      await browser.post('/api/change-transaction-pin/', { old_pin: '0000', new_pin: '7391' }),
    ).toMatchObject(failed(422, 'PIN_INCORRECT'));
    expect(
      await browser.post('/api/change-transaction-pin/', { old_pin: '4826', new_pin: '7391' }),
    ).toMatchObject({ status: 200 });
    expect((await other.post('/api/user_data/')).status).toBe(401);
    expect((await browser.post('/api/user_data/', { access_token: browser.accessToken })).status).toBe(200);
  });

  it('resets the PIN with the password and a mailed code, which works once', async () => {
    await browser.post('/api/request-pin-reset/');
    const otp_code = await code();
    const reset = { password: FIRST, otp_code, new_pin: '5927' };
    expect(
      await browser.post('/api/reset-transaction-pin/', { ...reset, password: 'Wrong-pass' }),
    ).toMatchObject(failed(422, 'PASSWORD_INCORRECT'));
    expect(await browser.post('/api/reset-transaction-pin/', reset)).toMatchObject({ status: 200 });
    expect(await browser.post('/api/reset-transaction-pin/', { ...reset, new_pin: '8362' })).toMatchObject(
      failed(422, 'CODE_INCORRECT'),
    );
    const order = { amount: 100, network: 1, phone: '08031230001', transaction_pin: '5927' };
    expect(await browser.post('/api/buycard/', order)).toMatchObject(failed(402, 'INSUFFICIENT_FUNDS'));
  });
});

describe('[route:/forgotpassword] [call:/api/forgot-password/] [call:/api/reset-password/]', () => {
  it('answers an unknown email identically, in the same time', async () => {
    const timed = async (email: string) => {
      const visitor = new Visitor(product.url);
      const began = performance.now();
      const answer = await visitor.post('/api/forgot-password/', { email });
      return { answer, visitor, ms: performance.now() - began };
    };
    const [known, unknown] = [await timed(EMAIL), await timed(NOBODY)];
    expect(unknown.answer.body).toEqual(known.answer.body);
    expect(unknown.visitor.cookie('recovery')).toHaveLength(known.visitor.cookie('recovery')!.length);
    const right = await code();
    // The server answers only at fixed moments, so times do not reveal which email is known.
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(290);
    for (const visitor of [known.visitor, unknown.visitor]) {
      const answers = [];
      for (let tries = 1; tries <= 6; tries += 1)
        answers.push(
          (
            await visitor.post('/api/reset-password/', {
              resetCode: wrong(right),
              password1: SECOND,
              password2: SECOND,
            })
          ).body['code'],
        );
      expect(answers).toEqual([...Array<string>(5).fill('CODE_INCORRECT'), 'CODE_USED_UP']);
    }
  });

  it('accepts a code only in the browser that requested it, or with the email', async () => {
    const [own, thief] = [new Visitor(product.url), new Visitor(product.url)];
    await own.post('/api/forgot-password/', { email: EMAIL });
    const resetCode = await code();
    await thief.post('/api/forgot-password/', { email: NOBODY });
    const reset = { resetCode, password1: SECOND, password2: SECOND };
    expect(await thief.post('/api/reset-password/', reset)).toMatchObject(failed(422, 'CODE_INCORRECT'));
    thief.forget('recovery');
    expect(await thief.post('/api/reset-password/', reset)).toMatchObject({
      status: 422,
      body: { field: 'email' },
    });
    expect((await browser.post('/api/user_data/')).status).toBe(200);
    expect(await own.post('/api/reset-password/', reset)).toMatchObject(
      succeeded('Password changed successfully!'),
    );
    expect((await browser.post('/api/user_data/')).status).toBe(401);
    expect(await own.post('/api/reset-password/', { ...reset, email: EMAIL })).toMatchObject(
      failed(422, 'CODE_INCORRECT'),
    );
    expect(await browser.login(EMAIL, FIRST)).toMatchObject(failed(401, 'LOGIN_FAILED'));
    expect(await browser.login(EMAIL, SECOND)).toMatchObject({ status: 200 });
  });
});

describe('[route:/settings] [call:/api/user-password-change/] [call:/api/update-password/]', () => {
  it('needs the old password or a reset code of this browser, and signs out everywhere', async () => {
    const [own, other] = [new Visitor(product.url), new Visitor(product.url)];
    await other.login(EMAIL, SECOND);
    await own.login(EMAIL, SECOND);
    const change = { password1: FIRST, password2: FIRST };
    expect(await own.post('/api/user-password-change/', change)).toMatchObject(
      failed(422, 'RECOVERY_REQUIRED'),
    );
    expect(await own.post('/api/user-password-change/', { ...change, old_password: FIRST })).toMatchObject(
      failed(422, 'PASSWORD_INCORRECT'),
    );
    await own.post('/api/forgot-password/', { email: EMAIL });
    const resetCode = await code();
    expect(await own.post('/api/user-password-change/', { ...change, resetCode })).toMatchObject(
      succeeded('Password changed successfully!'),
    );
    for (const visitor of [own, other]) expect((await visitor.post('/api/user_data/')).status).toBe(401);
    await own.login(EMAIL, FIRST);
    const update = { old_password: FIRST, new_password: THIRD };
    expect(await own.post('/api/update-password/', update)).toMatchObject({ status: 200 });
    expect(await own.login(EMAIL, THIRD)).toMatchObject({ status: 200 });
    browser = own;
  });

  it('notifies the customer by mail', async () => {
    await eventually(
      async () => (await mailsTo(sandboxUrl, EMAIL)).map(({ subject }) => subject),
      (subjects) =>
        subjects.filter((subject) => subject === 'Your password was changed').length === 3 &&
        subjects.filter((subject) => subject === 'Your transaction PIN was changed').length === 2,
    );
  });
});

it('writes no personal data into the server log, nor unencrypted into the ledger', async () => {
  const events = await eventsIn(product.folder, began);
  expect(events.map(({ type }) => type)).toContain('PinChanged');
  const printed = product.output() + JSON.stringify(events);
  const address = EMAIL.slice(0, EMAIL.indexOf('@'));
  for (const secret of [address, address.toLowerCase(), PERSON.fname, PERSON.lname, '8031230009'])
    expect(printed).not.toContain(secret);
  for (const password of [FIRST, SECOND, THIRD]) expect(printed).not.toContain(password);
  expect(printed).not.toMatch(/"5927\\?"/);
});
