import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { CALLS, type CallAnswer } from '../../../services/contracts/calls.js';
import { send, signIn } from '../../../services/standalone/testing/callers.js';
import { newAdministrator } from '../../../services/standalone/testing/people.js';
import { nairaOf } from '../testing/reading.js';
import { enterAsAdministrator, goWithin } from './administrator.js';
import { chromiumPath, faultsOf, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;

looking(`buying for the house ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let page: Page;
  /** House balance, naira. */
  let held: number;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ product, page } = shown);
    // Daily limits on BVN checks and on money moved alone are per administrator.
    const buyer = await newAdministrator(product, 'Chidi', 'owner');
    const { headers } = await signIn(product.url, buyer.email, buyer.password, 'admin');
    const stock = { form_id: randomUUID(), amount: 20_000, reason: 'Stock' };
    const answer = await send(product.url + CALLS.fundHouseWallet.path, 'POST', stock, headers);
    const funded = answer.body as CallAnswer<'fundHouseWallet'>;
    expect(funded.outcome).toBe('applied');
    held = funded.balance;
    // `naira-ledger-hide-balance` belongs to customers and must not hide this balance.
    await page.addInitScript(`localStorage.setItem('naira-ledger-hide-balance', 'true')`);
    await enterAsAdministrator(page, product.url, '/admin-area', buyer);
  });

  afterAll(() => shown?.stop());

  const said = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const shot = async (name: string): Promise<void> => {
    const to = process.env['SCREENSHOTS'];
    if (!to) return;
    mkdirSync(to, { recursive: true });
    await page.screenshot({ path: join(to, `${name}.png`), fullPage: true });
  };

  it('begins at a tile, is confirmed without a PIN, and ends with the receipt that customers get', async () => {
    await said('Buy Airtime');
    const wallet = page.getByTestId('house-balance');
    await wallet.getByText(nairaOf(held)).waitFor();
    expect(await page.getByText('Coming soon').count()).toBe(0);
    await shot('home');
    await page.getByRole('link', { name: 'Buy Airtime' }).click();
    await page.waitForURL('**/adminbuyairtime');
    await said('Paid from the house wallet.');
    await page.getByLabel('Phone number').fill('08035551234');
    await page.getByLabel('Amount', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Continue' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('It is kept that you confirmed it').waitFor();
    expect(await sheet.getByLabel('Transaction PIN').count()).toBe(0);
    expect(await faultsOf(page, 'the sheet')).toEqual([]);
    await shot('sheet');
    await sheet.getByRole('button', { name: 'Pay ₦99.00' }).click();
    await page.waitForURL('**/adminbought/NL*');
    await said('Airtime delivered');
    await said('08035551234');
    await wallet.getByText(nairaOf(held - 99)).waitFor();
    expect(await faultsOf(page, 'the receipt')).toEqual([]);
    await shot('receipt');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'PDF receipt' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^receipt-NL.*\.pdf$/);
    await page.getByRole('link', { name: 'House purchases' }).last().click();
    await page.waitForURL('**/adminthistory?by=house');
    const list = page.getByRole('grid', { name: 'All transactions' });
    await list.getByText('House account').first().waitFor();
    const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]');
    expect(await here.allTextContents()).toEqual(['House purchases']);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await here.getByText('All').waitFor();
    expect(await here.allTextContents()).toEqual(['All']);
    await list.getByText('Successful').first().waitFor();
  });

  it('says of bet funding [admin-text:Minimum ₦100 and Maximum ₦10,000], and keeps to it', async () => {
    await goWithin(page, '/fundbetfunding');
    await said('Minimum ₦100 and Maximum ₦10,000');
    await page.getByLabel('Platform').selectOption('BET9JA');
    await page.getByLabel('Client ID').fill('7712341234');
    await page.getByLabel('Amount', { exact: true }).fill('10001');
    await page.getByRole('button', { name: 'Check client ID' }).click();
    await said('Maximum is ₦10,000.00.');
    expect(await faultsOf(page, 'bet funding')).toEqual([]);
    await shot('bet');
  });

  it('[admin-move:bvn idle-verifying-done] verifies a BVN, reads [admin-busy:Verifying...] meanwhile, and goes home', async () => {
    await goWithin(page, '/adminbvn');
    const fill = async (bvn: string): Promise<void> => {
      await page.getByLabel('BVN', { exact: true }).fill(bvn);
      await page.getByLabel('Full name').fill('Ada Obi');
      await page.getByLabel('Date of birth').fill('03-Oct-1993');
      await page.getByLabel('Phone number at your bank').fill('08031234567');
      await page.getByRole('button', { name: 'Verify BVN' }).click();
    };
    await fill('22222220002');
    await said('Your date of birth did not match this BVN.');
    expect(new URL(page.url()).pathname).toBe('/adminbvn');
    expect(await faultsOf(page, 'the BVN')).toEqual([]);
    await shot('bvn');
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/api/verify-user-bvn/', async (route) => {
      await held;
      await route.continue();
    });
    await fill('22222221234');
    await page.getByRole('button', { name: 'Verifying...' }).waitFor();
    // The message is short-lived, so look from the start.
    const told = said('The BVN belongs to this person.');
    go();
    await Promise.all([told, page.waitForURL('**/admin-area')]);
    expect(shown.heard.filter((line) => !/status of 422/.test(line))).toEqual([]);
  });
});
