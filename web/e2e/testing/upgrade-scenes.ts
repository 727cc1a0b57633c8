import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFaults } from '../browser.js';
import { answer } from './scene.js';

export async function upgradeHidesTheBalance(page: Page, url: string): Promise<void> {
  const main = page.getByRole('main');
  await page.goto(`${url}/affiliate`);
  await main.getByText('Balance after').waitFor();
  const left = await main.locator('dl > div').filter({ hasText: 'Balance after' }).locator('dd').innerText();
  expect(left).toMatch(/^₦\d/);
  await page.evaluate('localStorage.setItem("naira-ledger-hide-balance", "true")');
  await page.reload();
  await main.getByText('Once, from your wallet').waitFor();
  await main.getByText('Balance hidden').waitFor();
  expect(await page.getByText(left).count()).toBe(0);
  await page.evaluate('localStorage.removeItem("naira-ledger-hide-balance")');
}

export async function upgradeAsksForMoneyFirst(page: Page, url: string): Promise<void> {
  const main = page.getByRole('main');
  const quote = { tier: 'regular', fee: 2_000, balance_after: -1_250 };
  await page.route('**/api/upgrade-quote/', (route) => answer(route, quote));
  await page.goto(`${url}/affiliate`);
  await main.getByText('Your wallet does not hold enough for this.').waitFor();
  const missing = main.locator('dl > div').filter({ hasText: 'Missing' }).locator('dd');
  expect(await missing.innerText()).toBe('₦1,250.00');
  expect(await main.getByText(/[-−]₦/).count()).toBe(0);
  expect(await main.getByLabel('Transaction PIN').count()).toBe(0);
  expect(await main.getByRole('button', { name: 'Upgrade for ₦2,000.00' }).isDisabled()).toBe(true);
  expect(await seriousFaults(page)).toEqual([]);
  await main.getByRole('link', { name: 'Top up' }).click();
  await page.waitForURL('**/topup');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
