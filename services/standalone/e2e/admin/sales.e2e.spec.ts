import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed, startStandalone } from '../../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../../infra/testing/product.js';
import type { CallAnswer } from '../../../contracts/calls.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import { buyAirtime, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { untilDayLasts } from '../../testing/until-day-lasts.js';

/** What administrators are told of sales, from the purchases of customers to the figures. */
let folder: string;
let product: Running;
let admin: SignedIn;
let auditor: SignedIn;
let user: SeededUser;

const BALANCE = 50_000;
const WINDOWS = [
  '/api/todays-total-sales/',
  '/api/weekly-transaction-information/',
  '/api/monthly-transaction-information/',
  '/api/yearly-transaction-information/',
] as const;

beforeAll(untilDayLasts);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sales-'));
  const dataDir = join(folder, 'data');
  product = await startStandalone({ DATA_DIR: dataDir, SANDBOX_LATENCY_MS: '5', LOG_LEVEL: 'error' });
  [user] = (await seed(dataDir, 1, BALANCE)) as [SeededUser];
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
});

afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const post = async (path: string, { headers } = admin) =>
  (await send(product.url + path, 'POST', {}, headers)).body;
const report = async () => (await post('/api/admin-sales-report/')) as CallAnswer<'salesReport'>;
const today = async () => (await report()).windows.find(({ window }) => window === 'today')!.figures;

describe('sales', () => {
  it(
    'of [admin-call:/api/todays-total-sales/], [admin-call:/api/weekly-transaction-information/], ' +
      '[admin-call:/api/monthly-transaction-information/] and [admin-call:/api/yearly-transaction-information/] are what customers bought: ' +
      '[admin-const:sales-windows] [admin-field:period.status] [admin-field:period.total_amount] [admin-field:period.total_transactions]',
    async () => {
      const before = await today();
      for (const phone of ['08031110001', '08031110002', '08031110003'])
        expect((await buyAirtime(product.url, user, phone, { amount: 200 })).status).toBe(200);
      expect((await buyAirtime(product.url, user, '08031110016', { amount: 300 })).status).toBe(200);
      const { windows } = await eventually(
        report,
        ({ windows: [now] }) =>
          now!.figures.transactions >= before.transactions + 3 && now!.figures.failed > before.failed,
      );
      const [{ figures }] = windows as [CallAnswer<'salesReport'>['windows'][number]];
      expect(figures.transactions).toBe(before.transactions + 3);
      expect(figures.amount - before.amount).toBeCloseTo(3 * 198, 2);
      expect(figures.margin).toBeGreaterThan(before.margin);
      expect(figures.median_seconds).toBeGreaterThan(0);
      expect(figures.success_rate).toBeLessThan(1);
      for (const [index, path] of WINDOWS.entries())
        expect(await post(path)).toEqual({
          status: true,
          total_amount: windows[index]!.figures.amount,
          total_transactions: windows[index]!.figures.transactions,
        });
      expect(windows.map(({ days }) => days.length)).toEqual([1, 7, 30, 365]);
      const [airtime] = windows[0]!.services.filter(({ service }) => service === 'airtime');
      expect(airtime).toMatchObject({ name: 'Airtime', failed: 1 });
      expect(windows[0]!.vendors.map(({ name }) => name)).toContain('Platinum');
    },
  );

  it(
    '[admin-call:/api/grab-admin-info/] tells [admin-field:stats.totalTransaction], [admin-field:stats.top_user] and ' +
      '[admin-field:stats.system_wallet]',
    async () => {
      const info = await post('/api/grab-admin-info/');
      const { transactions } = await today();
      expect(info).toMatchObject({ status: true, totalTransaction: transactions });
      expect(info['top_user']).toBeGreaterThanOrEqual(BALANCE - 3 * 198);
      expect(info['system_wallet']).toBeGreaterThanOrEqual(info['top_user'] as number);
    },
  );

  it('[admin-call:/services/get_account_balance/] asks the vendors: [admin-field:stats.SitePurse]', async () => {
    const purse = await eventually(
      async () => (await post('/services/get_account_balance/')) as CallAnswer<'sitePurse'>,
      ({ complete }) => complete,
    );
    expect(purse.status).toBe(true);
    expect(purse.vendors.map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13]);
    const told = purse.vendors.reduce((sum, { balance }) => sum + balance!, 0);
    expect(purse.SitePurse).toBeCloseTo(told, 2);
    const booked = purse.vendors.reduce((sum, { ledger_balance }) => sum + ledger_balance, 0);
    expect(purse.ledger_purse).toBeCloseTo(booked, 2);
    expect(purse.vendors[0]!.ledger_balance).toBeLessThan(0);
    // Asked once a minute: it stands.
    expect(((await post('/services/get_account_balance/')) as typeof purse).asked_at).toBe(purse.asked_at);
  });

  it('who is signed in is told with the wallet of the house, and never with that of a customer', async () => {
    expect(await post('/api/admin-summary/')).toEqual({
      status: true,
      firstName: 'Chidi',
      lastName: expect.any(String),
      email: 'admin@demo.test',
      wallet: 0,
      lastTop: 0,
      totalTransaction: 0,
      userStatus: 'Regular',
    });
    expect(HOUSE_USER_ID).not.toBe(user.userId);
  });

  it('may be looked at by auditors, and by nobody else', async () => {
    const paths = [
      ...WINDOWS,
      '/api/grab-admin-info/',
      '/services/get_account_balance/',
      '/api/admin-sales-report/',
      '/api/admin-summary/',
    ];
    const customer = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
    for (const path of paths) {
      expect(await post(path, auditor)).toMatchObject({ status: true });
      const asked = async (headers: Readonly<Record<string, string>>) =>
        (await send(product.url + path, 'POST', {}, headers)).status;
      expect(await asked(customer.headers)).not.toBe(200);
      expect(await asked({ authorization: `Bearer ${user.apiToken}` })).toBe(403);
      expect(await asked({})).toBe(401);
    }
  });
});
