import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { seed, type SeededUser } from '../../../../infra/testing/product.js';
import type { CallAnswer } from '../../../contracts/calls.js';
import { bearer, call, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';
import { hireAdministrator } from '../../testing/hire-administrator.js';
import { newCustomer, ownEmail } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';

/** Bulk price changes by file. */
const FILE = '/api/admin-price-file/';
const PREVIEW = '/api/admin-preview-prices/';
const APPLY = '/api/admin-apply-prices/';
const COMPARE = '/api/admin-compare-vendor-list/';
const PASSWORD = 'Long-pass-word-1';

type File = CallAnswer<'priceFile'>;
type Preview = CallAnswer<'previewPrices'>;
type Row = Record<string, unknown>;

let product: SharedProduct;
let user: SeededUser;
let owner: SignedIn;
let finance: SignedIn;
let support: SignedIn;
let auditor: SignedIn;
let customer: SignedIn;
const hired = { finance: ownEmail('finance'), support: ownEmail('support') };
/** Price file before the suite changes any. */
let soldBefore = '';
/** Position of the last event before the suite. */
let began: number;

const post = (path: string, body: unknown = {}, by: Pick<SignedIn, 'headers'> = owner) =>
  send(product.url + path, 'POST', body, by.headers);
const download = async (): Promise<string> => ((await post(FILE)).body as File).csv;
const preview = async (csv: string, by = owner) => (await post(PREVIEW, { csv }, by)).body as Preview;
const apply = async (csv: string, version: number, by = owner, more: Row = {}) => {
  const { status, body } = await post(APPLY, { csv, version, confirm: true, ...more }, by);
  return { status, body };
};
/** Catalogue events since the suite began. */
const events = async () =>
  (await eventsIn(product.folder, began)).filter(({ stream }) => stream === 'catalog');
const activity = async (): Promise<Row[]> => {
  const asked = { area: 'catalogue', search: hired.finance };
  const { body } = await post('/api/admin-activity/', asked);
  return (body['activity'] as Row[]).filter(({ what }) => /^Changed (?:a|exam)/.test(String(what)));
};
/** Price file with another price for one plan. */
const priced = (csv: string, service: string, code: number, price: string): string =>
  csv.replace(
    new RegExp(`^(${service},${code},[^,]*),[^,]*`, 'm'),
    (_line, before: string) => `${before},${price}`,
  );

beforeAll(async () => {
  product = await takeProduct();
  [user] = (await seed(product.folder, 1, 100_000)) as [SeededUser];
  for (const permission of ['finance', 'support'] as const)
    await hireAdministrator(product.folder, {
      email: hired[permission],
      firstName: 'Ife',
      lastName: 'Admin',
      permission,
      password: PASSWORD,
    });
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  finance = await signIn(product.url, hired.finance, PASSWORD, 'admin');
  support = await signIn(product.url, hired.support, PASSWORD, 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  const person = await newCustomer(product, { naira: 0 });
  customer = await signIn(product.url, person.email, person.password);
  soldBefore = await download();
  began = (await eventsIn(product.folder)).at(-1)!.position;
});

afterAll(async () => {
  if (soldBefore !== '') {
    const { version } = await preview(soldBefore);
    expect(await apply(soldBefore, version, owner, { allow_below_cost: true })).toMatchObject({
      status: 200,
    });
  }
  product?.giveBack();
});

it('is changed by finance only; auditors and other administrators may read the file', async () => {
  const csv = await download();
  const told = async (path: string, by: Pick<SignedIn, 'headers'>) => {
    const { status, body } = await post(path, { csv, version: 0 }, by);
    return `${status} ${String(body['code'] ?? '')}`.trim();
  };
  for (const path of [FILE, PREVIEW, APPLY]) {
    expect(await told(path, { headers: {} })).toBe('401 AUTH_REQUIRED');
    expect(await told(path, customer)).toBe('403 WRONG_ROLE');
    expect(await told(path, { headers: bearer(user) })).toBe('403 WRONG_ROLE');
  }
  for (const by of [owner, finance, support, auditor]) expect(await told(FILE, by)).toBe('200');
  for (const path of [PREVIEW, APPLY]) {
    expect(await told(path, auditor)).toBe('403 WRONG_ROLE');
    expect(await told(path, support)).toBe('403 PERMISSION_MISSING');
    expect(await told(path, { headers: { cookie: owner.cookie } })).toBe('403 CSRF_FAILED');
    expect(await told(path, finance)).toBe('200');
  }
  expect(await events()).toEqual([]);
});

it('takes a preview of what the list of a vendor has and the catalogue lacks', async () => {
  const compare = (vendor: number, by: Pick<SignedIn, 'headers'>) => post(COMPARE, { vendor }, by);
  expect((await compare(4, support)).body).toMatchObject({ code: 'PERMISSION_MISSING' });
  expect((await compare(11, finance)).body).toMatchObject({ code: 'VENDOR_NOT_SELLING' });
  const { head, differences } = (await compare(4, finance)).body as CallAnswer<'compareVendorList'>;
  const fresh = differences.filter(({ kind }) => kind === 'new');
  expect(fresh.map(({ key }) => key)).toContain('215');
  const csv = [head, ...fresh.map(({ line }) => line)].join('\r\n');
  expect(await preview(csv, finance)).toMatchObject({
    faults: [],
    rows: fresh.map(() => ({ is_new: true })),
  });
});

it('previews the differences, applies them once, and rejects a purchase at the old price', async () => {
  const csv = priced(priced(await download(), 'data', 1301, '600'), 'exams', 1, '"4,100.00"');
  const seen = await preview(csv);
  expect(seen.rows).toEqual([
    {
      line: expect.any(Number),
      service: 'data',
      code: 1301,
      plan: 'Mtn Gifting 1GB - 1 day',
      is_new: false,
      details: [],
      jumps: false,
      tier_margins: { regular: { was: 10, now: 109 }, affiliate: { was: 10, now: 109 } },
      price: { was: 500, now: 600 },
      affiliate_price: { was: 500, now: 600 },
      cost: { was: 485, now: 485 },
      margin: { was: 15, now: 115 },
      below_cost: false,
    },
    expect.objectContaining({ service: 'exams', code: 1, price: { was: 4_000, now: 4_100 } }),
  ]);
  expect(csv.split('\r\n')[seen.rows[0]!.line - 1]).toMatch(/^data,1301,/);
  expect(await events()).toEqual([]);

  const plan = { datanetwork: 1, selectedDataPlan: 1301 };
  const buy = (quoted: unknown, key: string) =>
    call(
      product.url,
      user,
      '/api/buydata/',
      { ...plan, phone: '08035000001', transaction_pin: user.pin, quoted_price: quoted },
      { 'idempotency-key': key },
    );
  const quote = async () => (await call(product.url, user, '/api/data_quote/', plan)).body['price'];
  const quoted = await quote();
  expect(quoted).toBe(495);
  expect(await apply(csv, seen.version, finance)).toMatchObject({
    status: 200,
    body: { message: '2 plans are changed.', changed: 2 },
  });
  expect(await buy(quoted, 'old')).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } });
  expect(await quote()).toBe(594);
  expect((await buy(594, 'new')).status).toBe(200);

  // Repeats the upload, as after a lost answer.
  const again = await apply(csv, seen.version, finance);
  expect(again).toMatchObject({ status: 200, body: { changed: 0 } });
  expect((await events()).map(({ type }) => type)).toEqual(['DataPlanSet', 'ExamSet']);
  expect((await preview(csv)).rows).toEqual([]);
  const told = await activity();
  expect(told).toHaveLength(2);
  expect(told.find(({ type }) => type === 'DataPlanSet')).toMatchObject({
    administrator: 'Ife Admin',
    changes: [{ field: 'Price', before: '₦500.00', after: '₦600.00' }],
  });
});

