import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type NewCustomer, newCustomer } from '../../services/standalone/testing/people.js';
import { buyDirectly, chromiumPath, logIn, seriousFaults, SIZES, withoutChromium } from './browser.js';
import { showSharedProduct, type SharedView } from './shown-product.js';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';
import { type } from './customer.js';
import { ERRANDS } from './shopping.js';
import { visit } from './testing/moving.js';
import { staysWhereItIs } from './testing/steady-form.js';

/** Keeps answers of purchases from the page. `page.route` would do so too, and turn off the caches of the browser. */
const NO_ANSWERS = `{
  const call = window.fetch;
  window.fetch = async (...given) => {
    const answer = await call(...given);
    const lost = new Headers(given[1]?.headers).has('idempotency-key');
    return lost ? new Promise(() => undefined) : answer;
  };
}`;

const looking = chromiumPath ? describe : describe.skip;

looking(`when something goes wrong ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let customer: NewCustomer;
  let page: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.phone });
    ({ product, page } = shown);
    customer = await newCustomer(product);
    // Logs in through the page: a browser that never saw a login takes the next one for another customer's.
    await logIn(page, product.url, customer.email, customer.password);
  });

  afterAll(() => shown?.stop());

  const reads = (text: string): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();
  const order = async (route: string, phone: string, amount: string): Promise<void> => {
    await page.goto(product.url + route);
    await type(page, 'Phone number', phone);
    await type(page, 'Amount', amount);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
  };

  it('a lost answer is looked up, and nothing is bought twice', async () => {
    await order('/airtime', '08031234567', '700');
    // The server gets each call, but its answers never arrive.
    const keys: (string | undefined)[] = [];
    await page.route('**/api/buycard/', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.fetch({ timeout: PATIENCE_MS });
      await route.abort();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Pay ₦693.00' }).click();
    await reads('Your purchase may have gone through.');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await page.reload();
    await reads('Checking your last purchase');
    await reads('We found it: it was accepted.');
    await page.getByRole('link', { name: 'See the receipt' }).click();
    await reads('Airtime delivered');
    await page.goto(`${product.url}/airtime-history`);
    await reads('1 entry');
    await reads('₦49,307.00');
  });

  it('a lost purchase is not mistaken for one of the same price to another number', async () => {
    await buyDirectly(page, product.url, { phone: '08031234561', amount: 800 });
    await order('/airtime', '08031234562', '800');
    await page.route('**/api/buycard/', (route) => route.abort());
    await page.getByRole('dialog').getByRole('button', { name: 'Pay ₦792.00' }).click();
    await reads('Your purchase may have gone through.');
    await page.unroute('**/api/buycard/');
    await page.reload();
    await reads('Nothing was accepted so far.');
    expect(await page.getByText('We found it: it was accepted.').count()).toBe(0);
    // The same idempotency key makes it one purchase, found or not.
    await page.getByRole('button', { name: 'Send it again safely' }).click();
    await page.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
    await page.getByRole('dialog').getByRole('button', { name: 'Ask again' }).click();
    await reads('Airtime delivered');
    await page.getByText('0803 123 4562').or(page.getByText('08031234562')).first().waitFor();
  });

  it('an ended session is announced, and typed values are back after the login', async () => {
    await page.goto(`${product.url}/electricity`);
    await type(page, 'Meter number', '45098765432');
    await page.getByLabel('Distribution company').selectOption('18');
    await page.context().clearCookies();
    // The page may have noticed by a read and gone to `/login` already.
    await page.evaluate(
      "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Check meter')?.click()",
    );
    await page.waitForURL('**/login');
    await reads('Your session has ended.');
    await type(page, 'Email or phone', customer.email);
    await type(page, 'Password', customer.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL('**/electricity');
    expect(await page.getByLabel('Meter number', { exact: true }).inputValue()).toBe('45098765432');
  });

  it('offline mode is announced', async () => {
    await page.context().setOffline(true);
    await reads('You are offline.');
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
  });

  describe('when a page cannot be loaded', () => {
    const go = (name: string): Promise<void> =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    const broke = () => page.getByText('Unexpected Application Error!').count();
    /** File of a page, with its build hash. */
    const chunk = (name: string): RegExp => new RegExp(`/assets/${name}-[^/]+\\.(js|css)$`);
    let loads: number;

    beforeAll(async () => {
      await page.context().setOffline(false);
      await page.setViewportSize(SIZES.desktop);
      page.on('request', (request) => {
        if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
      });
    });
    beforeEach(async () => {
      await page.goto(`${product.url}/airtime`);
      await heading('Recharge Your Account').waitFor();
      await type(page, 'Phone number', '08031239999');
      await page.evaluate('sessionStorage.removeItem("naira-ledger-reloaded")');
      loads = 0;
    });

    it('offline, the old page keeps typed values, and the new one opens once online', async () => {
      await page.context().setOffline(true);
      await go('All transactions');
      await reads('This page cannot be loaded right now.');
      expect(await page.getByLabel('Phone number', { exact: true }).inputValue()).toBe('08031239999');
      expect(await broke()).toBe(0);
      expect(await seriousFaults(page)).toEqual([]);
      await page.context().setOffline(false);
      await heading('Transaction history').waitFor();
      await page.getByText('This page cannot be loaded right now.').waitFor({ state: 'detached' });
      // Failed styles are requested again.
      const styled =
        'Array.from(document.querySelectorAll("link[rel=stylesheet]")).every(({ sheet }) => sheet)';
      // Includes styles of the side pane, which load later.
      await until(() => page.evaluate(styled) as Promise<boolean>, 'all styles');
      expect(await broke()).toBe(0);
      expect(loads).toBe(0);
    });

    it('offline, a page that is loaded already opens and ends the notice', async () => {
      await go('Buy Data');
      await heading('Buy Data').waitFor();
      await page.context().setOffline(true);
      await go('Bulk SMS');
      await reads('This page cannot be loaded right now.');
      await go('Airtime');
      await heading('Recharge Your Account').waitFor();
      await page.getByText('This page cannot be loaded right now.').waitFor({ state: 'detached' });
      await page.context().setOffline(false);
    });

    it('after a deploy that removed its file, the app reloads once', async () => {
      // Simulates an outdated build until the reload.
      await page.route(chunk('cable-page'), (route) =>
        loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
      );
      await go('Cable');
      await heading('Buy Cable').waitFor();
      expect(loads).toBe(1);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    it('a file that is still missing after the reload is reported, without reload loops', async () => {
      await page.route(chunk('transfer-page'), (route) => route.fulfill({ status: 404, body: '' }));
      await go('Send Money');
      await reads('This page could not be loaded.');
      expect(loads).toBe(1);
      expect(await seriousFaults(page)).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByRole('link', { name: 'Load this page again' }).click();
      await heading('Send Money To All Banks').waitFor();
    });
  });

  it('a form keeps its place when delivery times appear, and stays accessible when the network is slow', async () => {
    const tell = async (health: string, more: object): Promise<void> => {
      await page.unroute('**/api/service_health/');
      const services = [{ service: 'airtime', health, success_rate: 0.98, ...more }];
      await page.route('**/api/service_health/', (route) =>
        route.fulfill({ json: { status: true, services } }),
      );
    };
    await tell('good', { median_seconds: 3.8 });
    await staysWhereItIs(page, product.url);
    await tell('slow', { median_seconds: 130 });
    await page.goto(`${product.url}/airtime`);
    await reads('The network is slow now');
    expect(await seriousFaults(page)).toEqual([]);
    await page.unroute('**/api/service_health/');
  });

  it('a lost purchase of every service is found by its recipient', async () => {
    // `newContext` keeps loaded files away from the tests above.
    const own = await shown.browser.newContext({
      viewport: SIZES.desktop,
      storageState: await page.context().storageState(),
    });
    const tab = await own.newPage();
    await tab.addInitScript({ content: NO_ANSWERS });
    await tab.goto(`${product.url}/home`);
    await tab.getByRole('heading', { level: 1, name: /^Welcome, / }).waitFor();
    for (const { route, fill } of ERRANDS) {
      await visit(tab, route);
      await fill(tab);
      const heard = tab.waitForResponse((answer) => 'idempotency-key' in answer.request().headers());
      await tab.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
      await tab
        .getByRole('dialog')
        .getByRole('button', { name: /^Pay ₦/ })
        .click();
      await heard;
      await tab.reload();
      await tab.getByText('We found it: it was accepted.').waitFor();
    }
    await own.close();
  });
});
