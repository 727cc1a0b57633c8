import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { seed } from '../../../infra/testing/product.js';
import { askServer } from '../../cli/control-socket.js';
import { addressOf, CALLS, type Access, type Call } from '../../contracts/calls.js';
import { bearer, eventually, send, signIn } from '../testing/callers.js';
import { newestCode } from '../testing/outbox.js';
import { newAdministrator, newCustomer, ownEmail } from '../testing/people.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';
import { Visitor } from '../testing/visitor.js';

/**
 * Makes every call as every kind of caller in every account state.
 * Expects answers from the declaration of the call. Bodies are empty, so permitted calls are served or get
 * 422.
 */
type Told = 'in' | `${401 | 403} ${string}`;
type Caller = Readonly<Record<string, string>>;
type Door = 'user' | 'browser-user' | 'buyer' | 'browser-buyer' | 'session' | 'admin' | 'auditor';

let product: SharedProduct;
const callers: Record<string, Caller> = {};

const PASSWORD = 'First-pass-1';
/** Expected answers per kind of call for one account state. */
const OUT = (told: Told): Record<Door, Told> => ({
  user: told,
  'browser-user': told,
  buyer: told,
  'browser-buyer': told,
  session: told,
  admin: told,
  auditor: told,
});
const ENDED = OUT('401 SESSION_EXPIRED');
const NOBODY = OUT('401 AUTH_REQUIRED');
const CUSTOMER: Record<Door, Told> = {
  user: 'in',
  'browser-user': 'in',
  buyer: 'in',
  'browser-buyer': 'in',
  session: 'in',
  admin: '403 WRONG_ROLE',
  auditor: '403 WRONG_ROLE',
};
const ADMINISTRATOR: Record<Door, Told> = {
  user: '403 WRONG_ROLE',
  'browser-user': '403 WRONG_ROLE',
  buyer: 'in',
  'browser-buyer': 'in',
  session: 'in',
  admin: 'in',
  auditor: 'in',
};
const SERVER: Record<Door, Told> = { ...OUT('403 WRONG_ROLE'), user: 'in', buyer: 'in' };
/** Ended sessions are also looked up under the other cookie, which finds none. */
const ENDED_FOR_CUSTOMER = { ...ENDED, admin: '401 AUTH_REQUIRED', auditor: '401 AUTH_REQUIRED' } as const;

/** Answers by state. `unverified` gets another one at doors that need a verified email. */
const STATES: Record<string, Record<Door, Told>> = {
  nobody: NOBODY,
  unverified: CUSTOMER,
  'verified without PIN': CUSTOMER,
  customer: CUSTOMER,
  'with a locked PIN': CUSTOMER,
  'a server with its token': SERVER,
  'a server with a revoked token': NOBODY,
  'of before a password change': ENDED_FOR_CUSTOMER,
  'of before a recovery': ENDED_FOR_CUSTOMER,
  forgotten: ENDED_FOR_CUSTOMER,
  'a server whose owner is forgotten': NOBODY,
  'logged out everywhere': ENDED_FOR_CUSTOMER,
  'with spending stopped by an administrator': CUSTOMER,
  'signed out by an administrator': ENDED_FOR_CUSTOMER,
  'of an email that an administrator changed': ENDED_FOR_CUSTOMER,
  'a server of an email that an administrator changed': NOBODY,
  administrator: ADMINISTRATOR,
  auditor: { ...ADMINISTRATOR, admin: '403 WRONG_ROLE' },
};

