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

/** The pages of a customer while nothing can be reached, as a phone keeps them. */
const offline = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;

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
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  /** The balance, where this screen shows it. */
  const shown = (on: Page) => on.getByText('₦49,901.00').filter({ visible: true }).first();

  /** The names of the calls whose answers are kept. */
  const copies = async (): Promise<string[]> =>
    (await page.evaluate(
      "caches.open('offline-copies').then((store) => store.keys()).then((kept) => kept.map(({ url }) => new URL(url).pathname.split('/').pop()))",
    )) as string[];

  it(
    'keeps its pages and what was read last on the device',
    async () => {
      await logIn(page, product.url);
      reference = await buyDirectly(page, product.url, { phone: '08031234567', amount: 100 });
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
      // From the next page on the worker is in charge, and what is read is kept.
      await page.goto(`${product.url}/receipt/${reference}`);
      await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
      await page.goto(`${product.url}/home`);
      await shown(page).waitFor();
      await until(async () => {
        const kept = await copies();
        return ['userData', 'transaction'].every((name) => kept.includes(name));
      }, 'the copies of the wallet and the receipt');
    },
    SLOW,
  );

  it(
    'shows them while the server cannot be reached, and says of when they are',
    async () => {
      await product.stop('SIGKILL');
      await page.goto(`${product.url}/home`);
      await shown(page).waitFor();
      await page.getByText('We cannot reach the server.').waitFor();
      await page.getByText(/What you see is of /).waitFor();
      await page.goto(`${product.url}/receipt/${reference}`);
      await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
    },
    SLOW,
  );

  it(
    'shows them in a tab that was opened meanwhile',
    async () => {
      const other = await context.newPage();
      await other.goto(`${product.url}/home`);
      await shown(other).waitFor();
      await other.close();
    },
    SLOW,
  );

  it(
    'is current again once the server is back, and bought nothing by itself',
    async () => {
      product = await startProduct(settings);
      await page.goto(`${product.url}/home`);
      await shown(page).waitFor();
      await until(async () => {
        return (await page.getByText('We cannot reach the server.').count()) === 0;
      }, 'the end of the notice');
    },
    SLOW,
  );

  it(
    'speaks the chosen language without a network too',
    async () => {
      await page.goto(`${product.url}/settings`);
      await page.getByRole('button', { name: 'Pidgin', exact: true }).click();
      await page.getByText('Where you don sign in').waitFor();
      await page.goto(`${product.url}/home`);
      await shown(page).waitFor();
      await product.stop('SIGKILL');
      await page.goto(`${product.url}/home`);
      await shown(page).waitFor();
      await page.getByText('We no fit reach di server.').waitFor();
      product = await startProduct(settings);
      await page.evaluate("localStorage.removeItem('naira-ledger-language')");
      await page.goto(`${product.url}/home`);
      await page.getByRole('heading', { level: 1, name: /^Welcome, / }).waitFor();
    },
    SLOW,
  );

  it(
    'leaves nothing on the device after a logout',
    async () => {
      await page.goto(`${product.url}/logout`);
      await page.waitForURL('**/login');
      await until(async () => (await copies()).length === 0, 'the copies to be gone');
      await product.stop('SIGKILL');
      await page.goto(`${product.url}/home`);
      await page.waitForURL('**/login');
      await page.getByLabel('Email').waitFor();
      expect(await page.getByText('₦49,901.00').count()).toBe(0);
    },
    SLOW,
  );
});
