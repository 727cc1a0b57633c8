import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { addressOf, CALLS } from '../../../contracts/calls.js';
import { eventually, send, signIn, type SignedIn } from '../../testing/callers.js';
import { mailsTo, newestCode } from '../../testing/outbox.js';
import { ownPhones } from '../../testing/own-phones.js';
import { type NewCustomer, newAdministrator, newCustomer, ownEmail } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';
import { Visitor } from '../../testing/visitor.js';

const THIEF = ownEmail('thief');
const [KNOWN, UNKNOWN] = ownPhones(2) as [string, string];
const PASSWORD = 'Thief-pass-1';
const PIN = '8264';
let product: SharedProduct;
let victim: NewCustomer;
let thief: Visitor;
let id: string;
let support: SignedIn;
let finance: SignedIn;

const ask = (path: string, body: object, by: SignedIn, method = 'POST') =>
  send(product.url + path, method, body, by.headers);
const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailsTo(product.sandboxUrl, email)).map(({ subject }) => subject);
const airtime = (phone: string, pin: string) => ({ amount: 100, network: 1, phone, transaction_pin: pin });
const transfer = async () => {
  const account = { account_number: '0123456789', bankCode: '058' };
  await thief.post('/banking/fetch-banks-details/', account);
  const { status, body } = await thief.post('/banking/transfer-money/', {
    amount_to_withdrawal: '1000',
    bank_name_code: '058',
    user_account_number: '0123456789',
    transaction_pin: PIN,
  });
  return [status, body['code'] ?? body['status']];
};

beforeAll(async () => {
  product = await takeProduct();
  victim = await newCustomer(product);
  const owner = new Visitor(product.url);
  await owner.login(victim.email, victim.password);
  expect((await owner.post('/api/buycard/', airtime(KNOWN, victim.pin))).status).toBe(200);
  const hired = async (name: string, permission: 'support' | 'finance') => {
    const { email, password } = await newAdministrator(product, name, permission);
    return signIn(product.url, email, password, 'admin');
  };
  support = await hired('Uche', 'support');
  finance = await hired('Ife', 'finance');
  thief = new Visitor(product.url);
});
afterAll(() => product?.giveBack());

describe('a support person who tries to empty a wallet', () => {
  it('takes over the account, whose PIN stays', async () => {
    id = await eventually(
      async () => {
        const { body } = await ask('/api/user-management/', { search: victim.email }, support);
        return (body['user_info'] as { readonly id: string }[])[0]?.id ?? '';
      },
      (found) => found !== '',
    );
    expect((await ask(`/api/update-user/${id}/`, { email: THIEF }, support, 'PUT')).status).toBe(200);
    const verification = await newestCode(product.sandboxUrl, THIEF);
    await thief.post('/api/forgot-password/', { email: THIEF });
    const code = await newestCode(product.sandboxUrl, THIEF);
    const passwords = { password1: PASSWORD, password2: PASSWORD };
    const reset = await thief.post('/api/reset-password/', { email: THIEF, resetCode: code, ...passwords });
    expect(reset.status).toBe(200);
    expect((await thief.login(THIEF, PASSWORD)).status).toBe(200);
    expect((await thief.post('/api/verify_email/', { otp_code: verification })).status).toBe(200);
    const first = await thief.post('/api/set-transaction-pin/', { transaction_pin: PIN });
    expect(first.body['code']).toBe('PIN_ALREADY_SET');
    await thief.post('/api/request-pin-reset/');
    const pins = { password: PASSWORD, new_pin: PIN, otp_code: await newestCode(product.sandboxUrl, THIEF) };
    expect((await thief.post('/api/reset-transaction-pin/', pins)).status).toBe(200);
  });

  it('gets no money out, and the owner buys for known recipients', async () => {
    const waits = [403, 'PAYOUTS_WAIT_EMAIL'];
    expect(await transfer()).toEqual(waits);
    const told = async (path: string, body: object) => {
      const answer = await thief.post(path, body);
      return [answer.status, answer.body['code']];
    };
    expect(await told('/api/buycard/', airtime(UNKNOWN, PIN))).toEqual(waits);
    const again = { ...airtime(KNOWN, PIN), confirm_duplicate: true };
    expect((await thief.post('/api/buycard/', again)).status).toBe(200);
    const { body } = await thief.post('/api/user_data/');
    expect(body['user_data']).toMatchObject({ payouts_wait: expect.stringMatching(/./) });
  });

  it('is known to the former address, the new one and the owners', async () => {
    const isTold = async (email: string, subject: string) =>
      eventually(
        () => subjectsTo(email),
        (subjects) => subjects.includes(subject),
      );
    await isTold(victim.email, 'The email address of your account was changed');
    await isTold(THIEF, 'This is the new email address of an account');
    await isTold('admin@demo.test', 'Staff changed the email of a customer');
  });

  it('needs another administrator who agrees', async () => {
    const form = { reason: 'They called back', form_id: randomUUID() };
    const wanted = await ask(addressOf(CALLS.allowPayouts, id), form, support);
    expect(wanted.body['message']).toContain('Another administrator has to agree');
    const approvals = async () => {
      const { body } = await ask(CALLS.approvals.path, { standing: 'waiting' }, finance);
      return body['approvals'] as { readonly id: string; readonly work: string; readonly user_id: string }[];
    };
    const row = (await eventually(approvals, (rows) => rows.some(({ user_id }) => user_id === id))).find(
      ({ user_id }) => user_id === id,
    )!;
    expect(row).toMatchObject({ work: 'payouts' });
    expect((await ask(CALLS.grantApproval.path, { id: row.id }, support)).status).toBe(403);
    expect(await transfer()).toEqual([403, 'PAYOUTS_WAIT_EMAIL']);
    const granted = await ask(CALLS.grantApproval.path, { id: row.id }, finance);
    expect(granted.body).toMatchObject({ standing: 'applied' });
    expect((await transfer())[0]).toBe(200);
  });
});
