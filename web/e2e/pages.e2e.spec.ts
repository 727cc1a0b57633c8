import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '../../infra/testing/until.js';
import { type NewCustomer, newCustomer } from '../../services/standalone/testing/people.js';
import { type SharedProduct, takeProduct } from '../../services/standalone/testing/shared-product.js';
import {
  chromiumPath,
  complaints,
  faultsInBothThemes,
  launch,
  logIn,
  SCREENS,
  SIZES,
  withoutChromium,
} from './browser.js';
import { enter } from './customer.js';
import { move, settling } from './testing/moving.js';
import { PUBLIC_ROUTES, USER_ROUTES } from './user-side-rows.js';

/** Public pages with their level-1 heading. */
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

  const openAt = (page: Page, path: string) => page.goto(product.url + path);

  for (const [screens, colorScheme] of [
    [['phone'], 'light'],
    [['large screen', 'desktop'], 'dark'],
  ] as const)
    it(`is accessible, fits and logs nothing in both themes on a ${screens.join(' and a ')}`, async () => {
      const viewport = SCREENS[screens[0]];
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      const heard = complaints(page);
      const settled = settling(page);
      const faults: string[] = [];
      const look = async (what: string): Promise<void> => {
        await settled();
        faults.push(...(await faultsInBothThemes(page, what, screens)));
      };
      const lookAt = async (rows: Readonly<Record<string, string | RegExp>>): Promise<void> => {
        for (const [row, heading] of Object.entries(rows)) {
          await move(page, pathOf(row));
          await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
          await look(row);
        }
      };
      await openAt(page, '/login');
      await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
      await lookAt(OPEN_PAGES);
      await logIn(page, product.url, customer.email, customer.password);
      await lookAt(OWN_PAGES);
      await move(page, '/no-such-page');
      await page.getByRole('heading', { level: 1, name: 'We cannot find this page' }).waitFor();
      await look('the not-found page');
      await page
        .getByRole('link', { name: /home|dashboard/i })
        .first()
        .waitFor();
      await move(page, '/airtime');
      await page.getByRole('heading', { level: 1, name: 'Recharge Your Account' }).waitFor();
      await page.getByLabel('Phone number').fill('08031234567');
      await page.getByLabel('Amount', { exact: true }).fill('100');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog').getByLabel('Transaction PIN').waitFor();
      await look('the confirm sheet');
      await context.close();
      expect(faults).toEqual([]);
      expect(heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
    });

  it('of a customer sends visitors to the login page, and [route:/logout] ends there too', async () => {
    const page = await browser.newPage({ viewport: SIZES.phone });
    await openAt(page, '/login');
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    const paths = Object.keys(OWN_PAGES).map(pathOf);
    for (const path of paths) {
      const { status, headers } = await fetch(product.url + path);
      // The server sends the app, which opens this page.
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, expect.stringMatching(/html/)]);
      await move(page, path);
      // `usr.from` tells the login page where to lead.
      const sent = `location.pathname === '/login' && history.state?.usr?.from === ${JSON.stringify(path)}`;
      await until(() => page.evaluate<boolean>(sent), `the login page, which leads to ${path}`);
    }
    await enter(page, product.url, customer, paths.at(-1)!);
    await page.getByText(/^v\d+\.\d+\.\d+$/).waitFor();
    await openAt(page, '/logout');
    await page.waitForURL('**/login');
    await openAt(page, '/home');
    await page.waitForURL('**/login');
    await page.context().close();
  });

  it('is listed in this suite', () => {
    const looked = [...Object.keys(OPEN_PAGES), ...Object.keys(OWN_PAGES), '[route:/logout]'];
    expect(looked.sort()).toEqual([...PUBLIC_ROUTES, ...USER_ROUTES].map((path) => `[route:${path}]`).sort());
  });
});
