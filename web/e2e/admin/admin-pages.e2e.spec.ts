import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Running } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { enterAsAdministrator, goWithin, logInAsAdministrator } from './administrator.js';
import {
  chromiumPath,
  complaints,
  faultsInBothThemes,
  launch,
  SCREENS,
  SIZES,
  startProduct,
  withoutChromium,
  type Screen,
} from '../browser.js';
import { move, settling } from '../testing/moving.js';

/** Level-1 heading of each administrator page, by its row of the checklist. */
const PAGES: Readonly<Record<`[admin-route:/${string}]`, string | RegExp>> = {
  '[admin-route:/activity]': 'Activity log',
  '[admin-route:/admin-security]': 'Your sign-in',
  '[admin-route:/audit]': 'Audit',
  '[admin-route:/audit/events]': 'Events',
  '[admin-route:/audit/event?position=1]': 'Event 1',
  '[admin-route:/audit/replay]': 'Replay',
  '[admin-route:/audit/trial-balance]': 'Trial balance',
  '[admin-route:/audit/accounts/opening]': 'opening',
  '[admin-route:/audit/seals]': 'Seals',
  '[admin-route:/audit/proofs]': 'Proofs',
  '[admin-route:/audit/why]': 'Why it was charged',
  '[admin-route:/administrators]': 'Administrators',
  '[admin-route:/admin-area]': 'Admin home',
  '[admin-route:/failedtransaction]': 'Failed transactions',
  '[admin-route:/completeexternal]': 'Completed external transactions',
  '[admin-route:/adminproblems]': 'Reported problems',
  '[admin-route:/broadcast]': 'Broadcasts',
  '[admin-route:/broadcastlist]': 'Broadcasts',
  '[admin-route:/createbroadcast]': 'Create broadcast',
  '[admin-route:/editdataprices]': 'Change Data Prices',
  '[admin-route:/disablenetwork]': 'Disable Network',
  '[admin-route:/activatenetwork]': 'Activate Network',
  '[admin-route:/disableplan]': 'Disable Plan Type',
  '[admin-route:/activateplan]': 'Activate Plan Type',
  '[admin-route:/changeaffiliatefee]': 'Change Affiliate Charges',
  '[admin-route:/adminthistory]': 'All transactions',
  '[admin-route:/adminfundinghistory]': 'Wallet funding history',
  '[admin-route:/adminfundbetfundingdetails]': 'Bet funding history',
  '[admin-route:/admincustomhistory]': 'Custom date range',
  '[admin-route:/money-desk]': 'Money desk',
  '[admin-route:/approvals]': 'Approvals',
  '[admin-route:/unmatched]': 'Unmatched payments',
  '[admin-route:/chargebacks]': 'Chargebacks',
  '[admin-route:/adminbuydata]': 'Buy Data',
  '[admin-route:/adminbuyairtime]': 'Recharge Your Account',
  '[admin-route:/adminbuysms]': 'Bulk SMS',
  '[admin-route:/adminbuycable]': 'Buy Cable',
  '[admin-route:/adminbuyelectricity]': 'Pay Electricity',
  '[admin-route:/adminbuyexams]': 'Buy Exam Pin',
  '[admin-route:/fundbetfunding]': 'Fund Bet Wallet',
  '[admin-route:/adminbanktransfer]': 'Send Money To All Banks',
  '[admin-route:/adminbvn]': 'Verify BVN',
  '[admin-route:/plans]': 'Plans',
  '[admin-route:/stat]': 'Sales',
  '[admin-route:/switch-api]': 'API Switch Control',
  '[admin-route:/operations]': 'Operations',
  '[admin-route:/user-center]': 'User management',
  '[admin-route:/adminaffiliate]': 'Affiliates',
};

/** Text of an empty list. */
const NOTHING_YET: Readonly<Record<string, string>> = {
  '[admin-route:/failedtransaction]': 'Nothing to decide',
  '[admin-route:/adminthistory]': 'No transactions yet',
  '[admin-route:/adminfundbetfundingdetails]': 'No bet funding yet',
  '[admin-route:/approvals]': 'Nothing to approve',
  '[admin-route:/unmatched]': 'Every payment has an owner',
  '[admin-route:/chargebacks]': 'No chargebacks',
};

