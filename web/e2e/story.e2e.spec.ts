import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort, startSandboxProcess } from '../../infra/testing/product.js';
import type { Running } from '../../infra/testing/product.js';
import { until } from '../../infra/testing/until.js';
import {
  buyDirectly,
  chromiumPath,
  complaints,
  launch,
  logIn,
  SIZES,
  startProduct,
  withoutChromium,
} from './browser.js';
import { ask } from './testing/reading.js';

/** Needs its own `startProduct`: it is killed, and deliveries of the last 30 minutes count. */
const story = chromiumPath ? describe : describe.skip;

story(`fund, buy, watch, kill, restart ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let settings: Record<string, string>;
  let product: Running;
  /** Vendors and bank, which outlive the product. */
  let sandbox: Running;
  let browser: Browser;
  let page: Page;
  let heard: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'story-'));
    const port = String(await freePort());
    sandbox = await startSandboxProcess({ DATA_DIR: join(folder, 'vendors'), PORT: port });
    settings = {
      DATA_DIR: join(folder, 'product'),
      PORT: port,
      SANDBOX_URL: sandbox.url,
      // The vendor answers when the test lets it.
      VENDOR_POST_TIMEOUT: '1h',
      VENDOR_NOT_FOUND_AFTER: '2h',
      VENDOR_REVIEW_AFTER: '3h',
    };
    product = await startProduct(settings);
    browser = await launch();
    page = await browser.newPage({ viewport: SIZES.desktop });
    heard = complaints(page);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    await sandbox?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const balance = (naira: string): Promise<void> => page.getByText(`₦${naira}`).first().waitFor();

  it('shows a funded wallet', async () => {
    await logIn(page, product.url);
    await balance('50,000.00');
  });

  it('shows a bank transfer as soon as it arrives, without reloading', async () => {
    await page.goto(`${product.url}/topup`);
    const shown = await page
      .getByText(/Account number \d{10}/)
      .first()
      .textContent();
    const transfer = await fetch(`${sandbox.url}/transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        accountNumber: /\d{10}/.exec(shown ?? '')?.[0],
        amount: 2_500,
        duplicates: 3,
      }),
    });
    expect(transfer.status).toBeLessThan(300);
    await balance('52,500.00');
  });

  it('sells airtime and follows it from Pending to Successful without reloading', async () => {
    await page.getByRole('link', { name: 'Airtime', exact: true }).first().click();
    await page.getByLabel('Phone number').fill('08031234567');
    await page.getByText('Network matches', { exact: false }).first().waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('1000');
    await page.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('₦990.00').first().waitFor();
    await sheet.getByText('₦51,510.00').first().waitFor();
    await sheet.getByLabel('Transaction PIN').fill('4826');
    sandbox.child.kill('SIGSTOP');
    await sheet.getByRole('button', { name: 'Pay ₦990.00' }).click();
    await page.waitForURL('**/receipt/**');
    await page.getByText('Pending', { exact: true }).filter({ visible: true }).first().waitFor();
    sandbox.child.kill('SIGCONT');
    await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
    await page.goto(`${product.url}/thistory`);
    await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
    await balance('51,510.00');
  });

  it('loses nothing after kill -9', async () => {
    await product.stop('SIGKILL');
    product = await startProduct(settings);
    await page.goto(`${product.url}/thistory`);
    await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
    await balance('51,510.00');
    await page.goto(`${product.url}/funding-history`);
    await page.getByText('₦2,500.00').first().waitFor();
    expect(await page.getByText('₦2,500.00').count()).toBe(1);
  });

  it('buys with the keyboard alone', async () => {
    await page.goto(`${product.url}/airtime`);
    // The field already holds the customer's own number, so select it first.
    await page.locator('input[name="phone"]:not([value=""])').waitFor();
    await page.getByLabel('Phone number').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('08051234567');
    await page.getByLabel('Amount', { exact: true }).focus();
    await page.keyboard.type('200');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Transaction PIN').waitFor();
    // Enter does nothing before the price arrives.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay ₦/, disabled: false })
      .waitFor();
    await page.getByRole('dialog').getByLabel('Transaction PIN').focus();
    await page.keyboard.type('4826');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/receipt/**');
  });

  it('says how deliveries of a service go from the fifth delivered purchase on', async () => {
    const health = async (): Promise<string> => {
      const { services } = await ask(page, `${product.url}/api/service_health/`, {});
      const told = services as readonly { readonly service: string; readonly health: string }[];
      return told.find(({ service }) => service === 'airtime')?.health ?? 'unknown';
    };
    // Two were bought above.
    expect(await health()).toBe('unknown');
    await page.goto(`${product.url}/airtime`);
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    expect(await page.getByText('in the last 30 minutes').count()).toBe(0);
    for (let bought = 2; bought < 5; bought += 1)
      await buyDirectly(page, product.url, { phone: '08031234567', amount: 100 + bought });
    await until(async () => (await health()) !== 'unknown', 'what is known of five deliveries');
    await page.reload();
    await page
      .getByText(/^Airtime: usually delivered in .+; 100% delivered in the last 30 minutes\.$/)
      .waitFor();
  });

  it('does not show Live while the device is offline', async () => {
    await page.goto(`${product.url}/thistory`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('Offline', { exact: true }).waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('logs out', async () => {
    await page.goto(`${product.url}/logout`);
    await page.waitForURL('**/login');
    await page.goto(`${product.url}/home`);
    await page.waitForURL('**/login');
  });

  it('causes no unexpected console errors', () => {
    // The browser logs errors while the server is down, and the refused session call.
    expect(
      heard.filter(
        (line) =>
          !/ERR_CONNECTION|ERR_SOCKET|ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|status of 401/.test(
            line,
          ),
      ),
    ).toEqual([]);
  });
});
