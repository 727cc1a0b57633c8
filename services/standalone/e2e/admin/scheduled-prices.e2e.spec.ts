import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, ledger, seed, startStandalone } from '../../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../../infra/testing/product.js';
import { CALLS, type CallAnswer } from '../../../contracts/calls.js';
import { agreeToPrices } from '../../testing/agree-to-prices.js';
import { bearer, call, eventually, send, signIn } from '../../testing/callers.js';
import type { Answer, SignedIn } from '../../testing/callers.js';
import { eventsIn } from '../../testing/facts-in.js';
import { hireAdministrator } from '../../testing/hire-administrator.js';

/** Has its own product: it is killed. */
const PRICE = CALLS.setDataPrice.path;
const OTHER = CALLS.setOtherPrice.path;
const LIST = CALLS.scheduledPrices.path;
const CANCEL = CALLS.cancelScheduledPrice.path;
const PASSWORD = 'Long-pass-word-1';
const PLAN = { datanetwork: 1, selectedDataPlan: 1301 };
const HOUR = 3_600_000;

type Change = CallAnswer<'scheduledPrices'>['changes'][number];

let folder: string;
let settings: Record<string, string>;
let product: Running;
let user: SeededUser;
let owner: SignedIn;
let finance: SignedIn;
let support: SignedIn;
let auditor: SignedIn;
let customer: SignedIn;

const post = (path: string, body: unknown = {}, by: Pick<SignedIn, 'headers'> = owner) =>
  send(product.url + path, 'POST', body, by.headers);
const told = ({ status, body }: Answer): string =>
  [status, body['code'], body['field']].filter((part) => part !== undefined).join(' ');
const list = async (by = owner): Promise<readonly Change[]> =>
  ((await post(LIST, {}, by)).body as CallAnswer<'scheduledPrices'>).changes;
const price = async (): Promise<number> =>
  Number((await post('/services/get-data-price/', { selectedDataPlan: 1301 })).body['price']);
const quote = async () => (await call(product.url, user, '/api/data_quote/', PLAN)).body['price'];
const buy = (quoted: unknown, key: string) =>
  call(
    product.url,
    user,
    '/api/buydata/',
    { ...PLAN, phone: '08035000001', transaction_pin: user.pin, quoted_price: quoted },
    { 'idempotency-key': key },
  );
const events = async () => (await eventsIn(folder)).filter(({ stream }) => stream === 'catalog');
const isoOf = (at: number): string => new Date(at).toISOString();
const schedule = async (newPrices: number, at: number, more: object = {}, by = finance): Promise<Answer> =>
  post(PRICE, { ...PLAN, newPrices, amount: await price(), at: isoOf(at), confirm: true, ...more }, by);

/** Schedules a price as soon as possible: if its time has passed on arrival, tries a later one. */
async function scheduleSoon(newPrices: number, more: object = {}): Promise<number> {
  for (let ahead = 500; ; ahead *= 2) {
    const at = Date.now() + ahead;
    const answer = await schedule(newPrices, at, more);
    if (answer.status === 200) return at;
    expect(told(answer)).toBe('422 VALIDATION_FAILED at');
  }
}

async function untilPast(at: number): Promise<void> {
  while (Date.now() <= at) await sleep(at - Date.now() + 1);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'scheduled-prices-'));
  settings = {
    DATA_DIR: folder,
    SANDBOX_LATENCY_MS: '5',
    LOG_LEVEL: 'error',
    PORT: String(await freePort()),
  };
  product = await startStandalone(settings);
  [user] = (await seed(folder, 1, 100_000)) as [SeededUser];
  for (const permission of ['finance', 'support'])
    await hireAdministrator(folder, {
      email: `${permission}@ledger.test`,
      firstName: 'Ife',
      lastName: 'Admin',
      permission,
      password: PASSWORD,
    });
  owner = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  finance = await signIn(product.url, 'finance@ledger.test', PASSWORD, 'admin');
  support = await signIn(product.url, 'support@ledger.test', PASSWORD, 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
  customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
});

