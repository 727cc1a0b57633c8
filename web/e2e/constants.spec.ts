import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startStandalone } from '../../infra/testing/product.js';
import type { Running } from '../../infra/testing/product.js';
import { chromiumPath, launch, logIn, SIZES, withoutChromium } from './browser.js';
import { answer } from './testing/scene.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 60_000;

looking(`what the pages keep to ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;
  let customer: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'page-constants-'));
    product = await startStandalone({
      ...{ DATA_DIR: folder, SANDBOX_LATENCY_MS: '10', LOG_LEVEL: 'error' },
      // A second account beside the reserved one, so that the carousel has something to turn.
      ...{ MANUAL_FUNDING_BANK: 'Wema Bank', MANUAL_FUNDING_ACCOUNT_NAME: 'Naira Ledger' },
      MANUAL_FUNDING_ACCOUNT_NUMBER: '0123456789',
    });
    browser = await launch();
    customer = await browser.newContext({ viewport: SIZES.desktop });
    page = await customer.newPage();
    await logIn(page, product.url);
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  it(
    '[const:login-inactivity] clears the page of who went away for 5 minutes',
    async () => {
      const context = await browser.newContext({ viewport: SIZES.phone });
      const login = await context.newPage();
      await login.clock.install();
      await login.goto(`${product.url}/login`);
      await login.getByLabel('Email').fill('ada@naira.test');
      await login.clock.runFor(299_000);
      expect(await login.getByLabel('Email').inputValue()).toBe('ada@naira.test');
      await login.clock.runFor(2_000);
      await login.getByText('This page was idle for 5 minutes').waitFor();
      expect(await login.getByLabel('Email').inputValue()).toBe('');
      await context.close();
    },
    SLOW,
  );

  it(
    '[const:verify-email-pause] gives people 2 seconds to read before it goes home',
    async () => {
      const verify = await customer.newPage();
      await verify.clock.install();
      await verify.route('**/api/verify_email/', (route) => answer(route, {}));
      await verify.goto(`${product.url}/verify-email`);
      await verify.getByLabel('OTP code').fill('123456');
      await verify.getByRole('button', { name: 'Verify Now!' }).click();
      await verify.getByText('Email verified successfully!').waitFor();
      await verify.clock.runFor(1_900);
      expect(new URL(verify.url()).pathname).toBe('/verify-email');
      await verify.clock.runFor(200);
      await verify.waitForURL('**/home');
      await verify.close();
    },
    SLOW,
  );

  it('[const:carousel-autoplay] shows each account for 8 seconds', async () => {
    const home = await customer.newPage();
    await home.clock.install();
    await home.goto(`${product.url}/home`);
    const shown = home.getByRole('group', { name: 'Funding accounts' }).getByText(/^\d of \d$/);
    await shown.waitFor();
    const first = await shown.textContent();
    await home.clock.runFor(7_500);
    expect(await shown.textContent()).toBe(first);
    await home.clock.runFor(1_500);
    await home.waitForTimeout(300);
    expect(await shown.textContent()).not.toBe(first);
    await home.close();
  });

  it('[const:ussd-codes] are there to dial', async () => {
    await page.goto(`${product.url}/buydata`);
    for (const code of ['*461*4#', '*131*4#', '*127*0#', '*140#', '*228#'])
      await page
        .getByRole('link', { name: `Dial ${code}` })
        .first()
        .waitFor();
  });

  it('[const:page-sizes] of a history, 10 unless chosen, and [const:date-filter]', async () => {
    await page.goto(`${product.url}/thistory`);
    const size = page.getByLabel('Items per page');
    await size.waitFor();
    expect(await size.inputValue()).toBe('10');
    expect(await size.locator('option').allTextContents()).toEqual(['10', '50', '100', '500', '1,000']);
    await page.getByLabel('From Date').fill('2026-03-01');
    await page.waitForURL(/2026-03-01/);
  });

  it('[const:currency] and [const:date-display]', async () => {
    await page.goto(`${product.url}/funding-history`);
    await page.getByText('₦50,000.00').first().waitFor();
    await page
      .getByText(/\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d [AP]M/)
      .first()
      .waitFor();
  });

  it('[const:lookup-debounce] looks an account up at most 5 seconds after the last digit', async () => {
    await page.goto(`${product.url}/transfer`);
    await page.getByLabel('Bank Name').selectOption({ index: 1 });
    let asked = 0;
    await page.route('**/banking/fetch-banks-details/', (route) => {
      asked += 1;
      return answer(route, { accountName: 'ADA OBI' });
    });
    await page.getByLabel('Account Number').fill('012345678');
    await page.waitForTimeout(500);
    expect(asked).toBe(0);
    await page.getByLabel('Account Number').fill('0123456789');
    await page.locator('input[name="user_account_name"][value="ADA OBI"]').waitFor({ timeout: 60_000 });
    expect(asked).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