it('reports every fault with line and column, and changes nothing', async () => {
  const stored = (await events()).length;
  const csv = priced(priced(await download(), 'data', 1301, '650'), 'cable', 101, 'free');
  const seen = await preview(csv);
  const line = csv.split('\r\n').findIndex((text) => text.startsWith('cable,101,')) + 1;
  expect(seen).toMatchObject({ rows: [], unchanged: 0, faults_total: 1 });
  expect(seen.faults).toEqual([
    { line, column: 'Price (NGN)', message: expect.stringContaining('Write naira') },
  ]);
  const refused = await apply(csv, seen.version);
  expect(refused).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED', field: 'csv' } });
  expect(refused.body['message']).toContain(`Line ${line}, Price (NGN): Write naira`);
  for (const wrong of ['', 'x'.repeat(48_001), 'a\u0000b', null, 7, ['x']])
    for (const path of [PREVIEW, APPLY])
      expect((await post(path, { csv: wrong, version: seen.version })).status).toBe(422);
  expect(await events()).toHaveLength(stored);
});

it('sells below cost only where the file allows it and a second administrator agrees', async () => {
  const csv = priced(await download(), 'exams', 2, '900');
  const seen = await preview(csv);
  expect(seen.rows).toMatchObject([{ below_cost: true, margin: { was: 200, now: -200 } }]);
  const refused = await apply(csv, seen.version);
  expect(refused).toMatchObject({ status: 409, body: { code: 'NEGATIVE_MARGIN' } });
  expect(refused.body['message']).toContain('₦900.00 of NECO pin');
  const allowed = await apply(csv, seen.version, owner, { allow_below_cost: true });
  expect(allowed.body).toMatchObject({
    changed: 0,
    message: expect.stringContaining('another administrator has to approve'),
  });
  const request = await eventually(
    async () =>
      ((await post('/api/admin-approvals/', { standing: 'waiting' })).body['approvals'] as Row[]).find(
        ({ work, reason }) => work === 'price' && String(reason).includes('NECO pin'),
      ),
    (row) => row !== undefined,
  );
  expect(request).toMatchObject({
    work: 'price',
    reason: 'NECO pin for ₦900.00. It costs or lately did cost ₦1,100.00.',
  });
  expect((await post('/api/admin-approvals/grant/', { id: request!['id'] })).status).toBe(403);
  expect((await post('/api/admin-approvals/grant/', { id: request!['id'] }, finance)).status).toBe(200);
  await eventually(download, (file) => file.includes('NECO pin,900.00'));
});

