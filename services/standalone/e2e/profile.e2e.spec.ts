import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone, type Running } from '../../../infra/testing/product.js';
import { Visitor } from '../testing/visitor.js';

/** What customers keep about themselves, on the running product. */
const [EMAIL, PASSWORD] = ['customer@demo.test', 'Demo-pass-1'] as const;
let folder: string;
let product: Running;
let browser: Visitor;

const failed = (status: number, failure: string) => ({ status, body: { status: false, code: failure } });
const succeeded = (message: string) => ({ status: 200, body: { status: true, message } });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'profile-'));
  product = await startStandalone({ DATA_DIR: folder });
  browser = new Visitor(product.url);
  await browser.login(EMAIL, PASSWORD);
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('[route:/profile] [call:/api/update_user_record/]', () => {
  it('changes names and phone; [text:Profile updated successfully!]', async () => {
    const record = { fname: 'Adaeze', lname: 'Okafor', phone_number: '08051230009' };
    expect(await browser.post('/api/update_user_record/', record)).toMatchObject(
      succeeded('Profile updated successfully!'),
    );
    expect((await browser.post('/api/user_data/')).body['user_data']).toMatchObject({
      ...{ first_name: 'Adaeze', last_name: 'Okafor', phone_number: '08051230009' },
    });
  });

  it('shows a new API token once, and kills the one before it', async () => {
    const rotate = async () => {
      const { body } = await browser.post('/api/rotate-api-token/', { password: PASSWORD });
      return String(body['api_token']);
    };
    const ask = async (token: string) =>
      (
        await fetch(`${product.url}/api/user_data/`, {
          ...{ method: 'POST', headers: { authorization: `Bearer ${token}` } },
        })
      ).status;
    const [first, second] = [await rotate(), await rotate()];
    expect([await ask(first), await ask(second)]).toEqual([401, 200]);
    expect((await browser.post('/api/user_data/')).body['user_data']).toMatchObject({
      ...{ api_token: `nl_...${second.slice(-4)}` },
    });
    expect(await browser.post('/api/rotate-api-token/', { password: 'Wrong-pass-1' })).toMatchObject(
      failed(422, 'PASSWORD_INCORRECT'),
    );
  });

  it('keeps recipients and settings, and hands over everything it knows', async () => {
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
      ...{ mail_delivered: false, mail_refunded: true },
    });
    const exported = await browser.post('/api/export_my_data/');
    expect(exported.headers.get('content-disposition')).toContain('attachment');
    expect(exported.body['own_data']).toMatchObject({
      profile: { email: 'customer@demo.test', first_name: 'Adaeze' },
      beneficiaries: [{ name: 'Mother' }, { recipient: '08031230001' }],
      wallet: { available: 50_000, held: 0 },
    });
    expect(JSON.stringify(exported.body)).not.toMatch(/argon2|pinMac/);
    await browser.post('/api/remove_beneficiary/', { id: body['id'] });
    expect(await saved('electricity')).toEqual([]);
  });

  it('remembers whom the customer bought for, as the forms need it', async () => {
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
      ...{ service: 'electricity', recipient: '1111222233334', provider: '18', kind: 'prepaid' },
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
