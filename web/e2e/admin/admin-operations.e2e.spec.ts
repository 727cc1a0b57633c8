import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { askServer } from '../../../services/cli/control-socket.js';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { buyAirtime } from '../../../services/standalone/testing/callers.js';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, complaints, faultsOf, SIZES, withoutChromium } from '../browser.js';
import { showProduct, type ShownProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const ALERT = /A purchase has waited for a person's decision/;
const LARGE = { width: 1_920, height: 1_080 };

/** Needs its own `showProduct`: totals count everything, and settings change alerts and requeries. */
looking(
  `what administrators do, how the product does, and what is told on every page ${chromiumPath ? '' : withoutChromium}`,
  () => {
    let shown: ShownProduct;
    let page: Page;
    let user: SeededUser;

    beforeAll(async () => {
      shown = await showProduct(
        {
          SANDBOX_LATENCY_MS: '5',
          LOG_LEVEL: 'error',
          ALERT_REVIEW_AFTER: '1ms',
          // Keeps an unanswered purchase open during the test.
          VENDOR_REQUERY_SCHEDULE: '12h',
        },
        { viewport: SIZES.desktop, reducedMotion: 'reduce' },
      );
      ({ page } = shown);
      [user] = (await seed(shown.dataDir, 1, 50_000)) as [SeededUser];
      await logInAsAdministrator(page, shown.product.url);
    });

    afterAll(() => shown?.stop());

    const open = (on: Page, path: string) => on.goto(shown.product.url + path);
    /** Logs `who` in with a browser context of their own. */
    async function another(
      look: BrowserContextOptions,
      who?: Parameters<typeof logInAsAdministrator>[2],
    ): Promise<Page> {
      const context = await page
        .context()
        .browser()!
        .newContext({ reducedMotion: 'reduce', ...look });
      const opened = await context.newPage();
      await logInAsAdministrator(opened, shown.product.url, who);
      return opened;
    }

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
    const buy = (phone: string) => buyAirtime(shown.product.url, user, phone, { amount: 200 });

    const row = (text: string) => page.getByRole('row').filter({ hasText: text });

    it('list the own sign-in, and show what is done on another page at once', async () => {
      await open(page, '/activity');
      await row('Signed in').first().waitFor();
      expect(await faultsOf(page, 'activity')).toEqual([]);
      const other = await page.context().newPage();
      await open(other, '/createbroadcast');
      await other.getByLabel('Title').fill('Maintenance');
      await other.getByLabel('Message').fill('Data is slow tonight.');
      await other.getByRole('button', { name: 'Create' }).click();
      await other.waitForURL('**/broadcastlist');
      await other.close();
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
      expect(await cells(page, '2 Spectranet')).toEqual([
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
      expect((await buy('08035550001')).status).toBe(200);
      await comesTo(/^0 – 1 100% [\d.]+ s [\d.]+ s ₦[\d,.]+$/);
      // The vendor never answers for this number.
      expect((await buy('08035550300')).status).toBe(200);
      await figure(page, 'Open purchases').getByText('1', { exact: true }).waitFor();
      await figure(page, 'Oldest of them')
        .getByText(/^[\d.]+ (s|min)$/)
        .waitFor();
      await comesTo(/^1 [\d.]+ (?:s|min) 1 100% /);
    });

    it('alert on a purchase that waits for a decision, and name who looks after the alert', async () => {
      expect((await buy('08035550044')).status).toBe(200);
      await alerts(page).getByText(ALERT).waitFor();
      const auditor = await another(
        { viewport: SIZES.phone, colorScheme: 'dark' },
        { email: 'auditor@demo.test', password: 'Audit-pass-1' },
      );
      const told = complaints(auditor);
      await open(auditor, '/operations');
      await alerts(auditor).getByText(ALERT).waitFor();
      expect(await auditor.getByRole('button', { name: 'I look after it' }).count()).toBe(0);
      await page.getByRole('button', { name: 'I look after it' }).first().click();
      for (const on of [page, auditor])
        await alerts(on)
          .getByText(/Chidi looks after it since/)
          .waitFor();
      expect(await page.getByRole('button', { name: 'I look after it' }).count()).toBe(0);
      expect(await faultsOf(auditor, 'full, on a phone')).toEqual([]);
      expect(told).toEqual([]);
      await auditor.context().close();
      for (const size of [SIZES.desktop, LARGE]) {
        await page.setViewportSize(size);
        expect(await faultsOf(page, `full, at ${size.width}`)).toEqual([]);
      }
      await page.setViewportSize(SIZES.desktop);
      expect(shown.heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
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
      await open(page, '/broadcastlist');
      await failed(page).getByText('1 waiting').waitFor();
      // Screen readers announce only changes of an existing region.
      expect(await news(page).textContent()).toBe('');
      const phone = await another({ viewport: SIZES.phone });
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
