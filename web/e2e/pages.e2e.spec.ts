import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type NewCustomer, newCustomer } from '../../services/standalone/testing/people.js';
import { type SharedProduct, takeProduct } from '../../services/standalone/testing/shared-product.js';
import {
  chromiumPath,
  complaints,
  faultsInBothThemes,
  launch,
  logIn,
  SIZES,
  withoutChromium,
  type Screen,
} from './browser.js';
import { PUBLIC_ROUTES, USER_ROUTES } from './user-side-rows.js';

/** Pages for everybody, and what stands first on each. */
const OPEN_PAGES = {
  '[route:/]': /./,
  '[route:/login]': 'Log in',
  '[route:/register]': 'Create an account',
  '[route:/onset]': /./,
  '[route:/front]': /./,
  '[route:/verify-email]': 'Verify Email',
  '[route:/forgotpassword]': 'Forgot Password',
  '[route:/changepassword]': 'Reset Password',
  '[route:/act]': /./,
} as const;

/** Pages of a customer. */
const OWN_PAGES = {
  '[route:/home]': /./,
  '[route:/setpin]': 'Set Transaction Pin',
  '[route:/changepin]': /pin/i,
  '[route:/settings]': /password|settings/i,
  '[route:/profile]': 'Profile',
  '[route:/topup]': /./,
  '[route:/userfunding]': /./,
  '[route:/airtime]': 'Recharge Your Account',
  '[route:/buydata]': /data/i,
  '[route:/cable]': /cable/i,
  '[route:/electricity]': /electricity/i,
  '[route:/exams]': /exam/i,
  '[route:/bulksms]': /sms/i,
  '[route:/bet]': /bet/i,
  '[route:/fundbet]': /bet/i,
  '[route:/transfer]': 'Send Money To All Banks',
  '[route:/verifybvn]': /bvn/i,
  '[route:/affiliate]': /api|affiliate/i,
  '[route:/market]': /plan/i,
  '[route:/documentation]': /api|documentation/i,
  '[route:/thistory]': /history|transactions/i,
  '[route:/airtime-history]': /airtime/i,
  '[route:/data-history]': /data/i,
  '[route:/cable-history]': /cable/i,
  '[route:/electric-history]': /electric/i,
  '[route:/exam-history]': /exam/i,
  '[route:/funding-history]': /funding/i,
  '[route:/customhistory]': /history/i,
  '[route:/spending]': /spending/i,
} as const;

const pathOf = (row: string): string => row.slice('[route:'.length, -1);
const looking = chromiumPath ? describe : describe.skip;

looking(`every page ${chromiumPath ? '' : withoutChromium}`, () => {
  let product: SharedProduct;
  let browser: Browser;
  let customer: NewCustomer;

  beforeAll(async () => {
    product = await takeProduct();
    browser = await launch();
    customer = await newCustomer(product);
  });

  afterAll(async () => {
    await browser?.close();
    product?.giveBack();
  });

  async function faultsWhenQuiet(page: Page, what: string, screens: readonly Screen[]): Promise<string[]> {
    await page.waitForLoadState('networkidle').catch(() => undefined);
    return faultsInBothThemes(page, what, screens);
  }

  async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
    await page.goto(product.url + path);
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
  }

  /** Two tabs share the rows: while one waits until its page is quiet, the other is looked at. */
  async function lookAt(
    context: BrowserContext,
    rows: Readonly<Record<string, string | RegExp>>,
    screens: readonly Screen[],
  ): Promise<{ readonly faults: string[]; readonly heard: string[] }> {
    const left = Object.entries(rows).values();
    const [faults, heard]: [string[], string[][]] = [[], []];
    const tab = async (): Promise<void> => {
      const page = await context.newPage();
      heard.push(complaints(page));
      for (const [row, heading] of left) {
        await open(page, pathOf(row), heading);
        faults.push(...(await faultsWhenQuiet(page, row, screens)));
      }
      await page.close();
    };
    await Promise.all([tab(), tab()]);
    return { faults, heard: heard.flat() };
  }

  for (const [screens, colorScheme] of [
    [['phone'], 'light'],
    [['desktop', 'large screen'], 'dark'],
  ] as const)
    it(`is accessible, fits and is silent in both themes on a ${screens.join(' and a ')}`, async () => {
      const viewport = SIZES[screens[0]];
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
      const openPages = await lookAt(context, OPEN_PAGES, screens);
      const page = await context.newPage();
      const heard = complaints(page);
      await logIn(page, product.url, customer.email, customer.password);
      const ownPages = await lookAt(context, OWN_PAGES, screens);
      const faults = [...openPages.faults, ...ownPages.faults];
      heard.push(...openPages.heard, ...ownPages.heard);
      await open(page, '/no-such-page', /./);
      faults.push(...(await faultsWhenQuiet(page, 'the not-found page', screens)));
      await page
        .getByRole('link', { name: /home|dashboard/i })
        .first()
        .waitFor();
      await open(page, '/airtime', 'Recharge Your Account');
      await page.getByLabel('Phone number').fill('08031234567');
      await page.getByLabel('Amount', { exact: true }).fill('100');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog').getByLabel('Transaction PIN').waitFor();
      faults.push(...(await faultsWhenQuiet(page, 'the confirm sheet', screens)));
      await context.close();
      expect(faults).toEqual([]);
      expect(heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
    });

  it('of a customer sends everybody else to the login page, and [route:/logout] ends there too', async () => {
    const page = await (await browser.newContext({ viewport: SIZES.phone })).newPage();
    for (const row of Object.keys(OWN_PAGES)) {
      await page.goto(product.url + pathOf(row));
      await page.waitForURL('**/login');
    }
    await page.context().close();
    const own = await (await browser.newContext({ viewport: SIZES.phone })).newPage();
    await logIn(own, product.url, customer.email, customer.password);
    await own.goto(`${product.url}/logout`);
    await own.waitForURL('**/login');
    await own.goto(`${product.url}/home`);
    await own.waitForURL('**/login');
    await own.context().close();
  });

  it('is in this table', () => {
    const looked = [...Object.keys(OPEN_PAGES), ...Object.keys(OWN_PAGES), '[route:/logout]'];
    expect(looked.sort()).toEqual([...PUBLIC_ROUTES, ...USER_ROUTES].map((path) => `[route:${path}]`).sort());
  });
});
