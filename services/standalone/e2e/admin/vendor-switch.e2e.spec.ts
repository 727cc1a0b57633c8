import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seed } from '../../../../infra/testing/product.js';
import type { SeededUser } from '../../../../infra/testing/product.js';
import type { Permission } from '../../../contracts/admin/administrators.contract.js';
import { bearer, buyAirtime, call, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';
import { newAdministrator } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Administrators choose the vendor of each service. */
const ACTIVE = '/settings/fetch-active-api/';
const SWITCH_AIRTIME = '/settings/switch-airtime-api/';
const ORDER = '/api/admin-set-vendor-order/';

const SWITCHES = [
  ['[admin-call:/settings/switch-data-api/] [admin-field:provider.active_data_api]', 'dataapiidentifier'],
  [
    '[admin-call:/settings/switch-airtime-api/] [admin-field:provider.active_airtime_api]',
    'airtimeapiidentifier',
  ],
  ['[admin-call:/settings/switch-cable-api/] [admin-field:provider.active_cable_api]', 'cableapiidentifier'],
  [
    '[admin-call:/settings/switch-electric-api/] [admin-field:provider.active_electric_api]',
    'electricapiidentifier',
  ],
  ['[admin-call:/settings/switch-exam-api/] [admin-field:provider.active_exams_api]', 'examsapiidentifier'],
] as const;
const pathIn = (rows: string): string => /\[admin-call:([^\]]+)\]/.exec(rows)![1]!;
const fieldIn = (rows: string): string => /provider\.(\w+)\]/.exec(rows)![1]!;

let product: SharedProduct;
/** Vendors of each service, which `afterAll` restores. */
let orders: Record<string, number[]>;
let user: SeededUser;
let owner: SignedIn;
let finance: SignedIn;
let support: SignedIn;
let auditor: SignedIn;
let customer: SignedIn;
let affiliate: SignedIn;

const post = (path: string, body: unknown, by: Readonly<Record<string, string>>) =>
  send(product.url + path, 'POST', body, by);
const active = async (): Promise<Record<string, unknown>> => (await post(ACTIVE, {}, owner.headers)).body;
const events = () => eventsIn(product.folder);

/** Vendors that a purchase was sent to, in order. */
const sentTo = async (reference: unknown): Promise<unknown[]> => {
  const all = await events();
  const accepted = all.find(
    ({ type, data }) => type === 'PurchaseAccepted' && data['reference'] === reference,
  )!;
  const { purchaseId } = accepted.data;
  return all
    .filter(({ type, data }) => type === 'AttemptStarted' && data['purchaseId'] === purchaseId)
    .map(({ data }) => data['vendor']);
};
const statusOf = async (reference: unknown): Promise<string> => {
  const { body } = await call(product.url, user, '/api/transaction/', { reference });
  return (body['transaction'] as { transaction_status: string }).transaction_status;
};
const delivered = (reference: unknown) =>
  eventually(
    () => statusOf(reference),
    (status) => status === 'Successful',
  );

async function administrator(permission: Permission): Promise<SignedIn> {
  const { email, password } = await newAdministrator(product, 'Ife', permission);
  return signIn(product.url, email, password, 'admin');
}

beforeAll(async () => {
  product = await takeProduct();
  [user] = (await seed(product.folder, 1, 100_000)) as [SeededUser];
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  affiliate = await signIn(product.url, 'affiliate@demo.test', 'Demo-pass-1');
  finance = await administrator('finance');
  support = await administrator('support');
  orders = (await active())['orders'] as Record<string, number[]>;
});

afterAll(async () => {
  for (const [service, vendors] of Object.entries(orders ?? {})) {
    const body = { service, vendors, shown: await vendorOrderOf(service) };
    expect((await post(ORDER, body, owner.headers)).status).toBe(200);
  }
  product?.giveBack();
});

it('[admin-call:/settings/fetch-active-api/] shows administrators and auditors the active vendor, by default the first', async () => {
  for (const { headers, accessToken } of [owner, finance, support, auditor])
    for (const path of [ACTIVE, ACTIVE.slice(0, -1)])
      expect(await post(path, { grabToken: accessToken, unheard_of: [1] }, headers)).toMatchObject({
        status: 200,
        body: {
          status: true,
          active_data_api: 1,
          active_airtime_api: 1,
          active_cable_api: 1,
          active_electric_api: 1,
          active_exams_api: 1,
        },
      });
  const { vendors } = (await active()) as { vendors: { code: number; name: string; services: string[] }[] };
  expect(vendors.map(({ code, name }) => `${code} ${name}`)).toEqual([
    '1 Platinum',
    '2 Spectranet',
    '3 Swiss Network',
    '4 Platonic',
    '5 Ultranet',
    '6 Docker',
    '7 Quick Dragon',
    '8 DragNet',
  ]);
  expect(vendors[3]!.services).toEqual(['data']);
});

