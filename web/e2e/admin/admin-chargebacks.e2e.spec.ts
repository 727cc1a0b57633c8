import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import {
  accountNumberOf,
  eventually,
  send,
  signIn,
  type SignedIn,
} from '../../../services/standalone/testing/callers.js';
import { newAdministrator, newCustomer } from '../../../services/standalone/testing/people.js';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const DISPUTE = `CB-${randomBytes(3).toString('hex').toUpperCase()}`;

looking(`chargebacks ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let ada: SignedIn;
  let reference: string;
  let page: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop, reducedMotion: 'reduce' });
    ({ product, page } = shown);
    const { email, password } = await newCustomer(product, { naira: 0 });
    ada = await signIn(product.url, email, password);
    const accountNumber = await accountNumberOf(userData);
    const before = await balance();
    const order = { accountNumber, amount: 2_500 };
    const paid = await send(`${shown.sandboxUrl}/transfers`, 'POST', order);
    reference = String(paid.body['transactionReference']);
    await eventually(balance, (naira) => naira > before);
    await logInAsAdministrator(page, product.url, await newAdministrator(product, 'Chidi', 'finance'));
  });

  afterAll(() => shown?.stop());

  const userData = async () =>
    (await send(`${product.url}/api/user_data/`, 'POST', {}, ada.headers)).body['user_data'] as Record<
      string,
      unknown
    >;
  const balance = async () => Number((await userData())['user_wallet']);
  const sheet = () => page.getByRole('dialog');
  const said = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

  it('are found by payment reference and recorded once despite a double click', async () => {
    await page.goto(`${product.url}/chargebacks`);
    await page.getByRole('link', { name: 'Record a chargeback' }).click();
    await page.getByLabel('Reference of the payment').fill('MNFY|0');
    await page.getByRole('button', { name: 'Find' }).click();
    await said('No payment with this reference was credited to a customer.');
    await page.getByLabel('Reference of the payment').fill(reference);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('group', { name: 'Payment' }).waitFor();
    await page.getByLabel('Dispute reference').fill(DISPUTE);
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
    await said(DISPUTE);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('are given back when the dispute is won', async () => {
    const before = await balance();
    // A second tab shows it in the list of open disputes (`standing=taken`).
    const other = await page.context().newPage();
    await other.goto(`${product.url}/chargebacks?standing=taken`);
    await other.getByRole('button', { name: `Details of ₦1,000.00 of ${DISPUTE}` }).click();
    const seen = other.getByRole('dialog');
    await seen.getByRole('button', { name: /^Won/ }).waitFor();
    await page.goto(`${product.url}/chargebacks`);
    await page.getByRole('button', { name: `Won ₦1,000.00 of ${DISPUTE}` }).click();
    await sheet().getByLabel('Evidence').fill('Letter of the bank');
    await sheet().getByLabel('Reason').fill('The bank withdrew it');
    expect(await seriousFaults(page)).toEqual([]);
    await sheet().getByRole('button', { name: 'Give back ₦1,000.00' }).dblclick();
    await said(/^₦1,000\.00 given back to/);
    await page.getByRole('button', { name: `Won ₦1,000.00 of ${DISPUTE}` }).waitFor({ state: 'detached' });
    expect(await balance()).toBe(before + 1_000);
    await seen.locator('dt:text-is("State") + dd:has-text("Won")').waitFor();
    expect(await seen.getByRole('button', { name: /^Won/ }).count()).toBe(0);
    await other.close();
    // The console also logs the refusals above.
    expect(shown.heard.filter((text) => !/\b404\b/.test(text))).toEqual([]);
  });
});
