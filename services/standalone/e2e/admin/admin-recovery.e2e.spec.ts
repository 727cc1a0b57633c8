import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { eventually, send, signIn, untilQuiet } from '../../testing/callers.js';
import { mailsTo, newestCode } from '../../testing/outbox.js';
import { newAdministrator, newAuditor, newCustomer, ownEmail } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';
import { Visitor } from '../../testing/visitor.js';

let product: SharedProduct;
let sandboxUrl: string;

let [ADMIN, AUDITOR, CUSTOMER] = ['', '', ''];
/** Password of `ADMIN` before the suite changes it. */
let FIRST: string;
const NOBODY = ownEmail('nobody');
const FORGOT = '/api/admin-forgot-password/';
const RESET = '/api/admin-reset-password/';
const [SECOND, THIRD] = ['Second-pass-22', 'Third-pass-333'] as const;

beforeAll(async () => {
  product = await takeProduct();
  ({ sandboxUrl } = product);
  const [admin, auditor, customer] = await Promise.all([
    newAdministrator(product, 'Ada', 'owner'),
    newAuditor(product, 'Bola'),
    newCustomer(product, { naira: 0 }),
  ]);
  [ADMIN, AUDITOR, CUSTOMER] = [admin.email, auditor.email, customer.email];
  FIRST = admin.password;
  await untilQuiet(product.url);
});

afterAll(() => product?.giveBack());

const failed = (status: number, code: string) => ({ status, body: { status: false, code } });
const passwords = (password: string) => ({ password1: password, password2: password });
const wrong = (digits: string): string => (digits === '000000' ? '000001' : '000000');
const logIn = (username: string, password: string, code?: string) =>
  send(`${product.url}/api/admin-login/`, 'POST', { username, password, ...(code && { code }) });