describe.each(SWITCHES)('%s', (rows, field) => {
  const [path, shown] = [pathIn(rows), fieldIn(rows)];

  it('is refused without permission', async () => {
    const before = await active();
    const body = { [field]: 2 };
    const told = async (by: Readonly<Record<string, string>>, sent: unknown = body) => {
      const { status, body: answer } = await post(path, sent, by);
      return `${status} ${String(answer['code'])}`;
    };
    expect(await told({})).toBe('401 AUTH_REQUIRED');
    expect(await told({ cookie: `admin_session=${'x'.repeat(43)}` })).toBe('401 SESSION_EXPIRED');
    for (const by of [customer.headers, affiliate.headers, bearer(user), auditor.headers])
      expect(await told(by)).toBe('403 WRONG_ROLE');
    expect(await told({ cookie: owner.cookie })).toBe('403 CSRF_FAILED');
    expect(await told({ ...owner.headers, 'x-csrftoken': finance.headers['x-csrftoken']! })).toBe(
      '403 CSRF_FAILED',
    );
    expect(await told(support.headers)).toBe('403 PERMISSION_MISSING');
    expect(await told(owner.headers, { ...body, grabToken: customer.accessToken })).toBe(
      '401 SESSION_EXPIRED',
    );
    for (const wrong of [{}, { [field]: 9 }, { [field]: -1 }, { [field]: 'one' }, { [field]: null }])
      expect(await post(path, wrong, owner.headers)).toMatchObject({ status: 422, body: { field } });
    expect(await active()).toEqual(before);
  });

  it('[admin-const:provider-codes] [admin-move:provider any-to-any] [admin-move:provider off] takes the code of every vendor that sells the service', async () => {
    const sells = ((await active())['vendors'] as { code: number; name: string; services: string[] }[]).map(
      ({ code, name, services }) => ({ code, name, does: path.includes('data') || services.length > 1 }),
    );
    for (const [at, { code, name, does }] of sells.entries()) {
      const before = (await active())[shown];
      const by = at % 2 === 0 ? owner : finance;
      const answer = await post(
        at % 2 === 0 ? path : path.slice(0, -1),
        { [field]: String(code) },
        by.headers,
      );
      if (does)
        expect(answer).toMatchObject({
          status: 200,
          body: { status: true, message: expect.stringContaining(`${name} now delivers`) },
        });
      else
        expect(answer).toMatchObject({
          status: 422,
          body: {
            status: false,
            code: 'VENDOR_NOT_SELLING',
            message: expect.stringContaining(`${name} does not sell`),
          },
        });
      expect((await active())[shown]).toBe(does ? code : before);
    }
    const before = (await active())[shown];
    expect(await post(path, { [field]: 0 }, owner.headers)).toMatchObject({
      status: 409,
      body: { code: 'CONFIRM_OFF', message: expect.stringContaining('Confirm to switch it off.') },
    });
    expect((await active())[shown]).toBe(before);
    const confirmed = await post(path, { [field]: 0, confirm: true }, owner.headers);
    expect(confirmed.body['message']).toContain('switched off');
    expect((await active())[shown]).toBe(0);
    await post(path, { [field]: 1 }, finance.headers);
    expect((await active())[shown]).toBe(1);
  });
});

it('logs each change once, with administrator, origin and previous vendor', async () => {
  const changed = async () => (await events()).filter(({ type }) => type === 'ActiveVendorChosen');
  const before = (await changed()).length;
  await post(SWITCH_AIRTIME, { airtimeapiidentifier: 7 }, finance.headers);
  await post(SWITCH_AIRTIME, { airtimeapiidentifier: 7 }, owner.headers);
  const now = await changed();
  expect(now.slice(before)).toEqual([
    expect.objectContaining({
      actor: { kind: 'admin', id: expect.any(String), sealed: expect.any(String) },
      data: { service: 'airtime', vendor: 7, was: 1 },
    }),
  ]);
  await post(SWITCH_AIRTIME, { airtimeapiidentifier: 1 }, owner.headers);
});

const vendorOrderOf = async (service: string): Promise<number[]> =>
  ((await active())['orders'] as Record<string, number[]>)[service]!;

it('refuses a new vendor order without permission, and invalid orders', async () => {
  const shown = await vendorOrderOf('airtime');
  const body = { service: 'airtime', vendors: [8, 7], shown };
  const told = async (by: Readonly<Record<string, string>>, sent: unknown = body) => {
    const { status, body: answer } = await post(ORDER, sent, by);
    return `${status} ${String(answer['code'])}`;
  };
  expect(await told({})).toBe('401 AUTH_REQUIRED');
  for (const by of [customer.headers, affiliate.headers, bearer(user), auditor.headers])
    expect(await told(by)).toBe('403 WRONG_ROLE');
  expect(await told({ cookie: owner.cookie })).toBe('403 CSRF_FAILED');
  expect(await told(support.headers)).toBe('403 PERMISSION_MISSING');
  for (const [field, wrong] of [
    ...[[], [8, 8], [0], ['x'], {}, null, Array(100).fill(1)].map((vendors) => ['vendors', vendors]),
    ...['sms', '__proto__', null, 1].map((service) => ['service', service]),
    ['shown', undefined],
  ] as const)
    expect(await told(owner.headers, { ...body, [field as string]: wrong })).toMatch(/^422 /);
  expect(await told(owner.headers, { ...body, vendors: [4] })).toBe('422 VENDOR_NOT_SELLING');
  expect(await vendorOrderOf('airtime')).toEqual(shown);
});