/** Looks the same on every page, so only the first one checks it. */
const MENU = 'nav[aria-label="Main"]';

const LOGIN = '[admin-route:/adminlogin]';
/** Pages without a login. */
const OPEN_PAGES: readonly (readonly [row: string, heading: string])[] = [
  [LOGIN, 'Admin Login'],
  ['[admin-route:/adminforgotpassword]', 'Forgot Password'],
  ['[admin-route:/adminchangepassword]', 'Reset Password'],
  // Opened without its link.
  ['[admin-route:/admininvite]', 'You are invited'],
];
const pathOf = (row: string): string => row.slice('[admin-route:'.length, -1);
const looking = chromiumPath ? describe : describe.skip;
const WHATSAPP = 'https://wa.me/2348000000000';

interface Look {
  readonly page: Page;
  readonly screens: readonly [Screen, ...Screen[]];
  readonly settled: () => Promise<void>;
}

/** Needs its own `startProduct`, whose lists are empty. */
looking(`every page of the administrators' side ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;
  let signedIn: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'admin-pages-'));
    product = await startProduct({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5', WHATSAPP_URL: WHATSAPP });
    browser = await launch();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  async function faultsOn(
    { page, screens, settled }: Look,
    row: string,
    heading: string | RegExp,
    except: readonly string[] = [],
  ): Promise<string[]> {
    await page.getByRole('heading', { level: 1, name: heading }).first().waitFor();
    const nothing = NOTHING_YET[row];
    if (nothing) await page.getByText(nothing).filter({ visible: true }).first().waitFor();
    await settled();
    return faultsInBothThemes(page, row, screens, except);
  }

  for (const [screens, colorScheme] of [
    [['phone'], 'light'],
    [['large screen', 'desktop'], 'dark'],
  ] as const)
    it(`is accessible, fits and logs nothing in both themes on a ${screens.join(' and a ')}`, async () => {
      const viewport = SCREENS[screens[0]];
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      const heard = complaints(page);
      const faults: string[] = [];
      const look = { page, screens, settled: settling(page) };
      await page.goto(product.url + pathOf(LOGIN));
      for (const [row, heading] of OPEN_PAGES) {
        await move(page, pathOf(row));
        faults.push(...(await faultsOn(look, row, heading)));
      }
      await enterAsAdministrator(page, product.url, '/plans');
      for (const [index, [row, heading]] of Object.entries(PAGES).entries()) {
        await move(page, pathOf(row));
        faults.push(...(await faultsOn(look, row, heading, index === 0 ? [] : [MENU])));
      }
      await context.close();
      expect(faults).toEqual([]);
      expect(heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
    });

  it('sends visitors to /adminlogin, and after the login to the page they wanted', async () => {
    const page = await (await browser.newContext({ viewport: SIZES.phone })).newPage();
    await page.goto(`${product.url}/adminlogin`);
    await page.getByRole('heading', { level: 1, name: 'Admin Login' }).waitFor();
    for (const path of Object.keys(PAGES).map(pathOf)) {
      const { status, headers } = await fetch(product.url + path);
      // The server sends the app, which opens this page.
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, expect.stringMatching(/html/)]);
      await move(page, path);
      // `usr.from` tells the login page where to lead.
      const sent = `location.pathname === '/adminlogin' && history.state?.usr?.from === ${JSON.stringify(path)}`;
      await until(() => page.evaluate<boolean>(sent), `the login page, which leads to ${path}`);
    }
    const [last] = Object.keys(PAGES).slice(-1);
    await logInAsAdministrator(page, product.url, { to: pathOf(last!) });
    signedIn = page;
  });

  it('lists no open invitations at first, and asks for help at the [admin-const:whatsapp-link]', async () => {
    await goWithin(signedIn, '/administrators');
    await signedIn.getByText('admin@demo.test').filter({ visible: true }).first().waitFor();
    await signedIn.getByText(/^v\d+\.\d+\.\d+$/).waitFor();
    expect(await signedIn.getByRole('heading', { name: 'Invited, not yet here' }).count()).toBe(0);
    await goWithin(signedIn, '/plans');
    const help = signedIn.getByRole('link', { name: /WhatsApp/ });
    expect(await help.getAttribute('href')).toBe(WHATSAPP);
  });
});