describe('a password reset at the administrators’ login', () => {
  it('answers all addresses alike, but mails only administrators and auditors', async () => {
    const answers: unknown[] = [];
    const mails = await mailsTo(sandboxUrl, CUSTOMER);
    for (const email of [CUSTOMER, NOBODY, ADMIN, AUDITOR]) {
      const visitor = new Visitor(product.url);
      const { status, body } = await visitor.post(FORGOT, { email });
      const { length } = visitor.cookie('recovery') ?? '';
      answers.push({ status, body, length });
    }
    expect(answers).toEqual(Array.from(answers, () => answers[0]));
    expect(answers[0]).toMatchObject({ status: 200, body: { status: true } });
    // Mails leave in the order of their events: once the last address has one, earlier addresses get no more.
    await newestCode(sandboxUrl, AUDITOR);
    await newestCode(sandboxUrl, ADMIN);
    expect(await mailsTo(sandboxUrl, CUSTOMER)).toEqual(mails);
    expect(await mailsTo(sandboxUrl, NOBODY)).toEqual([]);
  });

  it('works at neither login for the other kind of account', async () => {
    const [atCustomers, atAdministrators] = [new Visitor(product.url), new Visitor(product.url)];
    await atCustomers.post('/api/forgot-password/', { email: ADMIN });
    await atAdministrators.post('/api/forgot-password/', { email: CUSTOMER });
    const ofCustomer = await newestCode(sandboxUrl, CUSTOMER);
    for (const proof of [{}, { email: CUSTOMER }])
      expect(
        await atAdministrators.post(RESET, { resetCode: ofCustomer, ...passwords(SECOND), ...proof }),
      ).toMatchObject(failed(422, 'CODE_INCORRECT'));
    const own = new Visitor(product.url);
    await own.post(FORGOT, { email: ADMIN });
    const resetCode = await newestCode(sandboxUrl, ADMIN);
    for (const proof of [{}, { email: ADMIN }])
      expect(
        await own.post('/api/reset-password/', { resetCode, ...passwords(SECOND), ...proof }),
      ).toMatchObject(failed(422, 'CODE_INCORRECT'));
    expect((await logIn(ADMIN, FIRST)).status).toBe(200);
    expect((await own.login(CUSTOMER, 'Demo-pass-1')).status).toBe(200);
  });

  it('is refused from other sites and after five tries', async () => {
    for (const [path, body] of [
      [FORGOT, { email: ADMIN }],
      [RESET, { resetCode: '123456', ...passwords(SECOND), email: ADMIN }],
    ] as const)
      expect(
        await send(product.url + path, 'POST', body, { origin: 'https://elsewhere.test' }),
      ).toMatchObject(failed(403, 'CROSS_SITE'));
    for (const email of [AUDITOR, NOBODY]) {
      const visitor = new Visitor(product.url);
      await visitor.post(FORGOT, { email });
      const right = email === AUDITOR ? await newestCode(sandboxUrl, AUDITOR) : '000000';
      const answers = [];
      for (let tries = 1; tries <= 6; tries += 1)
        answers.push((await visitor.post(RESET, { resetCode: wrong(right), ...passwords(SECOND) })).body);
      expect(answers.map(({ code }) => code)).toEqual([
        ...Array<string>(5).fill('CODE_INCORRECT'),
        'CODE_USED_UP',
      ]);
      if (email === AUDITOR)
        expect(await visitor.post(RESET, { resetCode: right, ...passwords(SECOND) })).toMatchObject(
          failed(422, 'CODE_USED_UP'),
        );
    }
  });

  it('requires a long password, works once and ends all earlier sessions', async () => {
    const before = await signIn(product.url, ADMIN, FIRST, 'admin');
    const visitor = new Visitor(product.url);
    await visitor.post(FORGOT, { email: ADMIN });
    const resetCode = await newestCode(sandboxUrl, ADMIN);
    expect(await visitor.post(RESET, { resetCode, ...passwords('Elevenchars') })).toMatchObject({
      status: 422,
      body: { code: 'VALIDATION_FAILED', field: 'password1' },
    });
    const again = () => visitor.post(RESET, { resetCode, ...passwords(SECOND), email: ADMIN });
    const both = await Promise.all([again(), again()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await again()).toMatchObject(failed(422, 'CODE_INCORRECT'));
    expect((await send(`${product.url}/api/admin-activity/`, 'POST', {}, before.headers)).status).toBe(401);
    expect(await logIn(ADMIN, FIRST)).toMatchObject(failed(401, 'LOGIN_FAILED'));
    const after = await signIn(product.url, ADMIN, SECOND, 'admin');
    const { body } = await send(`${product.url}/api/admin-activity/`, 'POST', {}, after.headers);
    const newest = (body['activity'] as Record<string, unknown>[]).find(
      ({ what }) => what === 'Changed a password',
    );
    expect(newest).toMatchObject({ area: 'administrators' });
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`\\b${resetCode}\\b`));
    await eventually(
      async () => (await mailsTo(sandboxUrl, ADMIN)).map(({ subject }) => subject),
      (subjects) => subjects.includes('Your password was changed'),
    );
  });

  it('keeps the second factor', async () => {
    const { headers } = await signIn(product.url, ADMIN, SECOND, 'admin');
    const post = (path: string, body: unknown) => send(product.url + path, 'POST', body, headers);
    const begun = (await post('/api/admin-second-factor-start/', { password: SECOND })).body;
    const secret = String(begun['secret']);
    const confirm = () =>
      post('/api/admin-second-factor-confirm/', {
        enrolment: begun['enrolment'],
        code: new TOTP({ secret }).generate(),
      });
    // Retry, because the code may expire.
    const confirmed = await eventually(confirm, ({ status }) => status === 200);
    const [recovery] = confirmed.body['recovery_codes'] as string[];
    const visitor = new Visitor(product.url);
    await visitor.post(FORGOT, { email: ADMIN });
    const resetCode = await newestCode(sandboxUrl, ADMIN);
    expect((await visitor.post(RESET, { resetCode, ...passwords(THIRD) })).status).toBe(200);
    expect(await logIn(ADMIN, THIRD)).toMatchObject(failed(401, 'SECOND_FACTOR_REQUIRED'));
    expect((await logIn(ADMIN, THIRD, recovery)).status).toBe(200);
    // The owner is told of the setup and of the use.
    const told = await eventually(
      async () =>
        (await mailsTo(sandboxUrl, ADMIN)).filter(({ subject }) =>
          /second factor|recovery code/.test(subject),
        ),
      (mails) => mails.length >= 2,
    );
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      'A recovery code of yours was used',
      'A second factor was set up',
    ]);
    for (const { text } of told) expect(text).toMatch(/When: .+ \(Lagos\)\nFrom: 127\.0\.0\.1\nWith: node/);
  });
});
