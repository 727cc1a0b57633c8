import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ledger, seed } from '../../../../infra/testing/product.js';
import type { SeededUser } from '../../../../infra/testing/product.js';
import type { Permission } from '../../../contracts/admin/administrators.contract.js';
import type { CallAnswer } from '../../../contracts/calls.js';
import { bearer, buyAirtime, call, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';
import { newAdministrator } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Administrators pause a vendor for new purchases. */
const ACTIVE = '/settings/fetch-active-api/';
const PAUSE = '/api/admin-pause-vendor/';
const RESUME = '/api/admin-resume-vendor/';

let product: SharedProduct;
/** Position of the last event before the suite. */
let began: number;
/** Vendors of airtime, which `afterAll` restores. */
let vendorsBefore: readonly number[] | undefined;
let user: SeededUser;
let owner: SignedIn;
let finance: SignedIn;
let support: SignedIn;
let auditor: SignedIn;
let customer: SignedIn;
let affiliate: SignedIn;

const post = (path: string, body: unknown, by: Readonly<Record<string, string>> = owner.headers) =>
  send(product.url + path, 'POST', body, by);
const active = async () => (await post(ACTIVE, {})).body as CallAnswer<'activeVendors'>;
const pauseOf = async (vendor: number) => (await active()).pauses.find((pause) => pause.vendor === vendor);
const pause = (vendor: number, reason = 'Their gateway is down', by = owner) =>
  post(PAUSE, { service: 'airtime', vendor, reason, confirm: true }, by.headers);
const resume = async (vendor: number, by = owner, pauseId?: string) => {
  const id = pauseId ?? (await pauseOf(vendor))?.id ?? 'none';
  return post(RESUME, { service: 'airtime', vendor, reason: 'It works again', pauseId: id }, by.headers);
};
const events = () => eventsIn(product.folder, began);
const pauses = async () => (await events()).filter(({ type }) => /^Vendor(?:Paused|Resumed)$/.test(type));

/** Vendors that a purchase was sent to, in order. */
const sentTo = async (reference: unknown): Promise<unknown[]> => {
  const all = await events();
  const { purchaseId } = all.find(
    ({ type, data }) => type === 'PurchaseAccepted' && data['reference'] === reference,
  )!.data;
  return all
    .filter(({ type, data }) => type === 'AttemptStarted' && data['purchaseId'] === purchaseId)
    .map(({ data }) => data['vendor']);
};
const ended = (reference: unknown) =>
  eventually(
    async () => {
      const { body } = await call(product.url, user, '/api/transaction/', { reference });
      return (body['transaction'] as { transaction_status: string }).transaction_status;
    },
    (status) => ['Successful', 'Failed', 'Refunded'].includes(status),
  );

beforeAll(async () => {
  product = await takeProduct();
  [user] = (await seed(product.folder, 1, 100_000)) as [SeededUser];
  const hired = async (permission: Permission): Promise<SignedIn> => {
    const { email, password } = await newAdministrator(product, 'Ife', permission);
    return signIn(product.url, email, password, 'admin');
  };
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  finance = await hired('finance');
  support = await hired('support');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
  affiliate = await signIn(product.url, 'affiliate@demo.test', 'Demo-pass-1');
  vendorsBefore = (await active()).orders.airtime;
  began = (await eventsIn(product.folder)).at(-1)!.position;
});

afterAll(async () => {
  if (vendorsBefore) {
    for (const { vendor } of (await active()).pauses) await resume(vendor);
    const shown = (await active()).orders.airtime;
    const restored = { service: 'airtime', vendors: vendorsBefore, shown };
    expect((await post('/api/admin-set-vendor-order/', restored)).status).toBe(200);
    expect(await active()).toMatchObject({ pauses: [], account_pauses: [] });
  }
  product?.giveBack();
});

it.each([PAUSE, RESUME])('%s is refused without permission and for invalid states', async (path) => {
  const body = { service: 'airtime', vendor: 1, reason: 'Slow', pauseId: 'none' };
  const told = async (by: Readonly<Record<string, string>>, sent: unknown = body) => {
    const { status, body: answer } = await post(path, sent, by);
    return `${status} ${String(answer['code'])}`;
  };
  expect(await told({})).toBe('401 AUTH_REQUIRED');
  expect(await told({ cookie: `admin_session=${'x'.repeat(43)}` })).toBe('401 SESSION_EXPIRED');
  for (const by of [customer.headers, affiliate.headers, bearer(user), auditor.headers])
    expect(await told(by)).toBe('403 WRONG_ROLE');
  expect(await told({ cookie: owner.cookie })).toBe('403 CSRF_FAILED');
  expect(await told(support.headers)).toBe('403 PERMISSION_MISSING');
  for (const [field, wrong] of [
    ...['sms', '__proto__', null].map((service) => ['service', service]),
    ...[0, -1, 100, 'one', null].map((vendor) => ['vendor', vendor]),
    ...['', '   ', 'x'.repeat(201), 'mail ada@example.com', 'call 08031234567'].map((text) => [
      'reason',
      text,
    ]),
  ] as const)
    expect(await post(path, { ...body, [field as string]: wrong }, owner.headers)).toMatchObject({
      status: 422,
      body: { field },
    });
  expect(await pauses()).toEqual([]);
});

it('refuses to pause a vendor that does not sell the service, or to resume one that is not paused', async () => {
  expect(await pause(4)).toMatchObject({ status: 422, body: { code: 'VENDOR_NOT_SELLING' } });
  expect((await resume(1)).status).toBe(200);
  expect(await pauses()).toEqual([]);
});

it('keeps the vendor out of new purchases and failover, and lets it finish open ones', async () => {
  const before = (await buyAirtime(product.url, user, '08035550300')).body['reference'];
  await eventually(
    () => sentTo(before),
    (vendors) => vendors.length > 0,
  );
  expect(await pause(1)).toMatchObject({
    status: 200,
    body: {
      message:
        'Platinum is paused. Airtime is now asked of Spectranet, then Swiss Network, then Ultranet, then Quick Dragon, then DragNet.',
    },
  });
  await pause(3, 'Charged and did not deliver', finance);
  const next = (await buyAirtime(product.url, user, '08031111234')).body['reference'];
  await Promise.all([before, next].map(ended));
  expect([await sentTo(before), await sentTo(next)]).toEqual([[1], [2]]);
  // Every vendor declines for certain, so all are tried in turn. The worker needs a moment to learn of the
  // pause.
  let number = 0;
  const declinedByAll = async (): Promise<unknown[]> => {
    number += 1;
    const { reference } = (await buyAirtime(product.url, user, `0803${100 + number}0016`)).body;
    await ended(reference);
    return sentTo(reference);
  };
  expect(await eventually(declinedByAll, (vendors) => !vendors.includes(1) && !vendors.includes(3))).toEqual([
    2, 5, 7,
  ]);
  expect(await active()).toMatchObject({
    active_airtime_api: 2,
    active_data_api: 1,
    pauses: [
      { service: 'airtime', vendor: 1, reason: 'Their gateway is down', since: expect.any(String) },
      { service: 'airtime', vendor: 3, reason: 'Charged and did not deliver', by: 'Ife' },
    ],
  });
});

it('warns when a paused vendor is chosen or put first, without resuming it', async () => {
  const chosen = await post('/settings/switch-airtime-api/', { airtimeapiidentifier: 3 });
  expect(chosen.body['message']).toContain('Swiss Network comes first for Airtime, and is paused');
  const shown = (await active()).orders.airtime;
  const order = { service: 'airtime', vendors: [1, 3, 2], shown };
  expect((await post('/api/admin-set-vendor-order/', order)).body['message']).toBe(
    'Airtime is now asked of Spectranet, then Ultranet, then Quick Dragon, then DragNet.',
  );
  expect((await active()).active_airtime_api).toBe(2);
});

it('is shown in operations and in the activity log, with actor, time and reason', async () => {
  const operations = (await post('/api/admin-operations/', {})).body as CallAnswer<'operations'>;
  expect(operations.pauses).toEqual((await active()).pauses);
  expect(operations.vendors.find(({ code }) => code === 1)!.delivers).not.toContain('airtime');
  await eventually(
    async () =>
      (await post('/api/admin-activity/', { page: 1, page_size: 50 })).body['activity'] as unknown[],
    (rows) =>
      rows.some((row) => {
        const { what, reason, subject } = row as Record<string, string>;
        return (
          what === 'Paused a vendor' && reason === 'Charged and did not deliver' && subject === 'Airtime'
        );
      }),
  );
});

it('is stored once for two concurrent administrators, and not ended on the basis of an older pause', async () => {
  const stored = (await pauses()).length;
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => pause(7, `Slow ${index}`, index % 2 === 0 ? owner : finance)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const seen = (await pauseOf(7))!;
  const resumed = await Promise.all([resume(7, owner, seen.id), resume(7, finance, seen.id)]);
  expect(resumed.map(({ status }) => status)).toEqual([200, 200]);
  expect((await pauses()).slice(stored).map(({ type }) => type)).toEqual(['VendorPaused', 'VendorResumed']);
  await pause(7, 'Lost three orders', finance);
  expect(await resume(7, owner, seen.id)).toMatchObject({
    status: 409,
    body: { code: 'STALE_EDIT', message: expect.stringContaining('Lost three orders') },
  });
  expect((await resume(7)).body['message']).toBe('Quick Dragon is asked for Airtime again.');
});

it('pauses the account when the vendor refuses our key, and an administrator resumes it', async () => {
  const keyOf = (key: string) => send(`${product.sandboxUrl}/vendor-keys`, 'POST', { vendor: 2, key });
  await keyOf('renewed');
  const bought = (await buyAirtime(product.url, user, '08036661234')).body['reference'];
  await ended(bought);
  expect(await sentTo(bought)).toEqual([2, 5]);
  const [paused] = (await eventually(active, ({ account_pauses: found }) => found.length > 0)).account_pauses;
  expect(paused).toMatchObject({
    vendor: 2,
    fault: 'access',
    code: '087',
    reason: 'It refuses our account (087)',
  });
  expect((await active()).active_airtime_api).toBe(5);
  expect((await send(`${product.url}/readyz`, 'GET')).body['notes']).toContain(
    'Spectranet: It refuses our account (087)',
  );
  await expect(ledger(product.folder, ['check-vendors', '2'])).rejects.toThrow(
    /ended with 1: [^]*wrong +credentials +it did not tell our balance.*: “087 INVALID CREDENTIALS”/,
  );
  await keyOf('vendor-2');
  const resumed = { vendor: 2, reason: 'The key is back', pauseId: paused!.id };
  const path = '/api/admin-resume-vendor-account/';
  expect((await post(path, resumed, support.headers)).status).toBe(403);
  expect((await post(path, { ...resumed, pauseId: 'other' })).body['code']).toBe('STALE_EDIT');
  expect((await post(path, resumed)).body['message']).toBe('Spectranet is asked again.');
  expect(await active()).toMatchObject({ account_pauses: [], active_airtime_api: 2 });
  const stored = (await events()).filter(({ type }) => type.startsWith('VendorAccount'));
  expect(stored.map(({ type, actor }) => [type, actor.kind])).toEqual([
    ['VendorAccountPaused', 'system'],
    ['VendorAccountResumed', 'admin'],
  ]);
});
