import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startStandalone } from '../../infra/testing/product.js';
import type { Running } from '../../infra/testing/product.js';
import { chromiumPath, launch, logIn, SIZES, withoutChromium } from './browser.js';
import { type } from './customer.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 120_000;

looking(`when something goes wrong ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trouble-'));
    product = await startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '10' });
    browser = await launch();
    const context = await browser.newContext({ viewport: SIZES.phone, reducedMotion: 'reduce' });
    page = await context.newPage();
    await logIn(page, product.url);
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  const reads = (text: string): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor({ timeout: 60_000 });
  const order = async (route: string, phone: string, amount: string): Promise<void> => {
    await page.goto(product.url + route);
    await type(page, 'Phone number', phone);
    await type(page, 'Amount', amount);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
  };

  it(
    'a lost answer is looked up, and nothing is bought twice',
    async () => {
      await order('/airtime', '08031234567', '700');
      // The server hears of it every time; its answers never arrive.
      const keys: (string | undefined)[] = [];
      await page.route('**/api/buycard/', async (route) => {
        keys.push(route.request().headers()['idempotency-key']);
        await route.fetch();
        await route.abort();
      });
      await page.getByRole('dialog').getByRole('button', { name: 'Pay ₦693.00' }).click();
      await reads('Your purchase may have gone through.');
      await page.unroute('**/api/buycard/');
      expect(keys.length).toBeGreaterThan(1);
      expect(new Set(keys).size).toBe(1);
      await page.reload();
      await reads('Checking your last purchase');
      await reads('We found it in your history.');
      await page.getByRole('link', { name: 'See the receipt' }).click();
      await reads('Airtime delivered');
      await page.goto(`${product.url}/airtime-history`);
      await reads('1 entry');
      await reads('₦49,307.00');
    },
    SLOW,
  );

  it(
    'the same purchase a moment later wants to be confirmed',
    async () => {
      await order('/airtime', '08031234567', '700');
      await page.getByRole('dialog').getByRole('button', { name: 'Pay ₦693.00' }).click();
      await reads('less than 2 minutes ago');
      await page.getByRole('button', { name: 'Send it again anyway' }).click();
      await page.waitForURL('**/receipt/**');
    },
    SLOW,
  );

  it(
    'a wrong PIN is told under the PIN, and the sheet stays',
    async () => {
      await order('/airtime', '08051234567', '100');
      await page.getByRole('dialog').getByLabel('Transaction PIN').fill('0000');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Pay ₦99/ })
        .click();
      await reads('Incorrect transaction PIN.');
      await page.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Pay ₦99/ })
        .click();
      await page.waitForURL('**/receipt/**');
    },
    SLOW,
  );

  it(
    'an ended session is told in words, and what was typed is still there after the login',
    async () => {
      await page.goto(`${product.url}/electricity`);
      await type(page, 'Meter number', '45098765432');
      await page.context().clearCookies();
      await page.getByLabel('Distribution company').selectOption('18');
      await page.getByRole('button', { name: 'Validate' }).click();
      await page.waitForURL('**/login');
      await reads('Your session has ended.');
      await type(page, 'Email', 'customer@demo.test');
      await type(page, 'Password', 'Demo-pass-1');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.waitForURL('**/electricity');
      expect(await page.getByLabel('Meter number', { exact: true }).inputValue()).toBe('45098765432');
    },
    SLOW,
  );

  it(
    'being offline is told in words',
    async () => {
      await page.context().setOffline(true);
      await reads('You are offline.');
      await page.context().setOffline(false);
      await page.getByText('You are offline.').waitFor({ state: 'detached' });
    },
    SLOW,
  );
});
