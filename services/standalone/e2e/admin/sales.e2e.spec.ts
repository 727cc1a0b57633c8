import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { seed, type SeededUser } from '../../../../infra/testing/product.js';
import { CALLS, type CallAnswer } from '../../../contracts/calls.js';
import { HOUSE_USER_ID } from '../../../ledger/streams.js';
import { buyAirtime, eventually, send, signIn } from '../../testing/callers.js';
import type { SignedIn } from '../../testing/callers.js';
import { newAdministrator, newCustomer } from '../../testing/people.js';
import { type SharedProduct, takeProduct } from '../../testing/shared-product.js';
import { untilDayLasts } from '../../testing/until-day-lasts.js';

/** Sales figures, from the purchases of customers. */
let product: SharedProduct;
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
  product = await takeProduct();
  [user] = (await seed(product.folder, 1, BALANCE)) as [SeededUser];
  admin = await signIn(product.url, 'admin@demo.test', 'Admin-pass-1', 'admin');
  auditor = await signIn(product.url, 'auditor@demo.test', 'Audit-pass-1', 'admin');
});

afterAll(() => product?.giveBack());

const post = async (path: string, { headers } = admin, body: object = {}) =>
  (await send(product.url + path, 'POST', body, headers)).body;
const report = async () => (await post('/api/admin-sales-report/')) as CallAnswer<'salesReport'>;
const today = async () => (await report()).windows.find(({ window }) => window === 'today')!.figures;

describe('sales', () => {
  it(
    'of [admin-call:/api/todays-total-sales/], [admin-call:/api/weekly-transaction-information/], ' +
      '[admin-call:/api/monthly-transaction-information/] and [admin-call:/api/yearly-transaction-information/] are what customers bought: ' +
      '[admin-const:sales-windows] [admin-field:period.status] [admin-field:period.total_amount] [admin-field:period.total_transactions]',
    async () => {
      const earlier = (await report()).windows[0]!;
      const before = earlier.figures;
      const failedBefore = earlier.services.find(({ service }) => service === 'airtime')?.failed ?? 0;
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
      expect(airtime).toMatchObject({ name: 'Airtime', failed: failedBefore + 1 });
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
    // Prepayments to vendors are booked by other suites.
    const { vendors } = (await post(CALLS.moneyDesk.path)) as CallAnswer<'moneyDesk'>;
    const [platinum] = vendors.filter(({ code }) => code === 1);
    expect(purse.vendors[0]!.ledger_balance).toBeCloseTo(platinum!.balance, 2);
    // Vendors are asked for balances at most once a minute, so the answer is unchanged.
    expect(((await post('/services/get_account_balance/')) as typeof purse).asked_at).toBe(purse.asked_at);
  });

  it('shows administrators the wallet of the house, never that of a customer', async () => {
    const { email, password } = await newAdministrator(product, 'Ife', 'finance');
    const finance = await signIn(product.url, email, password, 'admin');
    const summary = () => post('/api/admin-summary/', finance);
    const before = await summary();
    const funding = { form_id: randomUUID(), amount: 7, reason: 'Stock' };
    const funded = await post(CALLS.fundHouseWallet.path, finance, funding);
    const after = await eventually(summary, ({ lastTop }) => lastTop === 7);
    expect(after).toEqual({
      status: true,
      firstName: 'Ife',
      lastName: 'Staff',
      email,
      wallet: funded['balance'],
      lastTop: 7,
      totalTransaction: before['totalTransaction'],
      userStatus: 'Regular',
    });
    expect(after['wallet']).toBeCloseTo(Number(before['wallet']) + 7, 2);
    expect(HOUSE_USER_ID).not.toBe(user.userId);
  });

  it('are readable by auditors and refused to others', async () => {
    const paths = [
      ...WINDOWS,
      '/api/grab-admin-info/',
      '/services/get_account_balance/',
      '/api/admin-sales-report/',
      '/api/admin-summary/',
    ];
    const { email, password } = await newCustomer(product, { naira: 0 });
    const customer = await signIn(product.url, email, password);
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
