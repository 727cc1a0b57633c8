import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { freePort } from '../../../infra/testing/product.js';
import type { Running } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import {
  buyDirectly,
  chromiumPath,
  launch,
  logIn,
  SIZES,
  startProduct,
  withoutChromium,
} from '../browser.js';
import { movementsOf } from '../testing/reading.js';
import { fillIn } from '../testing/scene.js';

/** Needs its own `startProduct`, which the suite kills. */
const offline = chromiumPath ? describe : describe.skip;
/** Balance after both purchases. */
const LEFT = '₦49,653.50';

offline(`without a network ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let settings: Record<string, string>;
  let product: Running;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let reference: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'offline-'));
    const [port, sandboxPort] = [String(await freePort()), String(await freePort())];
    settings = { DATA_DIR: folder, PORT: port, SANDBOX_PORT: sandboxPort };
    product = await startProduct(settings);
    browser = await launch();
    context = await browser.newContext({ viewport: SIZES.phone, serviceWorkers: 'allow' });
    page = await context.newPage();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Visible balance. */
  const shown = (on: Page, balance = '₦49,901.00') => on.getByText(balance).filter({ visible: true }).first();

  /** Newest row. */
  const row = (on: Page) => on.locator('main a[href^="/receipt/"]').filter({ visible: true }).first();

  /** Calls kept in `offline-copies`. */
  const copies = async (): Promise<string[]> =>
    (await page.evaluate(
      "caches.open('offline-copies').then((store) => store.keys()).then((kept) => kept.map(({ url }) => new URL(url).pathname.split('/').pop()))",
    )) as string[];

  it('keeps its pages and the last answers on the device', async () => {
    await logIn(page, product.url);
    reference = await buyDirectly(page, product.url, { phone: '08031234567', amount: 100 });
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    // The worker controls pages from the next load on.
    await page.goto(`${product.url}/receipt/${reference}`);
    await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
    await page.goto(`${product.url}/home`);
    await shown(page).waitFor();
    await until(async () => {
      const kept = await copies();
      return ['userData', 'transaction'].every((name) => kept.includes(name));
    }, 'the copies of the wallet and the receipt');
  });

  it('keeps the chosen language while the server cannot be reached', async () => {
    await page.goto(`${product.url}/settings`);
    await page.getByRole('button', { name: 'Pidgin', exact: true }).click();
    await page.getByText('Where you don sign in').waitFor();
    await page.goto(`${product.url}/home`);
    await shown(page).waitFor();
    await product.stop('SIGKILL');
    await page.goto(`${product.url}/home`);
    await shown(page).waitFor();
    await page.getByText('We no fit reach di server.').waitFor();
    await page.evaluate("localStorage.removeItem('naira-ledger-language')");
  });

  it('shows the copies with their time while the server cannot be reached', async () => {
    await page.goto(`${product.url}/home`);
    await shown(page).waitFor();
    await page.getByText('We cannot reach the server.').waitFor();
    await page.getByText(/What you see is of /).waitFor();
    await page.goto(`${product.url}/receipt/${reference}`);
    await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
  });

  it('shows the copies in a tab opened while the server is down', async () => {
    const other = await context.newPage();
    await other.goto(`${product.url}/home`);
    await shown(other).waitFor();
    await other.close();
  });

  it('shows nothing from the end of the session on, also in an open tab', async () => {
    const known = "localStorage['naira-ledger-known']";
    const customer = String(await page.evaluate(known));
    const other = await context.newPage();
    await other.goto(`${product.url}/home`);
    await shown(other).waitFor();
    await other.evaluate('Date.now = ((now) => () => now() + 9 * 3_600_000)(Date.now)');
    await other.getByText('Your session has ended.').waitFor();
    expect(await other.getByText('₦49,901.00').count()).toBe(0);
    expect(await copies()).toEqual([]);
    await page.evaluate(`${known} = '${customer}'`);
    await other.close();
  });

  it('ends the notice once the server is back', async () => {
    product = await startProduct(settings);
    await page.goto(`${product.url}/home`);
    await shown(page).waitFor();
    await until(async () => {
      return (await page.getByText('We cannot reach the server.').count()) === 0;
    }, 'the end of the notice');
  });

  it('buys nothing while offline, says so, and buys nothing by itself afterwards', async () => {
    const bought = async (): Promise<number> =>
      (await movementsOf(page, product.url)).filter(({ kind }) => kind === 'purchase').length;
    expect(await bought()).toBe(1);
    // The history is kept only after it was read.
    expect(await copies()).not.toContain('walletMovements');
    await page.goto(`${product.url}/thistory`);
    await row(page).waitFor();
    await until(async () => (await copies()).includes('walletMovements'), 'the copy of the history');
    await page.goto(`${product.url}/airtime`);
    await fillIn({ 'Phone number': '08051234567', Amount: '250' }, 'Continue')(page);
    const sheet = page.getByRole('dialog');
    const pay = sheet.getByRole('button', { name: 'Pay ₦247.50', disabled: false });
    await pay.waitFor();
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.getByText('buy again when you are back online').waitFor();
    await sheet.getByLabel('Transaction PIN').fill('4826');
    await pay.click();
    await sheet.getByText('Pending: we have not heard back.').waitFor();
    await sheet.getByText('you are never charged twice').waitFor();
    const other = await context.newPage();
    await other.goto(`${product.url}/thistory`);
    await row(other).waitFor();
    await other.getByText('You are offline.').waitFor();
    await other.close();

    await context.setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Pending: we do not know its outcome yet.').waitFor();
    expect(await bought()).toBe(1);
    const giveUp = page.getByRole('button', { name: 'Give it up and start anew' });
    await giveUp.waitFor();
    // The answer from before going offline does not allow giving up.
    await context.setOffline(true);
    await page.reload();
    await page.getByText('We could not look it up.').waitFor();
    expect(await giveUp.count()).toBe(0);
    await context.setOffline(false);
    await giveUp.waitFor();
    await page.getByRole('button', { name: 'Send it again safely' }).click();
    await sheet.getByLabel('Transaction PIN').fill('4826');
    await sheet.getByRole('button', { name: 'Ask again' }).click();
    await page.waitForURL('**/receipt/**');
    await page.getByText('Airtime delivered').first().waitFor();
    await until(async () => (await bought()) === 2, 'the purchase in the history');
  });

  it('keeps the copies for the same customer, and removes them for the next one', async () => {
    /** All copies as text. */
    const said = async (): Promise<string> =>
      (await page.evaluate(
        "caches.open('offline-copies').then(async (store) => (await Promise.all((await store.matchAll()).map((copy) => copy.text()))).join())",
      )) as string;
    /** Simulates a closed browser whose session has ended. */
    const openLater = async (): Promise<void> => {
      await page.close();
      await context.clearCookies();
      page = await context.newPage();
    };
    await page.goto(`${product.url}/receipt/${reference}`);
    await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
    await until(async () => (await said()).includes(reference), 'the copy of the receipt');
    await openLater();
    await logIn(page, product.url);
    expect(await said()).toContain(reference);
    await openLater();
    await logIn(page, product.url, 'affiliate@demo.test');
    expect(await said()).not.toContain(reference);
    await page.getByRole('heading', { level: 1, name: 'Welcome, Bola' }).waitFor();
    await openLater();
    await logIn(page, product.url);
    await page.goto(`${product.url}/home`);
    await shown(page, LEFT).waitFor();
  });

  it('stores no copy that was under way at the logout', async () => {
    await page.getByRole('heading', { level: 1, name: /^Welcome, / }).waitFor();
    const goInside = (to: string): Promise<unknown> =>
      page.evaluate(`history.pushState(null, '', '${to}'); dispatchEvent(new PopStateEvent('popstate'))`);
    const underWay = async (): Promise<number> => (await page.evaluate('underWay')) as number;
    // Delays the cache like a slow device, until `letGo`.
    await page.evaluate(`
        window.underWay = 0;
        const counted = (work) => ((underWay += 1), work.finally(() => (underWay -= 1)));
        const held = new Promise((go) => (window.letGo = go));
        const { open } = CacheStorage.prototype;
        const { put } = Cache.prototype;
        caches.open = (name) => counted(held.then(() => open.call(caches, name)));
        Cache.prototype.put = function (...copy) {
          return counted(put.apply(this, copy));
        };
      `);
    await goInside('/thistory');
    await row(page).waitFor();
    await until(async () => (await underWay()) > 0, 'a copy under way');
    await goInside('/logout');
    await page.waitForURL('**/login');
    await page.evaluate('letGo()');
    await until(async () => (await underWay()) === 0, 'that all of them are through');
    expect(await copies()).toEqual([]);
    await logIn(page, product.url);
  });

  it('leaves nothing on the device after a logout', async () => {
    await page.goto(`${product.url}/logout`);
    await page.waitForURL('**/login');
    await until(async () => (await copies()).length === 0, 'the copies to be gone');
    await product.stop('SIGKILL');
    await page.goto(`${product.url}/home`);
    await page.waitForURL('**/login');
    await page.getByLabel('Email').waitFor();
    expect(await page.getByText(LEFT).count()).toBe(0);
  });
});