it('asks vendors in the new order, and finishes open purchases with their own vendor', async () => {
  const shown = await vendorOrderOf('airtime');
  const first = (await buyAirtime(product.url, user, '08035550300')).body['reference'];
  await eventually(
    () => sentTo(first),
    (vendors) => vendors.length > 0,
  );
  const orderEvents = async () => (await events()).filter(({ type }) => type === 'VendorOrderSet');
  const earlier = (await orderEvents()).length;
  const body = { service: 'airtime', vendors: [7, '2', 5], shown };
  expect(await post(ORDER, body, finance.headers)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('asked of Quick Dragon, then Spectranet, then Ultranet, then') },
  });
  // Repeating a call, as after a lost answer, changes nothing. A different order with the old version is
  // refused.
  expect((await post(ORDER, body, finance.headers)).status).toBe(200);
  expect(await post(ORDER, { ...body, vendors: [1] }, owner.headers)).toMatchObject({
    status: 409,
    body: { code: 'STALE_EDIT' },
  });
  expect((await orderEvents()).slice(earlier)).toEqual([
    expect.objectContaining({
      stream: 'catalog',
      actor: { kind: 'admin', id: expect.any(String), sealed: expect.any(String) },
      data: { service: 'airtime', vendors: [7, 2, 5, 1, 3, 8], was: shown },
    }),
  ]);
  expect(await active()).toMatchObject({ active_airtime_api: 7 });

  // Every vendor declines for certain, so two others are tried in turn and the money goes back. The worker
  // needs a moment to learn of the order.
  let number = 0;
  const declinedByAll = async (): Promise<unknown[]> => {
    number += 1;
    const { reference } = (await buyAirtime(product.url, user, `0803${600 + number}0016`)).body;
    await eventually(
      () => statusOf(reference),
      (status) => status === 'Failed' || status === 'Refunded',
    );
    return sentTo(reference);
  };
  expect(await eventually(declinedByAll, (vendors) => !vendors.includes(1))).toEqual([7, 2, 5]);
  await delivered(first);
  expect(await sentTo(first)).toEqual([1]);

  await post(SWITCH_AIRTIME, { airtimeapiidentifier: 8 }, owner.headers);
  expect(await vendorOrderOf('airtime')).toEqual([8, 7, 2, 5, 1, 3]);
  await post(SWITCH_AIRTIME, { airtimeapiidentifier: 0, confirm: true }, owner.headers);
  expect(await vendorOrderOf('airtime')).toEqual([7, 2, 5, 1, 3, 8]);
  expect((await buyAirtime(product.url, user, '08037771234')).body).toMatchObject({ code: 'SERVICE_OFF' });
  await post(SWITCH_AIRTIME, { airtimeapiidentifier: 1 }, owner.headers);
});

it('sends new purchases to the chosen vendor, and finishes open ones with their own', async () => {
  const first = (await buyAirtime(product.url, user, '08031110300')).body['reference'];
  await eventually(
    () => sentTo(first),
    (vendors) => vendors.length > 0,
  );
  await post(SWITCH_AIRTIME, { airtimeapiidentifier: 5 }, owner.headers);
  const second = (await buyAirtime(product.url, user, '08031111234')).body['reference'];
  await delivered(second);
  expect(await sentTo(second)).toEqual([5]);

  const third = (await buyAirtime(product.url, user, '08032220300')).body['reference'];
  await eventually(
    () => sentTo(third),
    (vendors) => vendors.length > 0,
  );
  await post(SWITCH_AIRTIME, { airtimeapiidentifier: 0, confirm: true }, owner.headers);
  expect(await buyAirtime(product.url, user, '08033331234')).toMatchObject({
    status: 503,
    body: {
      status: false,
      code: 'SERVICE_OFF',
      message: 'Airtime is temporarily unavailable. You have not been charged.',
    },
  });
  await Promise.all([delivered(first), delivered(third)]);
  expect([await sentTo(first), await sentTo(third)]).toEqual([[1], [5]]);

  await post(SWITCH_AIRTIME, { airtimeapiidentifier: 2 }, owner.headers);
  const fourth = (await buyAirtime(product.url, user, '08034441234')).body['reference'];
  await delivered(fourth);
  expect(await sentTo(fourth)).toEqual([2]);
});
