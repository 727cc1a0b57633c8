import type { Page } from 'playwright-core';
import { chooseBank, endings, fillIn, type Scene } from './scene.js';

/** Signs the confirm sheet. */
async function pay(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Transaction PIN').fill('4826');
  await sheet.getByRole('button', { name: /^Pay/ }).click();
}

async function airtime(page: Page): Promise<void> {
  await fillIn({ 'Phone number': '08031234567', Amount: '100' }, 'Continue')(page);
}

async function smartcard(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'GoTV' }).check({ force: true });
  await fillIn({ 'IUC number': '7023456789' }, 'Check smartcard')(page);
}

async function meter(page: Page): Promise<void> {
  await page.getByLabel('Distribution company').selectOption({ label: 'Ikeja' });
  await page.getByRole('radio', { name: 'Prepaid' }).check({ force: true });
  await fillIn({ 'Meter number': '45023456789' }, 'Check meter')(page);
}

/** By default one whose transfers go through at once. */
async function account(page: Page, number = '0123456789'): Promise<void> {
  await chooseBank(page);
  await page.getByLabel('Account Number').fill(number);
}

async function transfer(page: Page, number?: string): Promise<void> {
  await account(page, number);
  await page.getByLabel('Amount', { exact: true }).fill('100');
  // Until the bank has answered the field says that it searches, and the form refuses to go on.
  await page.locator('input[name="user_account_name"]:not([value=""], [value="Searching..."])').waitFor();
  await page.getByRole('button', { name: 'Send Now!' }).click();
  await pay(page);
}

/** What is said while buying, and what stands on the pages that sell. */
export const SERVICE_SCENES: readonly Scene[] = [
  { text: '[text:Fast Delivery]', path: '/home' },
  { text: '[text:Coming soon]', path: '/home' },
  {
    text: '[text:Copied to clipboard!]',
    path: '/topup',
    act: (page) => page.getByRole('button', { name: /^Copy/ }).first().click(),
  },
  { text: '[text:Recharge Your Account]', path: '/airtime' },
  {
    text: '[text:Select a network]',
    path: '/airtime',
    // The customer's own number stands there, which tells its network.
    act: (page) => page.getByLabel('Phone number').fill(''),
  },
  ...endings({ path: '/airtime', act: airtime }, '/api/airtime_quote/', {
    '[text:Failed to fetch price]': 'refused',
  }),
  ...endings({ path: '/airtime', act: (page) => airtime(page).then(() => pay(page)) }, '/api/buycard/', {
    '[text:Buying...]': 'held',
    '[text:Failed to complete purchase]': 'refused',
  }),
  {
    text: '[text:No data plans available for the selected network.]',
    path: '/buydata',
    calls: {
      '/api/get_data_plan/': { data_plans: [], planstatus: true, planMessage: '' },
      '/services/get-data-plans/': { data_plans: [], planstatus: true, planMessage: '' },
    },
    act: async (page) => {
      await page.getByLabel('Phone number').fill('08031234567');
      await page.getByRole('radio', { name: 'SME', exact: true }).check({ force: true });
    },
  },
  {
    text: '[text:No Cable plans available for the selected provider.]',
    path: '/cable',
    calls: { '/api/get_cable_plans/': { cable_plans: [] } },
    act: smartcard,
  },
  { text: '[text:Buy Now]', path: '/cable', act: smartcard },
  ...endings({ path: '/cable', act: smartcard }, '/api/validate_cable_iuc/', {
    '[text:Validating...]': 'held',
    '[text:unable to validate iuc]': 'refused',
  }),
  { text: '[text:Pay Now]', path: '/electricity', act: meter },
  { text: '[text:Send Money To All Banks]', path: '/transfer' },
  { text: '[text:Select Bank]', path: '/transfer' },
  { text: '[text:Send Now!]', path: '/transfer' },
  ...endings({ path: '/transfer', act: (page) => account(page) }, '/banking/fetch-banks-details/', {
    '[text:Searching...]': 'held',
    '[text:Failed to fetch account information]': 'refused',
    '[text:Error fetching account information]': 'broken',
  }),
  ...endings({ path: '/transfer', act: (page) => transfer(page) }, '/banking/transfer-money/', {
    '[text:Sending...]': 'held',
    '[text:Failed to process withdrawal]': 'refused',
    '[text:Something went wrong. Please try again later.]': 'broken',
  }),
  {
    text: '[text:Your Fund Will Arrive Shortly!]',
    path: '/transfer',
    // One that the bank says nothing about.
    act: (page) => transfer(page, '0123450400'),
  },
  ...endings(
    { path: '/affiliate', act: fillIn({ 'Transaction PIN': '4826' }, 'Upgrade for') },
    '/api/upgrade-api/',
    { '[text:Upgrading...]': 'held' },
  ),
  ...endings(
    {
      path: '/verifybvn',
      act: fillIn(
        {
          BVN: '22222222226',
          'Full name, as at your bank': 'Ada Obi',
          'Date of birth (Day-Month-Year)': '03-Oct-1993',
          'Phone number at your bank': '08031234567',
        },
        'Verify BVN',
      ),
    },
    '/api/verify-user-bvn/',
    { '[text:Verifying...]': 'held' },
  ),
];
