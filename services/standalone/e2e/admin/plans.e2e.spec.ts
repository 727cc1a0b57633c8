import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CallAnswer } from '../../../contracts/calls.js';
import { CALLS, SHAPES } from '../../../contracts/calls.js';
import { agreeToPrices } from '../../testing/agree-to-prices.js';
import { eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

let product: SharedProduct;
let owner: SignedIn;
let auditor: SignedIn;
let began: number;

const post = async (
  name:
    | 'plans'
    | 'setPlan'
    | 'switchPlan'
    | 'retirePlan'
    | 'switchPlanAtVendor'
    | 'confirmPrices'
    | 'priceConfirmation',
  body: object = {},
  by = owner,
) => {
  const { status, body: answer } = await send(product.url + CALLS[name].path, 'POST', body, by.headers);
  return { status, code: answer['code'], message: answer['message'], answer };
};
const plans = async (by = owner): Promise<CallAnswer<'plans'>> =>
  SHAPES.plans.answer.parse((await post('plans', {}, by)).answer);
const found = async () =>
  (await plans()).plans.find(({ code, service }) => service === 'data' && code === 1197);
const events = async () =>
  (await eventsIn(product.folder, began))
    .filter(({ stream }) => stream === 'catalog')
    .map(({ type }) => type);

beforeAll(async () => {
  product = await takeProduct();
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  began = (await eventsIn(product.folder)).at(-1)!.position;
});
afterAll(() => product?.giveBack());

const which = { category: 'data', plan_code: 1197 };
const offer = {
  ...which,
  network: 1,
  plan_type: 1,
  size: '4GB',
  days: 7,
  price: 2_900,
  affiliate_price: 2_880,
  cost: 2_850,
  codes: [
    { at: 'sme-data', code: '291' },
    { at: '6', code: '-' },
  ],
};

it('offers, changes, switches, stops at a vendor and retires one plan, each by one event', async () => {
  const { version, places } = await plans(auditor);
  expect(places.map(({ at }) => at)).toEqual(expect.arrayContaining(['vtpass', 'sme-data', '4', '6']));
  expect(await post('setPlan', { ...offer, version: version + 1 })).toMatchObject({
    status: 409,
    code: 'STALE_EDIT',
  });
  expect(await post('setPlan', { ...offer, network: 9, version })).toMatchObject({
    status: 422,
    answer: { field: 'network' },
  });
  expect((await post('setPlan', { ...offer, version }, auditor)).status).toBe(403);
  expect(await post('setPlan', { ...offer, version })).toMatchObject({
    status: 200,
    message: expect.stringContaining('another administrator has to approve'),
  });
  expect(await found()).toBeUndefined();
  await agreeToPrices(product, 'Mtn SME 4GB - 7 days');
  expect(await eventually(found, (plan) => plan !== undefined)).toEqual({
    service: 'data',
    code: 1197,
    plan: 'Mtn SME 4GB - 7 days',
    network: 1,
    plan_type: 1,
    days: 7,
    on: true,
    price: 2_900,
    affiliate_price: 2_880,
    cost: 2_850,
    costs: [],
    stopped: [],
    codes: [
      { at: '6', code: '-' },
      { at: 'sme-data', code: '291' },
    ],
  });
  const change = { ...which, days: 30, place: 3, codes: [{ at: '6', code: '' }], version: version + 1 };
  expect((await post('setPlan', change)).message).toContain('another administrator has to approve');
  await agreeToPrices(product, 'Its code at 6 changes from none to 291.');
  expect((await post('setPlan', change)).message).toBe('Mtn SME 4GB - 30 days is on the list.');
  expect((await post('setPlan', change)).status).toBe(200);
  expect(await found()).toMatchObject({ place: 3, days: 30, codes: [{ at: 'sme-data', code: '291' }] });
  for (const on of [false, true]) {
    await post('switchPlan', { ...which, on });
    expect(await found()).toMatchObject({ on });
    const stop = { ...which, vendor: 4, on };
    expect((await post('switchPlanAtVendor', on ? stop : { ...stop, reason: 'Too dear' })).status).toBe(200);
    expect(await found()).toMatchObject({ stopped: on ? [] : [{ vendor: 4, reason: 'Too dear' }] });
  }
  expect((await post('switchPlanAtVendor', { ...which, vendor: 4, on: false })).status).toBe(422);
  expect((await post('retirePlan', which)).message).toBe('Mtn SME 4GB - 30 days is off the list.');
  expect((await post('retirePlan', which)).status).toBe(200);
  expect(await found()).toBeUndefined();
  expect(await post('retirePlan', { category: 'exams', plan_code: 1 })).toMatchObject({
    code: 'PLAN_NOT_FOUND',
  });
  expect(await events()).toEqual([
    'DataPlanSet',
    'DataPlanSet',
    'DataPlanSet',
    'PlanStoppedAtVendor',
    'DataPlanSet',
    'PlanStartedAtVendor',
    'PlanRetired',
  ]);
});

it('the prices of a demonstration count as confirmed', async () => {
  const { answer } = await post('priceConfirmation', {}, auditor);
  expect(answer).toMatchObject({ confirmed: true });
  expect((await post('confirmPrices', { version: answer['version'] })).status).toBe(200);
  expect(await events()).not.toContain('PricesConfirmed');
});
