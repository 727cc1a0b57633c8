import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime } from '../../../services/standalone/testing/callers.js';
import { untilDayLasts } from '../../../services/standalone/testing/until-day-lasts.js';
import { failUntilPressed } from '../testing/fail-until-pressed.js';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, faultsOf, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { type ShownProduct, showProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;

/** Needs its own `showProduct`: sums count all purchases. */
looking(`sales ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;
  let user: SeededUser;

  beforeAll(untilDayLasts);
  beforeAll(async () => {
    shown = await showProduct(
      { SANDBOX_LATENCY_MS: '10', LOG_LEVEL: 'error' },
      { viewport: SIZES.desktop, reducedMotion: 'reduce', acceptDownloads: true },
    );
    ({ page } = shown);
    [user] = (await seed(shown.dataDir, 1, 50_000)) as [SeededUser];
    await logInAsAdministrator(page, shown.product.url);
  });

  afterAll(() => shown?.stop());

  const url = (path: string): string => shown.product.url + path;
  const card = (name: string) =>
    page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  const section = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  const buy = async (phone: string, amount = 200): Promise<void> =>
    expect((await buyAirtime(shown.product.url, user, phone, { amount })).status).toBe(200);

  it('show an empty state at first, and draw each purchase without a reload', async () => {
    await page.getByRole('link', { name: 'Sales' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sales' }).waitFor();
    await page.getByText('Nothing was sold').waitFor();
    for (const name of ['Transactions', 'System Wallet', 'Richest Wallet', 'Complete'])
      await card(name).waitFor();
    for (const title of ["Today's sales", 'Last 7 days', 'Last 30 days', 'Last 365 days'])
      await section(title).getByText('0 transactions').waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    await buy('08031110001');
    await buy('08031110002');
    await buy('08031110016', 300);
    for (const title of ["Today's sales", 'Last 7 days', 'Last 30 days', 'Last 365 days']) {
      await section(title).getByText('2 transactions').waitFor();
      await section(title).getByText('₦396.00').waitFor();
    }
    await card('Transactions').getByText('2', { exact: true }).waitFor();
    await card('Complete').getByText('+2').waitFor();
    await card('Complete').getByText('66.6%').waitFor();
    expect(await page.getByText('+248').count()).toBe(0);
    await page.getByRole('img', { name: 'Sales by service. The most: Airtime, ₦396.00.' }).waitFor();
    await page.getByRole('img', { name: 'Sales by vendor. The most: Platinum, ₦396.00.' }).waitFor();
    const drawnAs = page.getByRole('group', { name: 'By vendor, drawn' });
    for (const [measure, drawing] of [
      ['Margin', /^Margin by vendor\. The most: Platinum, ₦[\d.]+\.$/],
      ['Success rate', 'Success rate by vendor. The most: Platinum, 100.0%.'],
      ['Median time', /^Median time by vendor\. The most: .+, (?:[\d.]+ (?:s|min)|over 30 min)\.$/],
    ] as const) {
      await drawnAs.getByRole('button', { name: measure }).click();
      await page.getByRole('img', { name: drawing }).waitFor();
    }
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('switch to another window, keep it in the address, and export each chart as CSV', async () => {
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.waitForURL('**/stat?window=week');
    await page.getByRole('img', { name: /^Sales of each day\. The most on .*: ₦396\.00\.$/ }).waitFor();
    const days = page.getByRole('region', { name: 'By day, table' });
    expect(await days.getByRole('row').count()).toBe(8);
    await page.reload();
    await page.getByRole('button', { name: 'Last 7 days', pressed: true }).waitFor();

    const saved = async (chart: string) => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: `CSV of ${chart}` }).click();
      return saving;
    };
    expect((await saved('By vendor')).suggestedFilename()).toMatch(/^sales-by-vendor-.*\.csv$/);
    expect((await saved('By day')).suggestedFilename()).toMatch(/^sales-by-day-.*\.csv$/);
    const file = await saved('By service');
    expect(file.suggestedFilename()).toMatch(/^sales-by-service-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/);
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(lines[0]).toContain('Service,Transactions,Total,Before,Margin,Success');
    expect(lines[1]).toMatch(/^Airtime,2,396,0,/);
  });

  it('say when they cannot be loaded and try again, and name a vendor that the purse misses', async () => {
    const press = await failUntilPressed(page, '**/api/admin-sales-report/', (route) => route.abort());
    await page.route('**/services/get_account_balance/', async (route) => {
      const answer = await route.fetch();
      const purse = (await answer.json()) as { vendors: { balance: number | null }[] };
      purse.vendors[1]!.balance = null;
      await route.fulfill({ json: { ...purse, complete: false, SitePurse: 1_500 } });
    });
    await page.reload();
    await page.getByText('The sales could not be loaded.').waitFor();
    await page.getByText('Not counted, because they did not answer: Spectranet.').waitFor();
    await page.getByTestId('site-purse').getByText('₦1,500.00').waitFor();
    await page.getByText('By vendor', { exact: true }).first().click();
    await page.getByRole('row', { name: 'Spectranet No answer' }).waitFor();
    await press(page.getByRole('button', { name: 'Try again' }));
    await section("Today's sales").getByText('2 transactions').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it(
    'stand beside who is signed in: [admin-field:header.firstName] [admin-field:header.lastName] [admin-field:header.email] ' +
      '[admin-field:header.userStatus] [admin-field:header.wallet] [admin-field:header.lastTop] [admin-field:header.totalTransaction] ' +
      '[admin-text:+ Top up]',
    async () => {
      await page.goto(url('/admin-area'));
      const header = page.locator('header');
      await header.getByText('Hello, Chidi').waitFor();
      await header.getByTitle(/^Chidi .+, admin@demo\.test$/).waitFor();
      await header.getByText('Regular User').waitFor();
      await page.getByTestId('house-balance').getByText('₦0.00').waitFor();
      await header.getByTitle('0 purchases').waitFor();
      expect(await page.getByRole('link', { name: '+ Top up' }).getAttribute('href')).toBe('/money-desk');
      await page.getByTestId('site-purse').waitFor();
      await page.route('**/api/admin-summary/', async (route) => {
        const answer = (await (await route.fetch()).json()) as object;
        await route.fulfill({
          json: {
            ...answer,
            wallet: 1_234_567.5,
            lastTop: 20_000,
            totalTransaction: 12,
            userStatus: 'Affiliate',
          },
        });
      });
      await page.setViewportSize(SIZES.phone);
      await page.reload();
      await header.getByText('Affiliate User').waitFor();
      await page.getByTestId('house-balance').getByText('₦1,234,567.50').waitFor();
      await header.getByTitle('12 purchases, last top up ₦20,000').waitFor();
      expect(await faultsOf(page, 'the home of administrators')).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.setViewportSize(SIZES.desktop);
    },
  );

  it('are readable for auditors, without the link to top up', async () => {
    const context = await page.context().browser()!.newContext({ viewport: SIZES.phone });
    const other = await context.newPage();
    const auditor = { email: 'auditor@demo.test', password: 'Audit-pass-1' };
    await logInAsAdministrator(other, shown.product.url, auditor);
    await other.goto(url('/stat'));
    await other.getByText('2 transactions').first().waitFor();
    await other.getByRole('group', { name: 'By vendor, drawn' }).waitFor();
    await other.getByText('By vendor', { exact: true }).first().click();
    expect(await faultsOf(other, 'sales on a phone')).toEqual([]);
    expect(await other.getByRole('link', { name: '+ Top up' }).count()).toBe(0);
    await context.close();
  });

  it('keep the page when the balance cannot be loaded, and leave it when the session is over: [admin-move:admin-session failed-balance]', async () => {
    const press = await failUntilPressed(page, '**/api/admin-summary/', (route) =>
      route.fulfill({
        status: 503,
        json: { status: false, code: 'LEDGER_UNAVAILABLE', message: 'Later.' },
      }),
    );
    await page.goto(url('/admin-area'));
    await page.getByRole('button', { name: 'Not loaded. Try again' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin-area');
    await press(page.getByRole('button', { name: 'Not loaded. Try again' }));
    await page.getByTestId('house-balance').getByText('₦0.00').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    await page.route('**/api/admin-summary/', async (route) => {
      await page.context().clearCookies({ name: 'admin_session' });
      await route.fulfill({ response: await page.request.fetch(route.request()) });
    });
    await page.reload();
    await page.waitForURL('**/adminlogin');
    await page.getByText('Your session has ended.').waitFor();
  });
});
