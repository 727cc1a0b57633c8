import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { seed } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime } from '../../../services/standalone/testing/callers.js';
import {
  chromiumPath,
  complaints,
  faultsOf,
  launch,
  SIZES,
  startProduct,
  withoutChromium,
} from '../browser.js';
import { logInAsAdministrator } from './administrator.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;
const ALERT = /A purchase has waited for a person's decision/;
const LARGE = { width: 1_920, height: 1_080 };

looking(`the operations, and what is told on every page ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;
  let page: Page;
  let heard: string[];
  let user: SeededUser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'admin-operations-'));
    product = await startProduct({
      ...{ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5', LOG_LEVEL: 'error', ALERT_REVIEW_AFTER: '1ms' },
      // What nobody answers for stays open while it is looked at.
      VENDOR_REQUERY_SCHEDULE: '12h',
    });
    [user] = (await seed(folder, 1, 50_000)) as [SeededUser];
    browser = await launch();
    page = await (await browser.newContext({ viewport: SIZES.desktop, reducedMotion: 'reduce' })).newPage();
    heard = complaints(page);
    await logInAsAdministrator(page, product.url);
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  const figure = (on: Page, name: string) =>
    on.locator('dl > div').filter({ has: on.getByText(name, { exact: true }) });
  const vendor = (on: Page, name: string) =>
    on
      .getByRole('table', { name: 'Vendors, today and yesterday' })
      .getByRole('row')
      .filter({ hasText: name });
  const cells = async (on: Page, name: string) =>
    (await vendor(on, name).getByRole('cell').allTextContents()).slice(2);
  const alerts = (on: Page) => on.getByRole('list', { name: 'Alerts', exact: true });
  const news = (on: Page) => on.getByRole('status', { name: 'Purchases that need a decision' });
  const failed = (on: Page) =>
    on.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Failed/ });
  const buy = (phone: string) => buyAirtime(product.url, user, phone, { amount: 200 });

  it(
    'say of a product that has nothing to do that nothing is wrong, open or behind',
    async () => {
      await page.goto(`${product.url}/operations`);
      await page.getByText('Nothing is wrong.').waitFor();
      await figure(page, 'Open purchases').getByText('0', { exact: true }).waitFor();
      await figure(page, 'Oldest of them').getByText('nothing is open').waitFor();
      await figure(page, 'Vending behind').getByText('0', { exact: true }).waitFor();
      await figure(page, 'Lists behind').getByText('0', { exact: true }).waitFor();
      await figure(page, 'Kept apart').getByText('0', { exact: true }).waitFor();
      await figure(page, 'Space left')
        .getByText(/^\d+% of |^[\d.]+% of /)
        .waitFor();
      expect(await cells(page, '2 Spectranet')).toEqual([
        ...['0', '–', '0', '–', '–', '–'],
        expect.stringMatching(/^(₦[\d,.]+|–|No answer)$/),
      ]);
      await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor();
      expect(await page.getByRole('list', { name: 'Paused vendors' }).count()).toBe(0);
      expect(await failed(page).textContent()).toBe('Failed');
      expect(await faultsOf(page, 'empty')).toEqual([]);
    },
    SLOW,
  );

  it(
    'tell live, without a reload, how a vendor does and what waits for it, and since when',
    async () => {
      expect((await buy('08035550001')).status).toBe(200);
      await vendor(page, '1 Platinum').getByText('100%', { exact: true }).waitFor();
      const [waiting, longest, ended, , median, slow, holds] = await cells(page, '1 Platinum');
      expect([waiting, longest, ended]).toEqual(['0', '–', '1']);
      expect([median, slow]).toEqual([expect.stringMatching(/ s$/), expect.stringMatching(/ s$/)]);
      expect(holds).toMatch(/^₦[\d,.]+$/);
      // Nobody answers for this one.
      expect((await buy('08035550300')).status).toBe(200);
      await figure(page, 'Open purchases').getByText('1', { exact: true }).waitFor();
      await figure(page, 'Oldest of them')
        .getByText(/^[\d.]+ (s|min)$/)
        .waitFor();
      const [waits, since] = await cells(page, '1 Platinum');
      expect([waits, since]).toEqual(['1', expect.stringMatching(/^[\d.]+ (s|min)$/)]);
    },
    SLOW,
  );

  it(
    'alert on what waits for a person, and say who looks after it',
    async () => {
      expect((await buy('08035550044')).status).toBe(200);
      await alerts(page).getByText(ALERT).waitFor();
      const auditor = await (
        await browser.newContext({ viewport: SIZES.phone, reducedMotion: 'reduce', colorScheme: 'dark' })
      ).newPage();
      const told = complaints(auditor);
      await logInAsAdministrator(auditor, product.url, {
        email: 'auditor@demo.test',
        password: 'Audit-pass-1',
      });
      await auditor.goto(`${product.url}/operations`);
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
      expect(heard).toEqual([]);
    },
    SLOW,
  );

  it(
    'say when they are no longer up to date, and get over it',
    async () => {
      const refused = (route: Route) =>
        route.fulfill({ status: 503, json: { status: false, code: 'X', message: '' } });
      await page.route('**/api/admin-operations/', refused);
      await page.getByText('This is no longer up to date.').waitFor();
      // What was known stays.
      await figure(page, 'Open purchases').waitFor();
      await page.unroute('**/api/admin-operations/', refused);
      await page.getByText('This is no longer up to date.').waitFor({ state: 'detached' });
    },
    SLOW,
  );

  it(
    'a purchase that comes to wait for a person is told on whatever page is open, with the way there and a count in the menu',
    async () => {
      await page.goto(`${product.url}/broadcastlist`);
      await failed(page).getByText('1 waiting').waitFor();
      // What waited already is no news, and the region is there before there is any: else nothing would be read out.
      expect(await news(page).textContent()).toBe('');
      const phone = await (
        await browser.newContext({ viewport: SIZES.phone, reducedMotion: 'reduce' })
      ).newPage();
      await logInAsAdministrator(phone, product.url);
      await phone.getByText('House wallet').waitFor();
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
      // Decided, they leave the menu, and what moves up into the newest is no news.
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await page.getByRole('button', { name: 'Selected were successful' }).click();
      const sheet = page.getByRole('dialog');
      await sheet.getByLabel('Reason').fill('on record');
      await sheet.getByRole('button', { name: 'Successful', exact: true }).click();
      await sheet.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Nothing to decide').waitFor();
      expect(await failed(page).textContent()).toBe('Failed');
      expect(await news(page).textContent()).toBe('');
    },
    SLOW,
  );
});