afterAll(async () => {
  await product?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

it('is scheduled and cancelled by finance, and listed for administrators only', async () => {
  const ask = async (path: string, by: Pick<SignedIn, 'headers'>) =>
    told(
      await post(
        path,
        { ...PLAN, newPrices: 600, amount: 500, at: isoOf(Date.now() - 1), changeId: 'none' },
        by,
      ),
    );
  for (const path of [LIST, CANCEL, PRICE]) {
    expect(await ask(path, { headers: {} })).toBe('401 AUTH_REQUIRED');
    expect(await ask(path, customer)).toBe('403 WRONG_ROLE');
    expect(await ask(path, { headers: bearer(user) })).toBe('403 WRONG_ROLE');
  }
  for (const by of [owner, finance, support, auditor]) expect(await ask(LIST, by)).toBe('200');
  for (const path of [CANCEL, PRICE]) {
    expect(await ask(path, auditor)).toBe('403 WRONG_ROLE');
    expect(await ask(path, support)).toBe('403 PERMISSION_MISSING');
  }
  expect(await ask(CANCEL, finance)).toBe('409 PRICE_CHANGE_OVER');
  expect(await ask(PRICE, finance)).toBe('422 VALIDATION_FAILED at');
  expect(told(await schedule(600, Date.now() + 370 * 24 * HOUR))).toBe('422 VALIDATION_FAILED at');
  for (const at of ['tomorrow', '2026-12-01', '2026-12-01T08:00:00', '2027-02-30T08:00:00Z', 7, null])
    expect(told(await post(PRICE, { ...PLAN, newPrices: 600, amount: 500, at }, finance))).toBe(
      '422 VALIDATION_FAILED at',
    );
  expect(told(await schedule(400, Date.now() + HOUR))).toBe('409 NEGATIVE_MARGIN');
  expect(await events()).toEqual([]);
});

it('is listed until cancelled, and a second one for the same time is refused', async () => {
  const at = Date.now() + HOUR;
  const answers = await Promise.all([
    schedule(600, at, {}, finance),
    schedule(700, at, {}, owner),
    schedule(600, at, {}, finance),
  ]);
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners.length).toBe(answers[1].status === 200 ? 1 : 2);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expect(told(answer)).toBe('422 VALIDATION_FAILED at');
  const now = answers[1].status === 200 ? 700 : 600;
  const [change, ...others] = await list(auditor);
  expect(others).toEqual([]);
  expect(change).toEqual({
    id: expect.any(String),
    service: 'data',
    code: 1301,
    plan: 'Mtn Gifting 1GB - 1 day',
    price: { was: 500, now },
    details: [],
    at: expect.stringMatching(/\+01:00$/),
    scheduled_at: expect.stringMatching(/\+01:00$/),
    by: now === 600 ? 'Ife' : expect.any(String),
    changed_since: false,
    reason: '',
    refused: false,
  });
  expect(Date.parse(change!.at)).toBe(at);
  const cancel = () => post(CANCEL, { changeId: change!.id });
  expect((await Promise.all([cancel(), cancel(), cancel()])).map(told)).toEqual(['200', '200', '200']);
  expect(await list()).toEqual([]);
  expect((await events()).map(({ type }) => type)).toEqual(['PriceChangeScheduled', 'PriceChangeCancelled']);
});

it('is quoted from its time on, and a purchase at the old price is rejected', async () => {
  const stored = (await events()).length;
  const quoted = await quote();
  expect(quoted).toBe(495);
  const at = await scheduleSoon(600);
  await eventually(quote, (now) => now === 594);
  expect(Date.now()).toBeGreaterThanOrEqual(at);
  expect(told(await buy(quoted, 'old'))).toContain('409 PRICE_CHANGED');
  expect((await buy(594, 'new')).status).toBe(200);
  expect(await list()).toEqual([]);
  const [scheduled, set, ...more] = (await events()).slice(stored);
  expect(more).toEqual([]);
  expect([scheduled!.type, set!.type]).toEqual(['PriceChangeScheduled', 'DataPlanSet']);
  expect(Date.parse(set!.at)).toBeGreaterThanOrEqual(at);
  expect(set!.actor.id).toBe(scheduled!.actor.id);

  const acts = async () =>
    (await post('/api/admin-activity/', { area: 'catalogue' })).body['activity'] as Record<string, unknown>[];
  const rows = await eventually(acts, (all) => all.some(({ what }) => String(what).endsWith('as scheduled')));
  const moved = { field: 'Price', before: '₦500.00', after: '₦600.00' };
  expect(rows.slice(0, 2)).toMatchObject([
    { what: 'Changed a data plan, as scheduled', administrator: 'Ife Admin', changes: [moved] },
    { what: 'Scheduled a change of prices', changes: [moved, { field: 'Takes effect' }] },
  ]);
  expect(rows.map(({ what }) => what)).toContain('Cancelled a scheduled change of prices');
});

it('takes effect once when the server is down at its time', async () => {
  const stored = (await events()).length;
  const at = await scheduleSoon(700);
  await product.stop('SIGKILL');
  await untilPast(at);
  product = await startStandalone(settings);
  expect(await quote()).toBe(693);
  expect((await events()).slice(stored).map(({ type }) => type)).toEqual([
    'PriceChangeScheduled',
    'DataPlanSet',
  ]);
  const report = JSON.parse(await ledger(folder, ['verify', '--read-models', '--json'])) as { ok: boolean };
  expect(report.ok).toBe(true);
});

/** Changes price and cost immediately. */
async function setNow(newPrices: number, cost: number): Promise<Answer> {
  const { body } = await post('/services/get-data-price/', { selectedDataPlan: 1301 });
  const shown = { amount: body['price'], cost_amount: body['cost'] };
  return post(PRICE, { ...PLAN, newPrices, cost, ...shown, confirm: true }, owner);
}

/**
 * Schedules a price that is below cost by its time. Retries when a slow machine reaches the time before the
 * cost changes.
 */
async function scheduleOvertaken(): Promise<Change> {
  for (let ahead = 2_000; ; ahead *= 2) {
    const scheduled = await schedule(720, Date.now() + ahead);
    const raised = scheduled.status === 200 && (await setNow(900, 800)).status === 200;
    const [first] = await eventually(list, (changes) => changes.every(({ refused }) => refused));
    if (raised && first) return first;
    const { status, body } = await setNow(700, 485);
    expect(status).toBe(200);
    if (String(body['message']).includes('another administrator has to approve'))
      await agreeToPrices({ url: product.url, folder }, 'Its cost falls');
  }
}

it('is refused when below the new cost, with an alert until it is cancelled', async () => {
  const refused = await scheduleOvertaken();
  expect(refused).toMatchObject({
    refused: true,
    by: 'Ife',
    reason: '₦720.00 is below what the vendor charges by now, ₦800.00.',
  });
  expect(await price()).toBe(900);
  const text = `The price of ${refused.plan} did not change as scheduled. ${refused.reason}`;
  const alerts = async () =>
    ((await post(CALLS.operations.path)).body as CallAnswer<'operations'>).alerts.map((alert) => alert.text);
  await eventually(alerts, (all) => all.includes(text));
  expect(told(await post(CANCEL, { changeId: refused.id }))).toBe('200');
  expect(await list()).toEqual([]);
  await eventually(alerts, (all) => !all.includes(text));
  expect((await events()).slice(-2).map(({ type }) => type)).toEqual([
    'PriceChangeRefused',
    'PriceChangeCancelled',
  ]);
});

it('is scheduled by file for every plan that differs, and a repetition changes nothing', async () => {
  const csv = ((await post('/api/admin-price-file/')).body as CallAnswer<'priceFile'>).csv.replace(
    /^(exams,[12],[^,]*),[^,]*/gm,
    '$1,5000',
  );
  const { version, rows } = (await post('/api/admin-preview-prices/', { csv }))
    .body as CallAnswer<'previewPrices'>;
  expect(rows).toHaveLength(2);
  const at = isoOf(Date.now() + HOUR);
  const apply = (more: object = {}) =>
    post('/api/admin-apply-prices/', { csv, version, at, confirm: true, ...more }, finance);
  expect(told(await apply({ at: isoOf(Date.now() - HOUR) }))).toBe('422 VALIDATION_FAILED at');
  expect((await apply()).body).toMatchObject({
    changed: 2,
    message: expect.stringContaining('2 plans change'),
  });
  expect((await apply()).body).toMatchObject({ changed: 0 });
  const changes = await list();
  expect(changes.map(({ plan, price: moved }) => [plan, moved?.now])).toEqual([
    ['WAEC pin', 5_000],
    ['NECO pin', 5_000],
  ]);
  // Current prices are unchanged, so the same file gives the same preview.
  expect(
    ((await post('/api/admin-preview-prices/', { csv })).body as CallAnswer<'previewPrices'>).version,
  ).toBe(version);
});

it('is scheduled once for a single bouquet or exam pin, by finance only', async () => {
  const exam = { category: 'exams', plan_code: 3 };
  const other = (asked: object, by: Pick<SignedIn, 'headers'> = finance) => post(OTHER, asked, by);
  const shown = async (by: Pick<SignedIn, 'headers'> = owner) =>
    ((await post(CALLS.otherPrices.path, {}, by)).body as CallAnswer<'otherPrices'>).plans.find(
      ({ service, code }) => service === 'exams' && code === 3,
    );
  const before = (await shown(auditor))!;
  expect(before).toMatchObject({ plan: 'NABTEB pin', price: 1_200, cost: 1_000, below_cost: false });
  expect(told(await post(CALLS.otherPrices.path, {}, customer))).toBe('403 WRONG_ROLE');
  expect(told(await post(CALLS.otherPrices.path, {}, { headers: {} }))).toBe('401 AUTH_REQUIRED');

  const at = isoOf(Date.now() + HOUR);
  const asked = { ...exam, newPrices: 1_300, amount: 1_200, at };
  expect(told(await other(asked, { headers: {} }))).toBe('401 AUTH_REQUIRED');
  expect(told(await other(asked, customer))).toBe('403 WRONG_ROLE');
  expect(told(await other(asked, auditor))).toBe('403 WRONG_ROLE');
  expect(told(await other(asked, support))).toBe('403 PERMISSION_MISSING');
  expect(told(await other({ ...asked, category: 'data' }))).toBe('422 VALIDATION_FAILED category');
  expect(told(await other({ ...asked, plan_code: 99 }))).toContain('PLAN_NOT_FOUND');
  expect(told(await other({ ...asked, amount: 1_100 }))).toBe('409 STALE_EDIT');
  expect(told(await other({ ...asked, newPrices: 900 }))).toBe('409 NEGATIVE_MARGIN');
  expect(told(await other({ ...asked, newPrices: 1_441 }))).toBe('409 CONFIRM_PRICE');
  const stored = (await events()).length;
  expect((await Promise.all([other(asked), other(asked), other(asked)])).map(told)).toEqual([
    '200',
    '200',
    '200',
  ]);
  expect((await events()).slice(stored).map(({ type }) => type)).toEqual(['PriceChangeScheduled']);
  const change = (await list()).find(({ service, code }) => service === 'exams' && code === 3);
  expect(change).toMatchObject({ price: { was: 1_200, now: 1_300 } });
  expect(told(await post(CANCEL, { changeId: change!.id }))).toBe('200');

  const now = { ...exam, newPrices: 1_250, amount: 1_200 };
  expect((await other(now)).body).toMatchObject({ was: 1_200, now: 1_250 });
  expect(await shown()).toMatchObject({ price: 1_250, affiliate_price: 1_250 });
  expect(told(await other({ ...now, newPrices: 1_260 }))).toBe('409 STALE_EDIT');
});
