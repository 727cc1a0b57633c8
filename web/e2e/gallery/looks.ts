import type { Page } from 'playwright-core';
import { ERRANDS } from '../shopping.js';
import type { Examples } from './plan.js';
import type { State } from './states.js';

export interface Look {
  readonly name: string;
  readonly act?: (page: Page) => Promise<unknown>;
  readonly address?: (examples: Examples) => string;
  readonly state?: State;
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click();

/** Filled form under the sheet that asks for the PIN. */
const sheets = Object.fromEntries(
  ERRANDS.map(({ route, fill }): [string, Look] => [
    route,
    {
      name: 'sheet',
      act: async (page) => {
        await fill(page);
        await page.getByRole('dialog').getByLabel('Transaction PIN').waitFor();
      },
    },
  ]),
);

const FILLED: Look = {
  name: 'filled in',
  act: async (page) => {
    await page.getByLabel('Phone number').fill('08031234567');
    await page.getByLabel('Amount', { exact: true }).fill('500');
  },
};
const FAULTS: Look = {
  name: 'with faults',
  act: (page) => press(page, /^(Continue|Pay Now|Send Now!|Check )/),
};
const KEYS: Look = {
  name: 'keys',
  act: async (page) => {
    await page.locator('main h1').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
  },
};
const PALETTE: Look = {
  name: 'palette',
  act: async (page) => {
    await page.locator('main h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('0803');
  },
};

/** By the page's address. */
export const LOOKS: Readonly<Record<string, readonly Look[]>> = {
  ...Object.fromEntries(Object.entries(sheets).map(([path, sheet]) => [path, [FAULTS, sheet]])),
  '/airtime': [FAULTS, FILLED, sheets['/airtime']!],
  '/home': [KEYS, PALETTE],
  '/receipt/:reference': [
    { name: 'refunded', address: ({ refunded }) => `/receipt/${refunded}` },
    { name: 'unknown', address: () => '/receipt/AIR-0-nothing' },
  ],
  '/login': [{ name: 'with faults', act: (page) => press(page, 'Log in') }],
  '/register': [{ name: 'with faults', act: (page) => press(page, 'Create account') }],
};
