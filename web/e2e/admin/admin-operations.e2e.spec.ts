import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { askServer } from '../../../services/cli/control-socket.js';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { buyAirtime } from '../../../services/standalone/testing/callers.js';
import { untilDayLasts } from '../../../services/standalone/testing/until-day-lasts.js';
import { enterAsAdministrator, goWithin as open } from './administrator.js';
import {
  chromiumPath,
  faultsInBothThemes,
  faultsOf,
  seriousFaults,
  SIZES,
  withoutChromium,
} from '../browser.js';
import { showProduct, type ShownProduct } from '../shown-product.js';
import { ask } from '../testing/reading.js';

const looking = chromiumPath ? describe : describe.skip;
const ALERT = /A purchase has waited for a person's decision/;
const WINDOWS = ["Today's sales", 'Last 7 days', 'Last 30 days', 'Last 365 days'];

/** Needs its own `showProduct`: totals count everything, and settings change alerts and requeries. */
looking(
  `what was sold, what administrators do, how the product does, and what is told on every page ${chromiumPath ? '' : withoutChromium}`,
  () => {
    let shown: ShownProduct;
    let page: Page;
    let user: SeededUser;

    beforeAll(untilDayLasts);
    beforeAll(async () => {
      shown = await showProduct(
        {
          SANDBOX_LATENCY_MS: '5',
          LOG_LEVEL: 'error',
          ALERT_REVIEW_AFTER: '1ms',
          // Keeps an unanswered purchase open during the test.
          VENDOR_REQUERY_SCHEDULE: '12h',
        },
        { viewport: SIZES.desktop, acceptDownloads: true },
      );
      ({ page } = shown);
      [user] = (await seed(shown.dataDir, 1, 50_000)) as [SeededUser];
      await enterAsAdministrator(page, shown.product.url, '/stat');
    });

    afterAll(() => shown?.stop());

    /** Opens `path` in another browser. */
    async function another(look: BrowserContextOptions, path: string): Promise<Page> {
      const browser = page.context().browser()!;
      const opened = await (await browser.newContext(look)).newPage();
      await enterAsAdministrator(opened, shown.product.url, path);
      return opened;
    }

    const card = (name: string) =>
      page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    const section = (title: string) =>
      page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    const figure = (on: Page, name: string) =>
      on.locator('dl > div').filter({ has: on.getByText(name, { exact: true }) });
    const vendor = (on: Page, name: string) =>
      on
        .getByRole('grid', { name: 'Vendors, today and yesterday' })
        .getByRole('row')
        .filter({ hasText: name });
    const cells = async (on: Page, name: string) =>
      (await vendor(on, name).getByRole('gridcell').allTextContents()).slice(2, -1);
    /** Waits until the row of Platinum shows `figures`: two lists feed it and may arrive apart. */
    const comesTo = (figures: RegExp): Promise<void> =>
      until(async () => figures.test((await cells(page, '1 Platinum')).join(' ')), `Platinum ${figures}`);
    const alerts = (on: Page) => on.getByRole('list', { name: 'Alerts', exact: true });
    const news = (on: Page) => on.getByRole('status', { name: 'Purchases that need a decision' });
    const failed = (on: Page) =>
      on.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Failed/ });
    const buy = (phone: string, amount = 200) => buyAirtime(shown.product.url, user, phone, { amount });

    const row = (text: string) => page.getByRole('row').filter({ hasText: text });

    it('show an empty state at first, and draw each sale without a reload', async () => {
      await page.getByText('Nothing was sold').waitFor();
      for (const name of ['Transactions', 'System Wallet', 'Richest Wallet', 'Complete'])
        await card(name).waitFor();
      for (const title of WINDOWS) await section(title).getByText('0 transactions').waitFor();
      expect(await seriousFaults(page)).toEqual([]);

      for (const [phone, amount] of [
        ['08031110001', 200],
        ['08031110002', 200],
        ['08031110016', 300],
      ] as const)
        expect((await buy(phone, amount)).status).toBe(200);
      for (const title of WINDOWS) {
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
      expect(await faultsInBothThemes(page, 'sales', ['phone', 'desktop'])).toEqual([]);
    });

    it('switch sales to another window, keep it in the address, and export each chart as CSV', async () => {
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

    it('fit a phone beside a balance in the millions', async () => {
      await page.route('**/api/admin-summary/', async (route) => {
        const answer = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...answer, wallet: 1_234_567.5, userStatus: 'Affiliate' } });
      });
      await page.setViewportSize(SIZES.phone);
      await page.goto(`${shown.product.url}/admin-area`);
      await page.getByTestId('house-balance').getByText('₦1,234,567.50').waitFor();
      expect(await faultsOf(page, 'the home of administrators')).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.setViewportSize(SIZES.desktop);
    });

    it('list the own sign-in, and show what is done on another page at once', async () => {
      await open(page, '/activity');
      await row('Signed in').first().waitFor();
      expect(await faultsOf(page, 'activity')).toEqual([]);
      await ask(page, `${shown.product.url}/api/broadcastmessage/`, {
        broadcastTitle: 'Maintenance',
        broadcastMessage: 'Data is slow tonight.',
        form_id: randomUUID(),
      });
      await row('Created a broadcast').filter({ hasText: 'Maintenance' }).waitFor();
    });

    it('show in a panel what changed and from where, and list all activity of one person', async () => {
      await page.getByRole('button', { name: 'Details of Created a broadcast' }).click();
      const panel = page.getByRole('dialog');
      await panel.getByText('Data is slow tonight.').waitFor();
      await panel.getByText('127.0.0.1').waitFor();
      await panel.getByText('BroadcastCreated').waitFor();
      expect(await faultsOf(page, 'activity')).toEqual([]);
      await panel.getByRole('link', { name: /^Everything by/ }).click();
      await page.waitForURL('**/activity?administrator=*');
      await page.getByLabel('Who', { exact: true }).waitFor();
      await row('Created a broadcast').waitFor();
    });

    it('keep their filters in the address, and say when nothing matches', async () => {
      await open(page, '/activity?area=broadcasts');
      await row('Activated a broadcast').waitFor();
      await page.getByLabel('About', { exact: true }).selectOption('vendors');
      await page.getByText('Nothing matches').waitFor();
      await page.reload();
      await page.getByText('Nothing matches').waitFor();
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await row('Activated a broadcast').waitFor();
    });

    it('show an idle product without alerts, open purchases or backlog', async () => {
      await open(page, '/operations');
      await page.getByText('Nothing is wrong.').waitFor();
      await figure(page, 'Open purchases').getByText('0', { exact: true }).waitFor();
      await figure(page, 'Oldest of them').getByText('nothing is open').waitFor();
      await figure(page, 'Dispatching behind').getByText('0', { exact: true }).waitFor();
      await figure(page, 'Lists behind').getByText('0', { exact: true }).waitFor();
      await figure(page, 'Kept apart').getByText('0', { exact: true }).waitFor();
      await figure(page, 'Space left')
        .getByText(/^\d+% of |^[\d.]+% of /)
        .waitFor();
      expect(await cells(page, '4 Platonic')).toEqual([
        '0',
        '–',
        '0',
        '–',
        '–',
        '–',
        expect.stringMatching(/^(₦[\d,.]+|–|No answer)$/),
      ]);
      await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor();
      expect(await page.getByRole('list', { name: 'Paused vendors' }).count()).toBe(0);
      expect(await failed(page).textContent()).toBe('Failed');
      expect(await faultsOf(page, 'empty')).toEqual([]);
    });

    it('update the figures of a vendor and its oldest open purchase without a reload', async () => {
      const ended = Number((await cells(page, '1 Platinum'))[2]) + 1;
      expect((await buy('08035550001')).status).toBe(200);
      await comesTo(new RegExp(String.raw`^0 – ${ended} 100% [\d.]+ s [\d.]+ s ₦[\d,.]+$`));
      // The vendor never answers for this number.
      expect((await buy('08035550300')).status).toBe(200);
      await figure(page, 'Open purchases').getByText('1', { exact: true }).waitFor();
      await figure(page, 'Oldest of them')
        .getByText(/^[\d.]+ (s|min)$/)
        .waitFor();
      await comesTo(new RegExp(String.raw`^1 [\d.]+ (?:s|min) ${ended} 100% `));
    });

    it('alert on a purchase that waits for a decision, and name who looks after the alert', async () => {
      expect((await buy('08035550044')).status).toBe(200);
      await alerts(page).getByText(ALERT).waitFor();
      await page.getByRole('button', { name: 'I look after it' }).first().click();
      await alerts(page)
        .getByText(/Chidi looks after it since/)
        .waitFor();
      expect(await page.getByRole('button', { name: 'I look after it' }).count()).toBe(0);
      expect(await faultsInBothThemes(page, 'full', ['phone', 'desktop', 'large screen'])).toEqual([]);
      await page.setViewportSize(SIZES.desktop);
      expect(await faultsOf(page, 'full, on a desktop')).toEqual([]);
      expect(shown.heard).toEqual([]);
    });

    it('say when they are out of date, and recover', async () => {
      const refused = (route: Route) =>
        route.fulfill({ status: 503, json: { status: false, code: 'X', message: '' } });
      await page.route('**/api/admin-operations/', refused);
      await page.getByText('This is no longer up to date.').waitFor();
      // Old figures stay.
      await figure(page, 'Open purchases').waitFor();
      await page.unroute('**/api/admin-operations/', refused);
      await page.getByText('This is no longer up to date.').waitFor({ state: 'detached' });
    });

    it('show that sending is held after a restore, and release it', async () => {
      await askServer(shown.dataDir, 'hold-sending', { reason: 'Restored files' }, () => undefined);
      await open(page, '/operations');
      const release = page.getByRole('button', { name: 'Release sending' });
      await release.waitFor();
      expect((await buy('08035559999')).status).toBe(503);
      for (const size of [SIZES.phone, SIZES.desktop]) {
        await page.setViewportSize(size);
        expect(await faultsOf(page, `held, at ${size.width}`)).toEqual([]);
      }
      expect(await release.isDisabled()).toBe(true);
      await page.getByLabel('What was compared').fill('The statements of all vendors');
      await release.click();
      await page.getByRole('heading', { name: 'Sending is held' }).waitFor({ state: 'detached' });
      expect((await buy('08035559999')).status).toBe(200);
    });

    it('announce a purchase that needs a decision on any open page, with a link and a count in the menu', async () => {
      // A loaded page knows what waits already.
      await page.goto(`${shown.product.url}/broadcastlist`);
      await failed(page).getByText('1 waiting').waitFor();
      // Screen readers announce only changes of an existing region.
      expect(await news(page).textContent()).toBe('');
      const phone = await another({ viewport: SIZES.phone }, '/plans');
      // Opening the menu marks the waiting purchase as known.
      await phone.getByRole('button', { name: 'Open menu' }).click();
      await phone.getByRole('dialog').getByText('1 waiting').waitFor();
      await phone.getByRole('button', { name: 'Close menu' }).click();
      const loads: string[] = [];
      page.on('framenavigated', (frame) => loads.push(frame.url()));
      expect((await buy('08035560044')).status).toBe(200);
      for (const on of [page, phone]) await news(on).getByText('1 new purchase needs a decision.').waitFor();
      expect((await buy('08035570044')).status).toBe(200);
      for (const on of [page, phone]) {
        await news(on).getByText('2 new purchases need a decision.').waitFor();
        expect(await faultsOf(on, 'news')).toEqual([]);
      }
      await failed(page).getByText('3 waiting').waitFor();
      expect(loads).toEqual([]);
      await news(phone).getByRole('button', { name: 'Dismiss' }).click();
      await news(phone).getByRole('link').waitFor({ state: 'detached' });
      await phone.context().close();

      await news(page).getByRole('link', { name: 'See what waits' }).click();
      await page.waitForURL('**/failedtransaction');
      await page.getByText('3 entries').waitFor();
      expect(await news(page).textContent()).toBe('');
      // Older purchases that move up are no news.
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await page.getByRole('button', { name: 'Selected were successful' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Reason').fill('on record');
      await sheet.getByRole('button', { name: 'Successful', exact: true }).click();
      await sheet.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Nothing to decide').waitFor();
      await failed(page).getByText('waiting').waitFor({ state: 'detached' });
      expect(await news(page).textContent()).toBe('');
    });
  },
);
