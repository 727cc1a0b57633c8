import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { relyingPartyOf } from '../../customers/passkeys/webauthn.js';
import { Authenticator, type Oddities } from '../../customers/passkeys/testing/authenticator.js';
import { bearer } from '../testing/callers.js';
import { newCustomer, ownEmail } from '../testing/people.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';
import { Visitor } from '../testing/visitor.js';

const [EMAIL, PASSWORD] = [ownEmail('ada'), 'Own-pass-1'] as const;
let product: SharedProduct;
let browser: Visitor;

const failed = (status: number, failure: string) => ({ status, body: { status: false, code: failure } });
const succeeded = (message: string) => ({ status: 200, body: { status: true, message } });

beforeAll(async () => {
  product = await takeProduct();
  await newCustomer(product, { email: EMAIL, password: PASSWORD });
  browser = new Visitor(product.url);
  await browser.login(EMAIL, PASSWORD);
});

afterAll(() => product?.giveBack());

describe('[route:/profile] [call:/api/update_user_record/]', () => {
  it('changes names and phone; [text:Profile updated successfully!]', async () => {
    const record = { fname: 'Adaeze', lname: 'Okafor', phone_number: '08051230009' };
    expect(await browser.post('/api/update_user_record/', record)).toMatchObject(
      succeeded('Profile updated successfully!'),
    );
    expect((await browser.post('/api/user_data/')).body['user_data']).toMatchObject({
      first_name: 'Adaeze',
      last_name: 'Okafor',
      phone_number: '08051230009',
    });
  });

  it('shows a new API token once, and revokes the old one', async () => {
    const rotate = async () => {
      const { body } = await browser.post('/api/rotate-api-token/', { password: PASSWORD });
      return String(body['api_token']);
    };
    const ask = async (token: string) =>
      (
        await fetch(`${product.url}/api/user_data/`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
        })
      ).status;
    const [first, second] = [await rotate(), await rotate()];
    expect([await ask(first), await ask(second)]).toEqual([401, 200]);
    expect((await browser.post('/api/user_data/')).body['user_data']).toMatchObject({
      api_token: `nl_...${second.slice(-4)}`,
    });
    expect(await browser.post('/api/rotate-api-token/', { password: 'Wrong-pass-1' })).toMatchObject(
      failed(422, 'PASSWORD_INCORRECT'),
    );
  });

  it('keeps recipients and settings, and exports all data', async () => {
    const meter = { service: 'electricity', recipient: '1111222233', provider: '18', kind: 'prepaid' };
    const { body } = await browser.post('/api/save_beneficiary/', { ...meter, name: 'Home' });
    await browser.post('/api/save_beneficiary/', { ...meter, name: 'Mother' });
    await browser.post('/api/save_beneficiary/', { service: 'airtime', recipient: '08031230001' });
    const saved = async (service?: string) =>
      (await browser.post('/api/beneficiaries/', { service })).body['saved'] as unknown[];
    expect(await saved('electricity')).toEqual([{ id: body['id'], ...meter, name: 'Mother' }]);
    expect(await saved()).toHaveLength(2);
    await browser.post('/api/update_notice_settings/', { mail_delivered: false });
    expect((await browser.post('/api/notice_settings/')).body['settings']).toEqual({
      mail_delivered: false,
      mail_refunded: true,
      mail_statement: false,
    });
    const exported = await browser.post('/api/export_my_data/');
    expect(exported.headers.get('content-disposition')).toContain('attachment');
    expect(exported.body['own_data']).toMatchObject({
      profile: { email: EMAIL, first_name: 'Adaeze' },
      beneficiaries: [{ name: 'Mother' }, { recipient: '08031230001' }],
      wallet: { available: 50_000, held: 0 },
    });
    expect(JSON.stringify(exported.body)).not.toMatch(/argon2|pinMac/);
    await browser.post('/api/remove_beneficiary/', { id: body['id'] });
    expect(await saved('electricity')).toEqual([]);
  });

  it('remembers recipients for the forms', async () => {
    const pin = { transaction_pin: '4826' };
    for (const phone of ['08031230001', '08051230002', '+2348031230001'])
      expect(
        await browser.post('/api/buycard/', { amount: 100 + phone.length, network: 1, phone, ...pin }),
      ).toMatchObject({ status: 200 });
    const meter = { meterNumber: '1111222233334', meterType: 'prepaid', discoName: 18 };
    const { meterNumber: meter_number, meterType: meter_type, discoName: disco_name } = meter;
    await browser.post('/api/validate_meter/', { disco_name, meter_number, meter_type });
    expect(
      await browser.post('/api/pay_electricity_bill/', {
        ...meter,
        amount: 1_000,
        phone: '08031230001',
        ...pin,
      }),
    ).toMatchObject({ status: 200 });
    const recent = async (service?: string) =>
      (await browser.post('/api/beneficiaries/', { service })).body['recent'] as Record<string, string>[];
    expect(await recent('airtime')).toEqual([
      { id: '', service: 'airtime', recipient: '08031230001', name: '', provider: '1', kind: '' },
      { id: '', service: 'airtime', recipient: '08051230002', name: '', provider: '1', kind: '' },
    ]);
    expect((await recent())[0]).toMatchObject({
      service: 'electricity',
      recipient: '1111222233334',
      provider: '18',
      kind: 'prepaid',
    });
    expect((await recent('electricity'))[0]!['name']).not.toBe('');
  });

  it('signs out everywhere', async () => {
    const other = new Visitor(product.url);
    await other.login(EMAIL, PASSWORD);
    await browser.post('/api/logout-everywhere/');
    expect((await other.post('/api/user_data/')).status).toBe(401);
  });
});