it('applies one of two concurrent files, and tells the other administrator', async () => {
  const csv = await download();
  for (let round = 0; round < 5; round += 1) {
    const { version } = await preview(csv);
    const files = [700 + round, 800 + round].map((price) =>
      priced(priced(csv, 'data', 1301, String(price)), 'data', 1102, String(price)),
    ) as [string, string];
    const stored = (await events()).length;
    const [one, other] = await Promise.all([
      apply(files[0], version, owner),
      apply(files[1], version, finance),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    expect([one, other].find(({ status }) => status === 409)!.body).toMatchObject({ code: 'STALE_EDIT' });
    expect(await events()).toHaveLength(stored + 2);
    const now = await download();
    const price = one.status === 200 ? 700 + round : 800 + round;
    expect(now).toContain(`data,1301,Mtn Gifting 1GB - 1 day,${price}.00`);
  }
});

it('is refused when a single price has changed since the preview', async () => {
  const csv = priced(await download(), 'exams', 3, '1300');
  const { version } = await preview(csv);
  const fee = { datanetwork: 1, selectedDataPlan: 1301, newPrices: 555, amount: undefined as unknown };
  fee.amount = (await post('/services/get-data-price/', { selectedDataPlan: 1301 })).body['price'];
  expect((await post('/api/admin-set-data-prices/', { ...fee, confirm: true }, finance)).status).toBe(200);
  const refused = await apply(csv, version);
  expect(refused).toMatchObject({ status: 409, body: { code: 'STALE_EDIT' } });
  // A new preview shows the colleague's price as the old one.
  const again = await preview(csv);
  expect(again.rows.map(({ code, price }) => [code, price.was])).toContainEqual([1301, 555]);
});
