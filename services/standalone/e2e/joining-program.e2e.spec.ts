import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { ledger } from '../../../infra/testing/product.js';
import { askServer } from '../../cli/control-socket.js';
import { send, signIn, type Answer, type SignedIn } from '../testing/callers.js';
import { newCustomer } from '../testing/people.js';
import { takeProduct, type SharedProduct } from '../testing/shared-product.js';

/** MTN, 1 day. */
const PLAN = 1301;
/** Unique per person; the sandbox matches every BVN with these last digits. */
const BVN = `2${randomInt(100_000, 1_000_000)}2226`;

let product: SharedProduct;
let ada: SignedIn;
let bola: SignedIn;

beforeAll(async () => {
  product = await takeProduct();
  await giveAffiliatesADiscount(200);
  [ada, bola] = await Promise.all([customer(), customer()]);
  expect((await ask('/api/upgrade-api/', { transaction_pin: '4826' }, bola)).status).toBe(200);
});
afterAll(async () => {
  await giveAffiliatesADiscount(100);
  product?.giveBack();
});

async function customer(): Promise<SignedIn> {
  const { email, password } = await newCustomer(product);
  return signIn(product.url, email, password);
}

/** Sets the data discount of affiliates, 1 % by default. */
async function giveAffiliatesADiscount(basisPoints: number): Promise<void> {
  const change = { type: 'SetDiscount', service: 'data', tier: 'affiliate', basisPoints } as const;
  await askServer(product.folder, 'catalog', { change }, () => undefined);
}

const ask = (path: string, body: object = {}, who = ada): Promise<Answer> =>
  send(product.url + path, 'POST', body, who.headers);
const userOf = async (who = ada): Promise<{ user_wallet: number; reseller: number; api_token: string }> =>
  (await ask('/api/user_data/', {}, who)).body['user_data'] as never;
const priceOfPlan = async (who: SignedIn): Promise<number> =>
  Number((await ask('/api/get_data_plan_prices/', { selectedDataPlan: PLAN }, who)).body['price']);

describe('the API program [route:/affiliate] [call:/api/upgrade-api/] [const:upgrade-fee]', () => {
  it('costs ₦2,000 once, with its prices from the next call on', async () => {
    const before = await userOf();
    expect(before.reseller).toBe(0);
    const affiliatePrice = await priceOfPlan(bola);
    expect(affiliatePrice).toBeLessThan(await priceOfPlan(ada));
    const quote = await ask('/api/upgrade-quote/');
    expect(quote.body).toEqual({
      status: true,
      tier: 'regular',
      fee: 2_000,
      balance_after: before.user_wallet - 2_000,
    });

    const clicks = await Promise.all(
      [1, 2, 3].map(() => ask('/api/upgrade-api/', { transaction_pin: '4826' })),
    );
    expect(clicks.some(({ status }) => status === 200)).toBe(true);
    for (const { status, body } of clicks)
      expect(status === 200 || body['code'] === 'ALREADY_AFFILIATE').toBe(true);

    expect(await priceOfPlan(ada)).toBe(affiliatePrice);
    expect(await userOf()).toMatchObject({ reseller: 1, user_wallet: before.user_wallet - 2_000 });
    expect(await ask('/api/upgrade-api/')).toMatchObject({
      status: 409,
      body: { status: false, code: 'ALREADY_AFFILIATE' },
    });
    expect((await userOf()).user_wallet).toBe(before.user_wallet - 2_000);
  });

  it('is refused to API tokens', async () => {
    const anonymous = await send(`${product.url}/api/upgrade-api/`, 'POST', {});
    expect(anonymous.status).toBe(401);
  });
});

describe('a BVN [route:/verifybvn] [call:/api/verify-user-bvn/]', () => {
  const DETAILS = {
    name: 'Ada Customer',
    dateOfBirth: '03-10-1993',
    mobileNo: '08031230001',
    bvn: BVN,
  };

  it('is matched in both date formats, once per person, and belongs to a single person', async () => {
    expect((await ask('/api/bvn-status/')).body).toMatchObject({
      verified: false,
      attempts_left: 3,
      price: 0,
    });
    const partial = await ask('/api/verify-user-bvn/', { ...DETAILS, bvn: '22222220002' });
    expect(partial).toMatchObject({ status: 422, body: { code: 'BVN_PARTIAL' } });
    expect(String(partial.body['message'])).toContain('date of birth');

    const verified = await ask('/api/verify-user-bvn/', DETAILS);
    expect(verified.body).toMatchObject({ status: true, message: 'Your BVN is verified.' });
    expect(verified.body['token']).toEqual(expect.stringMatching(/^BVN-/));
    expect((await ask('/api/bvn-status/')).body).toMatchObject({ verified: true, last_four: '2226' });

    const taken = await ask('/api/verify-user-bvn/', { ...DETAILS, dateOfBirth: '03-Oct-1993' }, bola);
    expect(taken).toMatchObject({ status: 409, body: { code: 'BVN_TAKEN' } });
    const token = String(verified.body['token']);
    expect((await ask('/api/user_data/', { access_token: token })).status).toBe(401);
  });

  it.each([
    ['dateOfBirth', { dateOfBirth: '31-02-1993' }],
    ['bvn', { bvn: '2222222222' }],
    ['bvn', { bvn: 22222222226 }],
    ['mobileNo', { mobileNo: '12345' }],
    ['name', { name: 'A' }],
  ])('is refused for its %s: %#', async (field, changes) => {
    const { status, body } = await ask('/api/verify-user-bvn/', { ...DETAILS, ...changes }, bola);
    expect({ status, field: body['field'] }).toEqual({ status: 422, field });
  });

  it('is not logged', () => {
    expect(product.output()).not.toContain(BVN);
  });
});

it('adds up to the kobo at the end', async () => {
  const report = JSON.parse(await ledger(product.folder, ['verify', '--read-models', '--json'])) as object;
  expect(report).toMatchObject({ ok: true });
});