describe('a device that signs in place of the PIN', () => {
  const ORDER = { amount: 200, network: 1, phone: '08031239001' };
  const PRICE = 198;
  let device: Authenticator;
  let id: string;
  const answerOf = <Fields>(body: Record<string, unknown>, name: string) => body[name] as Fields;
  const begin = async (key: string, order: object = ORDER, price = PRICE) =>
    browser.post(
      '/api/begin_approval/',
      { id, service: 'airtime', order, price },
      { 'idempotency-key': key },
    );
  /** Signs an order as the browser does. */
  const signed = async (key: string, order: object = ORDER, odd: Oddities = {}) => {
    const { body } = await begin(key, order);
    const { challenge } = answerOf<{ challenge: string }>(body, 'options');
    return { price: PRICE, ...device.sign(challenge, odd) };
  };
  const buy = (key: string, passkey: object, order: object = ORDER) =>
    browser.post('/api/buycard/', { ...order, passkey }, { 'idempotency-key': key });
  const enrol = async (): Promise<string> => {
    const { body } = await browser.post('/api/begin_passkey/', { transaction_pin: '4826' });
    const { challenge } = answerOf<{ challenge: string }>(body, 'options');
    const asked = { limit: 5_000, credential: device.create(challenge) };
    return String((await browser.post('/api/add_passkey/', asked)).body['id']);
  };
  const listed = async () =>
    answerOf<{ id: string }[]>((await browser.post('/api/passkeys/')).body, 'passkeys');
  beforeAll(async () => {
    await browser.login(EMAIL, PASSWORD);
    device = new Authenticator(relyingPartyOf({ PORT: Number(new URL(product.url).port) })!);
    id = await enrol();
  });

  it('is enrolled with the PIN and listed with its amount', async () => {
    expect(await browser.post('/api/begin_passkey/', { transaction_pin: '0001' })).toMatchObject(
      failed(422, 'PIN_INCORRECT'),
    );
    expect(await listed()).toMatchObject([{ id, limit: 5_000 }]);
    expect((await browser.post('/api/export_my_data/')).body['own_data']).toMatchObject({
      passkeys: [{ limit: 5_000 }],
    });
  });

  it('pays for the signed purchase, once', async () => {
    const proof = await signed('key-1');
    const bought = await buy('key-1', proof);
    expect(bought).toMatchObject({ status: 200, body: { transaction_status: 'Pending' } });
    // A repetition after a lost answer is the same purchase; a changed one is refused.
    expect((await buy('key-1', proof)).body['reference']).toBe(bought.body['reference']);
    expect(await buy('key-1', proof, { ...ORDER, phone: '08031239002' })).toMatchObject(
      failed(422, 'PASSKEY_REFUSED'),
    );
  });

  it('does not pay for another key, recipient, amount or price', async () => {
    const other = { ...ORDER, phone: '08031239002' };
    const proof = await signed('key-2', other);
    expect(await buy('key-3', proof, other)).toMatchObject(failed(422, 'PASSKEY_REFUSED'));
    expect(await buy('key-2', { ...proof, price: 199 }, other)).toMatchObject(failed(422, 'PASSKEY_REFUSED'));
    // A right PIN resets the counter.
    await browser.post('/api/set_passkey_limit/', { id, limit: 5_000, transaction_pin: '4826' });
    const more = { ...other, amount: 201 };
    expect(await buy('key-2', proof, more)).toMatchObject(failed(422, 'PASSKEY_REFUSED'));
    expect(await buy('key-2', proof, { ...other, phone: '+2348031239002' })).toMatchObject({ status: 200 });
  });

  it('is asked for the current price', async () => {
    const order = { ...ORDER, phone: '08031239003' };
    const { body } = await begin('key-4', order, 100);
    const { challenge } = answerOf<{ challenge: string }>(body, 'options');
    expect(await buy('key-4', { price: 100, ...device.sign(challenge) }, order)).toMatchObject(
      failed(409, 'PRICE_CHANGED'),
    );
  });

  it('signs purchases up to its limit', async () => {
    const limit = { id, limit: 100, transaction_pin: '4826' };
    expect(await browser.post('/api/set_passkey_limit/', limit)).toMatchObject({ status: 200 });
    expect(await begin('key-5')).toMatchObject(failed(403, 'PASSKEY_LIMIT'));
    await browser.post('/api/set_passkey_limit/', { ...limit, limit: 5_000 });
    expect(await browser.post('/api/set_passkey_limit/', { ...limit, limit: 100_001 })).toMatchObject(
      failed(422, 'VALIDATION_FAILED'),
    );
  });

  it('works only in browsers and only instead of the PIN', async () => {
    const { body } = await browser.post('/api/rotate-api-token/', { password: PASSWORD });
    const passkey = await signed('key-6');
    const headers = bearer({ apiToken: String(body['api_token']) });
    const post = (path: string, sent: object) =>
      fetch(product.url + path, {
        method: 'POST',
        body: JSON.stringify(sent),
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': 'key-6' },
      });
    expect((await post('/api/buycard/', { ...ORDER, passkey })).status).toBe(403);
    expect((await post('/api/passkeys/', {})).status).toBe(403);
    expect(await browser.post('/api/buycard/', { ...ORDER, passkey, transaction_pin: '4826' })).toMatchObject(
      failed(422, 'VALIDATION_FAILED'),
    );
  });

  it('signs nothing after its removal or a logout everywhere', async () => {
    const proof = await signed('key-7');
    expect(await browser.post('/api/remove_passkey/', { id })).toMatchObject({ status: 200 });
    expect(await buy('key-7', proof)).toMatchObject(failed(404, 'PASSKEY_NOT_FOUND'));
    expect(await browser.post('/api/remove_passkey/', { id })).toMatchObject(
      failed(404, 'PASSKEY_NOT_FOUND'),
    );
    id = await enrol();
    await browser.post('/api/logout-everywhere/');
    await browser.login(EMAIL, PASSWORD);
    expect(await listed()).toEqual([]);
  });
});

