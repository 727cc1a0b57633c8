import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '../../../infra/testing/until.js';
import { ownEmail } from '../../../services/standalone/testing/people.js';
import { becomeNewCustomer } from '../customer.js';
import { goWithin, logInAsAdministrator } from './administrator.js';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;

looking(`an administrator ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.phone });
    ({ product, browser, page } = shown);
  });

  afterAll(() => shown?.stop());

  const stored = (page: Page, key: string) => page.evaluate(`sessionStorage.getItem('${key}')`);
  const reads = (page: Page, text: string | RegExp): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

  it(
    'enters by [admin-call:/api/admin-login/] at [admin-text:Admin Login] with [admin-text:Login Now!], is told [admin-busy:logging...]: ' +
      '[admin-move:login failed] [admin-move:login idle-busy-in] [admin-move:admin-session in] [admin-field:login.username] ' +
      '[admin-field:login.password] [admin-field:login.status] [admin-field:login.token] [admin-field:login.message]',
    async () => {
      await page.goto(`${product.url}/adminlogin`);
      await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
      await page.getByLabel('Email').fill('admin@demo.test');
      await page.getByLabel('Password', { exact: true }).fill('Wrong-pass-1');
      await page.getByRole('button', { name: 'Login Now!' }).click();
      const alert = page
        .getByRole('alert')
        .filter({ hasText: 'The email, phone or password is not correct.' });
      await alert.waitFor();
      const [field, refusal] = await Promise.all([
        page.getByLabel('Password', { exact: true }).boundingBox(),
        alert.boundingBox(),
      ]);
      expect(refusal!.y).toBeGreaterThan(field!.y);
      expect([new URL(page.url()).pathname, await stored(page, 'adminToken')]).toEqual(['/adminlogin', null]);

      let sent: unknown;
      let answered: Record<string, unknown> = {};
      let go: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (go = resolve));
      await page.route('**/api/admin-login/', async (route) => {
        sent = route.request().postDataJSON();
        const answer = await route.fetch();
        answered = (await answer.json()) as Record<string, unknown>;
        await held;
        await route.fulfill({ response: answer });
      });
      await page.getByLabel('Password', { exact: true }).fill('Admin-pass-1');
      await page.getByRole('button', { name: 'Login Now!' }).click();
      await page.getByRole('button', { name: 'logging...' }).waitFor();
      go();
      await page.waitForURL('**/admin-area');
      expect(sent).toEqual({ username: 'admin@demo.test', password: 'Admin-pass-1' });
      expect(answered).toMatchObject({
        status: true,
        token: expect.any(String),
        message: expect.any(String),
        first_name: 'Chidi',
        role: 'admin',
        permissions: ['owner'],
      });
      expect([await stored(page, 'adminToken'), await stored(page, 'grabToken')]).toEqual([
        answered['token'],
        answered['token'],
      ]);
      // A phone hides the name beside a balance in the millions.
      await page.setViewportSize(SIZES.desktop);
      await reads(page, 'Hello, Chidi');
      await page.setViewportSize(SIZES.phone);
      await page.unrouteAll();
    },
  );

  it('keeps administrator and customer sessions of one browser apart, and [admin-call:/api/logout/] ends only its own: [admin-move:admin-session out]', async () => {
    const shared = await browser.newContext({ viewport: SIZES.desktop });
    const own = await shared.newPage();
    await logInAsAdministrator(own, product.url);
    // The login must leave no customer token or session in this tab.
    await own.goto(`${product.url}/home`);
    await own.waitForURL('**/login');

    const customer = await shared.newPage();
    await becomeNewCustomer(customer, product, { naira: 0 });
    await customer.goto(`${product.url}/admin-area`);
    await reads(customer, 'Hello, Chidi');
    await customer.goto(`${product.url}/home`);
    await reads(customer, 'Hello, Ada');

    await own.goto(`${product.url}/plans`);
    await reads(own, 'Hello, Chidi');
    const other = await shared.newPage();
    await other.goto(`${product.url}/plans`);
    await reads(other, 'Hello, Chidi');

    const leaving = own.waitForResponse('**/api/logout/');
    await own.getByRole('button', { name: 'Logout' }).click();
    expect((await leaving).status()).toBe(200);
    await own.waitForURL('**/adminlogin');
    expect(await stored(own, 'adminToken')).toBeNull();
    await other.waitForURL('**/adminlogin');
    // The server ends live connections before it answers.
    await reads(other, /^(?:Another tab ended this session|Your session has ended)\.$/);

    await customer.reload();
    await reads(customer, 'Hello, Ada');
    await customer.goto(`${product.url}/admin-area`);
    await customer.waitForURL('**/adminlogin');
    await shared.close();
  });

  it.each([
    ['[admin-text:Buy Airtime] [admin-const:discount-1-percent]', 'Buy Airtime', '1% off'],
    ['[admin-text:Buy Data]', 'Buy Data', 'Fast Delivery'],
    ['[admin-text:Pay 4 Cable]', 'Pay 4 Cable', 'Fast Delivery'],
    ['[admin-text:Pay 4 Electricity]', 'Pay 4 Electricity', 'Fast Delivery'],
    ['[admin-text:Pay 4 Exam Pins]', 'Pay 4 Exam Pins', 'Fast Delivery'],
    ['[admin-text:Bulk SMS] [admin-const:sms-from-3]', 'Bulk SMS', 'One text to many phones'],
    ['[admin-text:Transfer 2 Others]', 'Transfer 2 Others', 'Instant Delivery'],
    ['[admin-text:Bet Wallet Funding]', 'Bet Wallet Funding', 'Premium'],
  ])('is shown %s', async (_row, tile, says) => {
    await page.getByRole('listitem').filter({ hasText: tile }).filter({ hasText: says }).waitFor();
  });

  it('opens the [admin-const:footer-pop-up] of the phone bar by touch and keyboard', async () => {
    const bar = page.getByRole('navigation', { name: 'Quick' });
    const opener = bar.getByRole('button', { name: 'Quick actions' });
    const inPopup = bar.getByRole('list').getByRole('link');
    for (const [name, address] of [
      ['Fund', '/money-desk'],
      ['History', '/adminthistory'],
      ['Transfer', '/adminbanktransfer'],
      ['Profile', '/admin-security'],
    ] as const) {
      await opener.click();
      expect((await inPopup.allTextContents()).map((text) => text.trim())).toEqual([
        'Fund',
        'History',
        'Transfer',
        'Profile',
      ]);
      await inPopup.filter({ hasText: name }).click();
      await page.waitForURL(`**${address}`);
      await inPopup.first().waitFor({ state: 'detached' });
    }
    // The focus moves when a page is drawn, which may be long after `waitForURL`.
    await page.getByRole('heading', { level: 1, name: 'Your sign-in' }).waitFor();
    await opener.press('Enter');
    await inPopup.first().waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await inPopup.first().waitFor({ state: 'detached' });
    expect(await page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Quick actions');
    for (const [name, address] of [
      ['Data', '/adminbuydata'],
      ['Airtime', '/adminbuyairtime'],
      ['Home', '/admin-area'],
    ] as const) {
      await bar.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(`**${address}`);
    }
  });

  it('moves the focus to a new page unless the user moved it while the page loaded', async () => {
    let arrive: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/admin-security-page-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${product.url}/admin-area`);
    const bar = page.getByRole('navigation', { name: 'Quick' });
    const opener = bar.getByRole('button', { name: 'Quick actions' });
    await opener.click();
    await bar.getByRole('list').getByRole('link', { name: 'Profile' }).click();
    await page.waitForURL('**/admin-security');
    await opener.press('Enter');
    arrive();
    await page.getByRole('heading', { level: 1, name: 'Your sign-in' }).waitFor();
    const focused = "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id";
    expect(await page.evaluate(focused)).toBe('Quick actions');
    await page.keyboard.press('Enter');
    await bar.getByRole('list').waitFor({ state: 'detached' });
    await bar.getByRole('link', { name: 'Home', exact: true }).click();
    await page.waitForURL('**/admin-area');
    await until(
      async () => (await page.evaluate("document.activeElement?.id === 'main'")) as boolean,
      'the focus on the new page',
    );
    await page.unrouteAll();
  });

  it(
    'waits with [admin-text:We Are Preparing Your Data, Please wait...], reads [admin-const:plans-page], ' +
      'and is told [admin-text:Unexpected Application Error!]',
    async () => {
      let go: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (go = resolve));
      await page.route('**/api/session/', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${product.url}/plans`);
      await reads(page, 'We Are Preparing Your Data, Please wait...');
      go();
      for (const price of ['Free', '₦5,000', '$100', '$1,000', '$10,000']) await reads(page, price);
      expect(await page.getByRole('button', { name: 'Coming soon', disabled: true }).count()).toBe(5);

      await page.route('**/admin-home-page-*.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'export default () => { throw new Error("broken"); }',
        }),
      );
      await page.getByRole('link', { name: 'Home' }).click();
      await reads(page, 'Unexpected Application Error!');
      await page.unrouteAll();
    },
  );

  it('navigates by keyboard, and scrolls a long menu to the current page', async () => {
    await page.setViewportSize(SIZES.desktop);
    await page.goto(`${product.url}/plans`);
    const keys = page.getByRole('dialog', { name: 'Keyboard' });
    // Shortcuts load later.
    await until(async () => {
      await page.keyboard.press('?');
      return (await keys.count()) > 0;
    });
    await keys.getByText('Find pages, users and transactions').waitFor();
    await keys.getByText('Failed transactions').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('u');
    await page.waitForURL('**/user-center');
    await page.keyboard.press('Control+k');
    const find = page.getByRole('dialog', { name: 'Find' });
    await find.getByRole('combobox').fill('approv');
    await find.getByRole('option', { name: 'Approvals' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/approvals');
    await page.keyboard.press('Control+k');
    const nobody = ownEmail('nobody');
    await find.getByRole('combobox').fill(nobody);
    await find.getByRole('option', { name: `Users with “${nobody}”` }).click();
    await page.waitForURL(`**/user-center?q=${encodeURIComponent(nobody)}`);
    await reads(page, 'Nothing matches');
    await goWithin(page, '/admin-security');
    const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
    await until(async () => {
      const box = await here.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= SIZES.desktop.height;
    });
  });
});
