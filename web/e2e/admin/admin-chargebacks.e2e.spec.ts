import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../../infra/testing/product.js';
import type { Running } from '../../../infra/testing/product.js';
import {
  accountNumberOf,
  eventually,
  send,
  signIn,
  type SignedIn,
} from '../../../services/standalone/testing/callers.js';
import { logInAsAdministrator } from './administrator.js';
import {
  chromiumPath,
  complaints,
  launch,
  seriousFaults,
  SIZES,
  startProduct,
  withoutChromium,
} from '../browser.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;

/** A payment that a bank takes back, and the dispute that is won, by an administrator in a browser. */
looking(`chargebacks ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;
  let ada: SignedIn;
  let reference: string;
  let page: Page;
  let heard: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'admin-chargebacks-'));
    const sandboxPort = String(await freePort());
    product = await startProduct({
      DATA_DIR: folder,
      SANDBOX_PORT: sandboxPort,
      SANDBOX_LATENCY_MS: '10',
      LOG_LEVEL: 'error',
    });
    ada = await signIn(product.url, 'customer@demo.test', 'Demo-pass-1');
    const accountNumber = await accountNumberOf(userData);
    const before = await balance();
    const order = { accountNumber, amount: 2_500 };
    const paid = await send(`http://127.0.0.1:${sandboxPort}/transfers`, 'POST', order);
    reference = String(paid.body['transactionReference']);
    await eventually(balance, (naira) => naira > before);
    browser = await launch();
    const context = await browser.newContext({ viewport: SIZES.desktop, reducedMotion: 'reduce' });
    page = await context.newPage();
    heard = complaints(page);
    await logInAsAdministrator(page, product.url);
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  const userData = async () =>
    (await send(`${product.url}/api/user_data/`, 'POST', {}, ada.headers)).body['user_data'] as Record<
      string,
      unknown
    >;
  const balance = async () => Number((await userData())['user_wallet']);
  const sheet = () => page.getByRole('dialog');
  const said = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

  it(
    'are found by their payment, recorded once however often it is pressed, and listed',
    async () => {
      await page.goto(`${product.url}/chargebacks`);
      await said('No chargebacks');
      await page.getByRole('link', { name: 'Record a chargeback' }).click();
      await page.getByLabel('Reference of the payment').fill('MNFY|0');
      await page.getByRole('button', { name: 'Find' }).click();
      await said('No payment with this reference was credited to a customer.');
      await page.getByLabel('Reference of the payment').fill(reference);
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('group', { name: 'Payment' }).waitFor();
      await page.getByLabel('Dispute reference').fill('CB-7');
      await page.getByLabel('Amount').fill('1,000');
      await page.getByLabel('Evidence').fill('Mail of 12 March');
      await page.getByLabel('Reason').fill('The card was stolen');
      const before = await balance();
      await page.getByRole('button', { name: 'Record the chargeback' }).click();
      await sheet().getByText('Takes from').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await sheet().getByRole('button', { name: 'Record the chargeback' }).dblclick();
      await said(/^₦1,000\.00 taken back from the wallet of/);
      expect(await balance()).toBe(before - 1_000);
      await page.goto(`${product.url}/chargebacks?standing=taken`);
      await said('CB-7');
      expect(await seriousFaults(page)).toEqual([]);
    },
    SLOW,
  );

  it(
    'are given back when the dispute is won',
    async () => {
      const before = await balance();
      // Somebody else looks at it in a list of what is not won alone.
      const other = await page.context().newPage();
      await other.goto(`${product.url}/chargebacks?standing=taken`);
      await other.getByRole('button', { name: 'Details of ₦1,000.00 of CB-7' }).click();
      const seen = other.getByRole('dialog');
      await seen.getByRole('button', { name: /^Won/ }).waitFor();
      await page.goto(`${product.url}/chargebacks`);
      await page.getByRole('button', { name: 'Won ₦1,000.00 of CB-7' }).click();
      await sheet().getByLabel('Evidence').fill('Letter of the bank');
      await sheet().getByLabel('Reason').fill('The bank withdrew it');
      expect(await seriousFaults(page)).toEqual([]);
      await sheet().getByRole('button', { name: 'Give back ₦1,000.00' }).dblclick();
      await said(/^₦1,000\.00 given back to/);
      await page.getByRole('button', { name: 'Won ₦1,000.00 of CB-7' }).waitFor({ state: 'detached' });
      expect(await balance()).toBe(before + 1_000);
      await seen.locator('dt:text-is("State") + dd:has-text("Won")').waitFor();
      expect(await seen.getByRole('button', { name: /^Won/ }).count()).toBe(0);
      await other.close();
      // What was refused above is said in the console too.
      expect(heard.filter((text) => !/\b404\b/.test(text))).toEqual([]);
    },
    SLOW,
  );
});
