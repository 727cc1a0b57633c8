import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PATIENCE_MS, until } from '../../../infra/testing/until.js';
import { chromiumPath, SIZES, withoutChromium } from '../browser.js';
import { becomeNewCustomer, type } from '../customer.js';
import { closeSheet, visit } from '../testing/moving.js';
import { ask as askAs } from '../testing/reading.js';
import { showSharedProduct, type SharedView } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const PHONE = '08031234567';
/** MTN plans of the same name; the last one is cheapest. */
const PLANS = ['1102', '1202', '1401'] as const;

looking(`what was bought before ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let page: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ page } = shown);
    await becomeNewCustomer(page, shown.product);
    await page.goto(`${shown.product.url}/home`);
  });

  afterAll(() => shown?.stop());

  const ask = (path: string, data: object) => askAs(page, shown.product.url + path, data);
  /** Returns the reference. */
  const buy = async (path: string, data: object): Promise<string> =>
    String((await ask(path, { ...data, transaction_pin: '4826' }))['reference']);
  const sheet = () => page.getByRole('dialog');
  async function buyAgain(reference: string): Promise<void> {
    await visit(page, `/receipt/${reference}`);
    await page.getByRole('link', { name: 'Buy again', exact: true }).click();
  }

  it('is bought again from the company of the receipt, even after another purchase for the same number', async () => {
    const exam = (examName: string) => buy('/api/buyexam/', { examName, quantity: '1', phone: PHONE });
    const waec = await exam('1');
    await exam('2');
    const bet = async (betPlatform: string): Promise<string> => {
      await ask('/services/validate-bet-customer/', { betPlatform, clientId: '12345678' });
      return buy('/services/bet-funding/', { betPlatform, clientId: '12345678', amount: '500' });
    };
    const bet9ja = await bet('BET9JA');
    await bet('BETKING');
    const account = '0123456789';
    const transfer = async (bankCode: string): Promise<string> => {
      await ask('/banking/fetch-banks-details/', { account_number: account, bankCode });
      return buy('/banking/transfer-money/', {
        bank_name_code: bankCode,
        user_account_number: account,
        amount_to_withdrawal: '1000',
        narration: '',
      });
    };
    const access = await transfer('044');
    await transfer('058');

    await buyAgain(waec);
    await sheet().getByText('WAEC').first().waitFor();
    // A history links to the same form with `?again=`.
    await page.goto(`${shown.product.url}/exams?again=${waec}`);
    await sheet().getByText('WAEC').first().waitFor();
    await closeSheet(page);
    await buyAgain(bet9ja);
    await page
      .locator('select[name="betPlatform"] option[value="BET9JA"]:checked')
      .waitFor({ state: 'attached' });
    await sheet().getByText('BET9JA wallet of').waitFor();
    await closeSheet(page);
    await buyAgain(access);
    await sheet().getByText('Access Bank').waitFor();
    await closeSheet(page);
  });

  it('selects the plan of the same name that was paid for, and none when its price changed', async () => {
    const bought: string[] = [];
    for (const selectedDataPlan of PLANS)
      bought.push(await buy('/api/buydata/', { datanetwork: '1', selectedDataPlan, phone: PHONE }));
    await buyAgain(bought[1]!);
    await sheet().getByText('1GB - 30 days Cooperate Gifting').waitFor();
    await closeSheet(page);
    await buyAgain(bought[2]!);
    await sheet().getByText('1GB - 30 days SME2').waitFor();

    await page.route('**/api/get_data_plan/', async (route) => {
      const answer = await route.fetch({ timeout: PATIENCE_MS });
      const told = (await answer.json()) as { data_plans: { price: number }[] };
      const dearer = told.data_plans.map((plan) => ({ ...plan, price: plan.price + 1 }));
      await route.fulfill({ response: answer, json: { ...told, data_plans: dearer } });
    });
    // A load forgets the plans.
    await page.goto(`${shown.product.url}/receipt/${bought[1]!}`);
    await page.getByRole('link', { name: 'Buy again', exact: true }).click();
    const plans = page.locator('input[name="selectedDataPlan"]');
    await until(async () => (await plans.count()) > PLANS.length, 'the plans');
    expect(await page.getByLabel('Phone number', { exact: true }).inputValue()).toBe(PHONE);
    expect([await plans.and(page.locator(':checked')).count(), await sheet().count()]).toEqual([0, 0]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('offers no repeat of a message to several numbers, and keeps the message being written', async () => {
    const texts = await buy('/services/bulksms-pay/', {
      phone: `${PHONE}, 08051234567`,
      senderid: 'AdaShop',
      messageBody: 'We open at nine.',
    });
    await visit(page, '/bulksms');
    await type(page, 'Message', 'We close at five.');
    const pane = page.getByRole('complementary', { name: 'Your order' });
    const last = pane.locator(`a[href="/receipt/${texts}"]`);
    await last.waitFor();
    expect(await pane.getByRole('link', { name: /^Buy again/ }).count()).toBe(0);
    await last.click();
    await page.getByRole('button', { name: 'Copy reference' }).waitFor();
    expect(await page.getByRole('link', { name: 'Buy again', exact: true }).count()).toBe(0);
  });

  it('copies a reference without the clipboard API, and says when copying fails', async () => {
    await visit(page, '/thistory');
    await page.locator('a[href^="/receipt/"]').first().click();
    const copy = page.getByRole('button', { name: 'Copy reference' });
    await copy.waitFor();
    const reference = page.url().split('/').at(-1)!;
    await page.evaluate(`
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        document.execCommand = () => false;
      `);
    await copy.click();
    await page.getByText('Could not copy. Select it and copy it yourself.').waitFor();
    expect(await page.getByText('Copied to clipboard!').count()).toBe(0);
    await page.evaluate('delete document.execCommand');
    await Promise.all([page.getByText('Copied to clipboard!').waitFor(), copy.click()]);
    await page.locator('#main').getByRole('link', { name: 'All transactions' }).click();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+v');
    expect(await page.getByRole('searchbox').inputValue()).toBe(reference);
  });

  it('can be given up only after the server was asked about it', async () => {
    const giveUp = page.getByRole('button', { name: 'Give it up and start anew' });
    await visit(page, '/airtime');
    await type(page, 'Phone number', PHONE);
    await type(page, 'Amount', '700');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.route('**/api/buycard/', (route) => route.abort());
    await page.route('**/api/accepted_purchase/', (route) => route.abort());
    await sheet().getByLabel('Transaction PIN').fill('4826');
    await sheet().getByRole('button', { name: 'Pay ₦693.00' }).click();
    await page.getByText('Your purchase may have gone through.').waitFor();
    await page.unroute('**/api/buycard/');
    await page.reload();
    await page.getByText('We could not look it up.').waitFor();
    await page.getByRole('button', { name: 'Send it again safely' }).waitFor();
    expect(await page.getByText('Nothing was accepted so far.').count()).toBe(0);
    expect(await giveUp.count()).toBe(0);
    await page.unroute('**/api/accepted_purchase/');
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.getByText('Nothing was accepted so far.').waitFor();
    await giveUp.click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
  });
});
