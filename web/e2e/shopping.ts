import type { Locator, Page } from 'playwright-core';
import { type } from './customer.js';
import { chooseBank } from './testing/scene.js';

export interface Errand {
  readonly service: string;
  readonly route: string;
  /** Fills the form and leaves the confirm sheet open. */
  readonly fill: (page: Page) => Promise<void>;
  /** Text on the sheet. */
  readonly sheet: string;
  /** Texts on the receipt. */
  readonly receipt: readonly string[];
  readonly history: string;
  /** Text in the history. */
  readonly row: string;
  /** Monogram of the company, if any. */
  readonly mark?: string;
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
/** Clicks the label, because the input below is invisible: Playwright waits until the label stands still. */
export const check = (radio: Locator): Promise<void> => radio.locator('xpath=ancestor::label').click();
const choose = (page: Page, name: string | RegExp): Promise<void> =>
  check(page.getByRole('radio', { name }).first());
const select = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).selectOption({ label: option });
};
const sees = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

/** Waits for the customer's own number, which the form fills in by itself. */
const ownNumber = (page: Page): Promise<void> =>
  page.locator('input[name="phone"]:not([value=""])').waitFor();

export const ERRANDS: readonly Errand[] = [
  {
    service: 'airtime',
    route: '/airtime',
    fill: async (page) => {
      await type(page, 'Phone number', '08031234567');
      await sees(page, 'Network matches');
      await type(page, 'Amount', '500');
      await press(page, 'Continue');
    },
    sheet: '0803 123 4567',
    receipt: ['Airtime delivered', '₦495.00'],
    history: '/airtime-history',
    row: '08031234567',
    mark: 'MTN',
  },
  {
    service: 'data',
    route: '/buydata',
    fill: async (page) => {
      await type(page, 'Phone number', '08051234567');
      await sees(page, 'Network matches');
      await check(page.getByRole('radio', { name: 'Gifting', exact: true }));
      await check(page.locator('input[name="selectedDataPlan"]').first());
      await page.getByRole('button', { name: /^Continue with/ }).click();
    },
    sheet: '0805 123 4567',
    receipt: ['Data delivered'],
    history: '/data-history',
    row: '08051234567',
    mark: 'glo',
  },
  {
    service: 'cable',
    route: '/cable',
    fill: async (page) => {
      await choose(page, /GoTV/i);
      await type(page, 'IUC number', '7023456789');
      await press(page, 'Check smartcard');
      await check(page.locator('input[name="selectedcablePlan"]').first());
      await press(page, 'Buy Now');
    },
    sheet: '7023456789',
    receipt: ['Cable subscription delivered', '7023456789'],
    history: '/cable-history',
    row: '7023456789',
    mark: 'Go',
  },
  {
    service: 'electricity',
    route: '/electricity',
    fill: async (page) => {
      await select(page, 'Distribution company', 'Ikeja');
      await type(page, 'Meter number', '45012345678');
      await press(page, 'Check meter');
      await type(page, 'Amount', '2000');
      await ownNumber(page);
      await press(page, 'Pay Now');
    },
    sheet: '45012345678',
    receipt: ['Electricity delivered', 'Units'],
    history: '/electric-history',
    row: '45012345678',
    mark: 'IK',
  },
  {
    service: 'exams',
    route: '/exams',
    fill: async (page) => {
      await choose(page, /WAEC/);
      await select(page, 'Quantity', '2');
      await page.getByText('You save ').waitFor();
      await ownNumber(page);
      await press(page, 'Continue');
    },
    sheet: 'WAEC',
    receipt: ['Exam pin delivered', 'Pin 2'],
    history: '/exam-history',
    row: 'Successful',
    mark: 'WA',
  },
  {
    service: 'sms',
    route: '/bulksms',
    fill: async (page) => {
      await type(page, 'Phone numbers', '08031234567, 08051234567, 08031234567, 12345');
      await type(page, 'Sender id', 'AdaShop');
      await type(page, 'Message', 'We open at nine.');
      await sees(page, '2 recipients · 1 page');
      await sees(page, '₦5.80');
      await press(page, 'Continue');
    },
    sheet: '2 recipients',
    receipt: ['Text delivered', '₦5.80'],
    history: '/thistory?service=sms',
    row: '₦5.80',
  },
  {
    service: 'bet',
    route: '/fundbet',
    fill: async (page) => {
      await select(page, 'Platform', 'BET9JA');
      await type(page, 'Client ID', '12345678');
      await type(page, 'Amount', '500');
      await press(page, 'Check client ID');
      await press(page, 'Continue');
    },
    sheet: '12345678',
    receipt: ['Bet funding delivered', '12345678'],
    history: '/thistory?service=bet',
    row: '12345678',
    mark: 'B9',
  },
  {
    service: 'transfer',
    route: '/transfer',
    fill: async (page) => {
      await chooseBank(page);
      await type(page, 'Account Number', '0123456789');
      const name = page.getByLabel('Account Name', { exact: true });
      while (!/^[A-Z]{3}/.test(await name.inputValue())) await page.waitForTimeout(50);
      await type(page, 'Amount', '1000');
      await type(page, 'Narration', 'Rent');
      await press(page, 'Send Now!');
    },
    sheet: '0123456789',
    receipt: ['Transfer delivered', '0123456789'],
    history: '/thistory?service=transfer',
    row: '0123456789',
    mark: 'AC',
  },
];

/** Pays the sheet and waits for delivery; returns the URL of the receipt. */
export async function payAndFollow(page: Page, errand: Errand, pin: string): Promise<string> {
  const sheet = page.getByRole('dialog');
  await sheet
    .getByLabel('Transaction PIN')
    .waitFor()
    .catch(async (error: unknown) => {
      throw new Error(`${errand.route} shows ${await page.locator('body').innerText()}`, { cause: error });
    });
  await sheet.getByText(errand.sheet).first().waitFor();
  await sheet.getByText('Balance after').waitFor();
  await sheet.getByLabel('Transaction PIN').fill(pin);
  await sheet.getByRole('button', { name: /^Pay ₦/ }).click();
  await page.waitForURL('**/receipt/**');
  await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
  // The folded story of the purchase repeats these texts, hence `visible`.
  for (const text of errand.receipt) await page.getByText(text).filter({ visible: true }).first().waitFor();
  return page.url();
}