beforeAll(async () => {
  product = await takeProduct();
  const { sandboxUrl } = product;
  const post = (path: string, body: unknown, caller: Caller = {}) =>
    send(product.url + path, 'POST', body, caller);
  const emails = new Map<string, string>();
  /** Returns the same address for the same name. */
  const emailOf = (name: string): string => {
    const email = emails.get(name) ?? ownEmail(name);
    emails.set(name, email);
    return email;
  };
  const register = async (email: string): Promise<void> => {
    const person = { email, fname: 'Ada', lname: 'Obi', phone_number: '08031230001' };
    await post(CALLS.register.path, { ...person, password1: PASSWORD, password2: PASSWORD });
  };
  const enter = async (email: string, password = PASSWORD): Promise<Caller> =>
    (await signIn(product.url, email, password)).headers;
  const verified = async (email: string): Promise<Caller> => {
    await register(email);
    const caller = await enter(email);
    const otp_code = await newestCode(sandboxUrl, email);
    expect((await post(CALLS.verifyEmail.path, { otp_code }, caller)).status).toBe(200);
    return caller;
  };
  const buyer = async (): Promise<Caller> => {
    const { email, password } = await newCustomer(product);
    return enter(email, password);
  };
  const tokenOf = async (caller: Caller): Promise<Caller> => {
    const { body } = await post(CALLS.rotateApiToken.path, { password: PASSWORD }, caller);
    return bearer({ apiToken: String(body['api_token']) });
  };

  callers['nobody'] = {};
  await register(emailOf('unverified'));
  callers['unverified'] = await enter(emailOf('unverified'));
  callers['verified without PIN'] = await verified(emailOf('no-pin'));
  callers['customer'] = await buyer();
  const owner = await newAdministrator(product, 'owner', 'owner');
  callers['administrator'] = (await signIn(product.url, owner.email, owner.password, 'admin')).headers;
  callers['auditor'] = (await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin')).headers;
  const [server] = await seed(product.folder, 1, 100);
  callers['a server with its token'] = bearer(server!);

  const locked = await buyer();
  const order = { amount: 100, network: 1, phone: '08031234567', transaction_pin: '0001' };
  for (let tries = 0; tries < 5; tries += 1) await post(CALLS.buyAirtime.path, order, locked);
  callers['with a locked PIN'] = locked;

  const changing = await verified(emailOf('changing'));
  callers['a server with a revoked token'] = await tokenOf(changing);
  callers['of before a password change'] = await enter(emailOf('changing'));
  const change = { old_password: PASSWORD, new_password: 'Second-pass-2' };
  expect((await post(CALLS.updatePassword.path, change, changing)).status).toBe(200);

  callers['of before a recovery'] = await verified(emailOf('recovered'));
  const browser = new Visitor(product.url);
  await browser.post(CALLS.forgotPassword.path, { email: emailOf('recovered') });
  const resetCode = await newestCode(sandboxUrl, emailOf('recovered'));
  const reset = { resetCode, password1: 'Second-pass-2', password2: 'Second-pass-2' };
  expect((await browser.post(CALLS.resetPassword.path, reset)).status).toBe(200);

  const leaving = await verified(emailOf('leaving'));
  callers['logged out everywhere'] = leaving;
  expect((await post(CALLS.logoutEverywhere.path, {}, leaving)).status).toBe(200);

  const idOf = async (email: string): Promise<string> => {
    const { body } = await eventually(
      () => post(CALLS.users.path, { search: email }, callers['administrator']),
      ({ body: { user_info: found } }) => (found as unknown[]).length > 0,
    );
    return String((body['user_info'] as Record<string, unknown>[])[0]!['id']);
  };
  const administer = async (call: keyof typeof CALLS, email: string, body: object): Promise<void> => {
    const path = addressOf(CALLS[call], await idOf(email));
    const { status } = await send(product.url + path, CALLS[call].method, body, callers['administrator']);
    expect({ call, status }).toEqual({ call, status: 200 });
  };
  callers['with spending stopped by an administrator'] = await verified(emailOf('stopped'));
  await administer('freezeUser', emailOf('stopped'), { reason: 'a theft' });
  callers['signed out by an administrator'] = await verified(emailOf('out'));
  await administer('signOutUser', emailOf('out'), {});
  const moved = await verified(emailOf('moving'));
  callers['a server of an email that an administrator changed'] = await tokenOf(moved);
  callers['of an email that an administrator changed'] = moved;
  const moving = { email: emailOf('moved'), loaded: { email: emailOf('moving') } };
  await administer('updateUser', emailOf('moving'), moving);

  const gone = await verified(emailOf('gone'));
  callers['a server whose owner is forgotten'] = await tokenOf(gone);
  callers['forgotten'] = gone;
  await askServer(product.folder, 'forget', { who: emailOf('gone') }, () => undefined);
});

afterAll(() => product?.giveBack());

/** Calls that end the caller's session, tried last. */
const ENDING: ReadonlySet<string> = new Set([CALLS.logout.path, CALLS.logoutEverywhere.path]);

it.each(Object.keys(STATES))('%s gets the declared answer at every door', async (state) => {
  const wrong: unknown[] = [];
  const calls = Object.values(CALLS) as Call[];
  for (const { method, access, verifiedEmail, permission, ...call } of calls.filter(
    ({ path }) => !ENDING.has(path),
  )) {
    if (access === 'public') continue;
    const path = addressOf(call, 'none');
    const { status, body } = await send(product.url + path, method, {}, callers[state]);
    const told = status === 401 || status === 403 ? `${status} ${String(body['code'])}` : 'in';
    const atDoor = STATES[state]![access as Exclude<Access, 'public' | 'operations' | 'provider'>];
    // Auditors have no permission, and read only where none is needed.
    const open = state === 'auditor' && permission && atDoor === 'in' ? '403 PERMISSION_MISSING' : atDoor;
    const wanted = state === 'unverified' && verifiedEmail && open === 'in' ? '403 EMAIL_NOT_VERIFIED' : open;
    // Calls may refuse an account for a missing PIN or email, but never with 5xx.
    const ruled = atDoor === 'in' && ['403 EMAIL_NOT_VERIFIED', '403 PIN_NOT_SET'].includes(told);
    if ((told !== wanted && !ruled) || status >= 500) wrong.push({ path, wanted, told, status });
  }
  expect(wrong).toEqual([]);
});

it('refuses a locked PIN at every spending call, with a right, wrong or missing PIN', async () => {
  const caller = callers['with a locked PIN']!;
  const post = (call: keyof typeof CALLS, body: object) =>
    send(product.url + CALLS[call].path, 'POST', body, caller);
  const spends = [
    ['buyAirtime', { amount: 100, network: 1, phone: '08031234567' }],
    ['sendSms', { senderid: 'AdaShop', messageBody: 'Hello', phone: '08031234567' }],
    ['changePin', { old_pin: '4826', new_pin: '5937' }],
  ] as const;
  for (const [call, body] of spends)
    for (const transaction_pin of ['4826', '0001']) {
      const { status, body: told } = await post(call, { ...body, transaction_pin });
      expect({ call, told: status === 422 ? told : told['code'] }).toEqual({ call, told: 'PIN_LOCKED' });
    }
});

it('covers every call', () => {
  const doors = new Set<string>([...Object.keys(CUSTOMER), 'public']);
  expect((Object.values(CALLS) as Call[]).filter(({ access }) => !doors.has(access))).toEqual([]);
});
