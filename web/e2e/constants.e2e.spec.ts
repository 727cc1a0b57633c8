import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Running } from '../../infra/testing/product.js';
import { until } from '../../infra/testing/until.js';
import { eventually } from '../../services/standalone/testing/callers.js';
import { chromiumPath, launch, logIn, SIZES, startProduct, withoutChromium } from './browser.js';
import { answer, chooseBank } from './testing/scene.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;
const HOUR_MS = 3_600_000;

/** Runs in the page before anything else: keeps how long each timer was set for. */
const noteTimers = `
  window.timersAsked = [];
  const set = window.setTimeout;
  window.setTimeout = (work, ms, ...given) => {
    window.timersAsked.push(ms);
    return set(work, ms, ...given);
  };
`;

/** A page in which time stands from the start, and passes only as the test lets it. */
async function pageOutOfTime(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const now = Date.now();
  // Time goes on until it is told to stand, and cannot be told to stand in the past. Nothing is loaded yet that would run out.
  await page.clock.install({ time: now - HOUR_MS });
  await page.clock.pauseAt(now);
  await page.addInitScript({ content: noteTimers });
  return page;
}

/** The page shows what a timer belongs to before it sets it. */
const untilTimerIsSet = (page: Page, ms: number): Promise<unknown> =>
  eventually(
    () => page.evaluate('window.timersAsked') as Promise<number[]>,
    (asked) => asked.includes(ms),
  );

looking(`what the pages keep to ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;
  let customer: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'page-constants-'));
    product = await startProduct({
      DATA_DIR: folder,
      SANDBOX_LATENCY_MS: '10',
      LOG_LEVEL: 'error',
      // A second account beside the reserved one, so that the carousel has something to turn.
      MANUAL_FUNDING_BANK: 'Wema Bank',
      MANUAL_FUNDING_ACCOUNT_NAME: 'Naira Ledger',
      MANUAL_FUNDING_ACCOUNT_NUMBER: '0123456789',
      // Not the price that the specification names: a page that knows it by heart is found out.
      SMS_PAGE_PRICE_NAIRA: '3.05',
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
      const login = await pageOutOfTime(context);
      await login.goto(`${product.url}/login`);
      // What is drawn begins at the next moment, so that the browser can do something else before.
      await login.clock.runFor(1);
      await login.getByLabel('Email').fill('ada@naira.test');
      await untilTimerIsSet(login, 300_000);
      await login.clock.runFor(299_999);
      expect(await login.getByLabel('Email').inputValue()).toBe('ada@naira.test');
      await login.clock.runFor(1);
      await login.getByText('This page was idle for 5 minutes').waitFor();
      expect(await login.getByLabel('Email').inputValue()).toBe('');
      await context.close();
    },
    SLOW,
  );

  it(
    '[const:verify-email-pause] gives people 2 seconds to read before it goes home',
    async () => {
      const context = await browser.newContext({ viewport: SIZES.desktop });
      const home = await context.newPage();
      await logIn(home, product.url);
      // The time of pages of one context is one.
      await home.close();
      const verify = await pageOutOfTime(context);
      await verify.route('**/api/verify_email/', (route) => answer(route, {}));
      await verify.goto(`${product.url}/verify-email`);
      // A page whose file came late is shown at the next of few moments.
      await until(async () => {
        await verify.clock.runFor(100);
        return verify.getByLabel('OTP code').isVisible();
      }, 'the page');
      await verify.getByLabel('OTP code').fill('123456');
      await verify.evaluate('window.timersAsked.length = 0');
      await verify.getByRole('button', { name: 'Verify Now!' }).click();
      await verify.getByText('Email verified successfully!').waitFor();
      await untilTimerIsSet(verify, 2_000);
      await verify.clock.runFor(1_999);
      expect(new URL(verify.url()).pathname).toBe('/verify-email');
      await verify.clock.runFor(1);
      await verify.waitForURL('**/home');
      await context.close();
    },
    SLOW,
  );

  it('[const:carousel-autoplay] shows each account for 8 seconds', async () => {
    const home = await customer.newPage();
    await home.clock.install();
    await home.addInitScript({ content: noteTimers });
    await home.goto(`${product.url}/home`);
    const shown = home.getByRole('group', { name: 'Funding accounts' }).getByText(/^\d of \d$/);
    await shown.waitFor();
    // How long the page took to load does not matter: what it asked of the clock does, and that it turns.
    await untilTimerIsSet(home, 8_000);
    const first = await shown.textContent();
    await eventually(
      async () => {
        await home.clock.runFor(1_000);
        return shown.textContent();
      },
      (now) => now !== first,
    );
    await home.close();
  });

  it('keeps the account in sight when the screen is turned', async () => {
    const home = await customer.newPage();
    await home.setViewportSize(SIZES.phone);
    await home.emulateMedia({ reducedMotion: 'reduce' });
    await home.goto(`${product.url}/home`);
    const carousel = home.getByRole('group', { name: 'Funding accounts' });
    const shown = carousel.locator('[data-slide]:not([inert])');
    await shown.waitFor();
    for (const size of [SIZES.desktop, SIZES.phone]) {
      await home.setViewportSize(size);
      const left = async (): Promise<number> => (await shown.boundingBox())!.x;
      const frame = async (): Promise<number> => (await carousel.boundingBox())!.x;
      await eventually(
        async () => Math.abs((await left()) - (await frame())),
        (off) => off < 2,
      );
    }
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

  it('[const:sms-price] tells what a text costs by the price of this installation', async () => {
    await page.goto(`${product.url}/bulksms`);
    await page.getByLabel('Phone numbers').fill('08031234567, 08051234567');
    await page.getByLabel('Message').fill('We open at nine.');
    // Not the order beside it, whose price the server tells.
    const cost = page.getByRole('status').filter({ hasText: 'Cost' });
    await cost.getByText('2 recipients').waitFor();
    await cost.getByText('₦6.10', { exact: true }).waitFor();
  });

  it('[const:lookup-debounce] looks an account up at most 5 seconds after the last digit', async () => {
    await page.goto(`${product.url}/transfer`);
    await chooseBank(page);
    let asked = 0;
    await page.route('**/banking/fetch-banks-details/', (route) => {
      asked += 1;
      return answer(route, { accountName: 'ADA OBI' });
    });
    await page.getByLabel('Account Number').fill('012345678');
    await page.waitForTimeout(500);
    expect(asked).toBe(0);
    await page.getByLabel('Account Number').fill('0123456789');
    await page.locator('input[name="user_account_name"][value="ADA OBI"]').waitFor();
    expect(asked).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