describe('the browsers that a customer is signed in with', () => {
  const listed = async (of: Visitor) =>
    (await of.post('/api/sessions/')).body['sessions'] as {
      readonly id: string;
      readonly current: boolean;
      readonly network: string;
    }[];

  it('are listed, and can be ended one by one or all others at once', async () => {
    await browser.login(EMAIL, PASSWORD);
    const [second, third] = [new Visitor(product.url), new Visitor(product.url)];
    await second.login(EMAIL, PASSWORD);
    await third.login(EMAIL, PASSWORD);
    const all = await listed(browser);
    expect(all).toHaveLength(3);
    expect(all.filter(({ current }) => current)).toHaveLength(1);
    expect(all[0]!.network).toBe('127.0.0.0/24');
    const { id } = (await listed(second)).find(({ current }) => current)!;
    const stranger = new Visitor(product.url);
    const other = await newCustomer(product, { naira: 0 });
    await stranger.login(other.email, other.password);
    expect(await stranger.post('/api/end_session/', { id })).toMatchObject(failed(404, 'SESSION_NOT_FOUND'));
    expect(await second.post('/api/user_data/')).toMatchObject({ status: 200 });
    const cookie = `session=${second.cookie('session')}`;
    const live = await fetch(`${product.url}/api/live`, { headers: { cookie } });
    expect(await browser.post('/api/end_session/', { id })).toMatchObject({ status: 200 });
    // The browser's live stream ends.
    expect(await live.text()).toContain('event: end');
    expect((await second.post('/api/user_data/')).status).toBe(401);
    expect(await browser.post('/api/end_session/', { id })).toMatchObject(failed(404, 'SESSION_NOT_FOUND'));
    expect(await browser.post('/api/end_other_sessions/')).toMatchObject({ status: 200 });
    expect((await third.post('/api/user_data/')).status).toBe(401);
    expect(await listed(browser)).toMatchObject([{ current: true }]);
  });
});
