import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { PATIENCE_MS } from '../../infra/testing/until.js';
import { type NewCustomer, newCustomer, ownEmail } from '../../services/standalone/testing/people.js';
import { logInAsAdministrator } from './admin/administrator.js';
import { buyDirectly, chromiumPath, faultsOf, logIn, SIZES, withoutChromium } from './browser.js';
import { enter, type } from './customer.js';
import { showSharedProduct, type SharedView } from './shown-product.js';
import { visit } from './testing/moving.js';
import { reads } from './testing/reading.js';

const looking = chromiumPath ? describe : describe.skip;

looking(`the next person ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let page: Page;
  let ada: NewCustomer;
  let bola: NewCustomer;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ product, page } = shown);
    ada = await newCustomer(product);
    bola = await newCustomer(product, { email: ownEmail('bola'), firstName: 'Bola', naira: 100_000 });
  });

  afterAll(() => shown?.stop());
  beforeEach(() => page.context().clearCookies());

  const open = (name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  const heading = (on: Page, name: string): Promise<void> =>
    on.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const visible = (text: string) => page.getByText(text).filter({ visible: true }).first();
  const newTab = (): Promise<Page> => page.context().newPage();

  /** Ends all sessions of a customer from another device. */
  const endElsewhere = async ({ email, password }: NewCustomer): Promise<void> => {
    const device = await shown.browser.newContext();
    const call = async (path: string, data: object): Promise<void> => {
      const csrf = (await device.cookies(product.url)).find(({ name }) => name.includes('csrftoken'));
      const answer = await device.request.post(`${product.url}/api/${path}/`, {
        headers: { 'x-csrftoken': decodeURIComponent(csrf?.value ?? '') },
        data,
        timeout: PATIENCE_MS,
      });
      expect(answer.status()).toBe(200);
    };
    await call('user_login', { email, password });
    await call('end_other_sessions', {});
    await call('logout', {});
    await device.close();
  };

  it('sees only their own name, balance, purchases and account numbers on a tab whose session ended', async () => {
    const rows = page.locator('main a[href^="/receipt/"]').filter({ visible: true });
    const numbers = page.getByText(/Account number \d{10}/);
    await logIn(page, product.url, ada.email, ada.password);
    await buyDirectly(page, product.url, { phone: '08031234567', amount: 700 });
    await visible('₦49,307.00').waitFor();
    await page.getByRole('link', { name: 'Top up', exact: true }).first().click();
    const hers = await numbers.first().textContent();
    await open('All transactions');
    await rows.first().waitFor();
    await open('Dashboard');
    await heading(page, 'Welcome, Ada');
    await endElsewhere(ada);
    await visible('Your session has ended. Log in again to continue.').waitFor();
    await enter(page, product.url, bola, '/home');
    await heading(page, 'Welcome, Bola');
    await visible('₦100,000.00').waitFor();
    expect(await page.getByText('₦49,307.00').count()).toBe(0);
    await page.getByRole('link', { name: 'Top up', exact: true }).first().click();
    await numbers.first().waitFor();
    expect(await numbers.first().textContent()).not.toBe(hers);
    await open('All transactions');
    await visible('1 entry').waitFor();
    expect(await rows.count()).toBe(0);
  });

  it.each([
    ['hears of it', false],
    ['sleeps meanwhile', true],
  ])('logs in on another tab and gets nothing that this one holds, when it %s', async (_, sleeps) => {
    const [tab, other] = [await newTab(), await newTab()];
    if (sleeps)
      await tab.addInitScript("addEventListener('storage', (told) => told.stopImmediatePropagation(), true)");
    await logIn(tab, product.url, ada.email, ada.password);
    await visit(tab, '/airtime');
    await type(tab, 'Phone number', '08031234567');
    await type(tab, 'Amount', '900');
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
    await tab.route('**/api/buycard/', (route) => route.abort());
    await tab.getByRole('dialog').getByRole('button', { name: 'Pay ₦891.00' }).click();
    await tab.getByText('Your purchase may have gone through.').waitFor();
    await tab.unroute('**/api/buycard/');
    await tab.reload();
    await tab.getByRole('button', { name: 'Send it again safely' }).waitFor();
    const asked: Route[] = [];
    // Holds this tab's calls until the next customer is logged in, so that the server sees another session instead of
    // none.
    await tab.route('**/api/**', (route) => void asked.push(route));
    await page.context().clearCookies();
    await logIn(other, product.url, bola.email, bola.password);
    await tab.unrouteAll({ behavior: 'ignoreErrors' });
    for (const route of asked) await route.continue().catch(() => undefined);
    const left = tab.waitForURL('**/login');
    // The tab may notice first by a read of its own.
    if (sleeps) await Promise.race([tab.getByRole('button', { name: 'Check now' }).click(), left]);
    await left;
    await reads(tab, 'Another tab ended this session.');
    // A reload belongs to the customer who is logged in.
    await tab.goto(`${product.url}/airtime`);
    await tab.getByLabel('Amount', { exact: true }).waitFor();
    expect(await tab.getByLabel('Amount', { exact: true }).inputValue()).toBe('');
    expect(await tab.getByText('Checking your last purchase').count()).toBe(0);
    await visit(tab, '/home');
    await heading(tab, 'Welcome, Bola');
    await reads(tab, '₦100,000.00');
    await tab.close();
    await other.close();
  });

  it('finds no session after a logout, and is told when a logout failed, with a way back', async () => {
    const [tab, other] = [await newTab(), await newTab()];
    await logIn(tab, product.url, ada.email, ada.password);
    await other.goto(`${product.url}/settings`);
    await heading(other, 'Change Password');
    await tab.route('**/api/logout/', (route) => route.abort());
    await tab.getByRole('link', { name: 'Logout' }).filter({ visible: true }).first().click();
    await reads(tab, 'You are not logged out yet.');
    expect(await faultsOf(tab, '/logout')).toEqual([]);
    await tab.getByRole('link', { name: 'Go back' }).click();
    await heading(tab, 'Welcome, Ada');
    // A new tab has no page to go back to.
    await tab.goto(`${product.url}/logout`);
    await reads(tab, 'You are not logged out yet.');
    await tab.getByRole('link', { name: 'Go back' }).click();
    await heading(tab, 'Welcome, Ada');
    await tab.unroute('**/api/logout/');
    await tab.route('**/api/logout/', (route) => route.fulfill({ status: 503, body: 'down' }));
    await visit(tab, '/logout');
    await reads(tab, 'You are not logged out yet.');
    await tab.unroute('**/api/logout/');
    expect(new URL(other.url()).pathname).toBe('/settings');
    await tab.getByRole('button', { name: 'Try again' }).click();
    await tab.waitForURL('**/login');
    await other.waitForURL('**/login');
    await tab.goto(`${product.url}/home`);
    await tab.waitForURL('**/login');
    await tab.close();
    await other.close();
  });

  it('logs an administrator out when another logs in on another tab, and reads everything again afterwards', async () => {
    const [tab, other] = [await newTab(), await newTab()];
    const summary = (request: { url(): string }): boolean => request.url().includes('/api/admin-summary/');
    await Promise.all([tab.waitForResponse(summary), logInAsAdministrator(tab, product.url)]);
    await logInAsAdministrator(other, product.url, {
      email: 'auditor@demo.test',
      password: 'Audit-pass-1',
    });
    await tab.waitForURL('**/adminlogin');
    const askedAgain = tab.waitForRequest(summary);
    await logInAsAdministrator(tab, product.url);
    await askedAgain;
    await other.waitForURL('**/adminlogin');
    await tab.close();
    await other.close();
  });
});
