import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buyDirectly, faultsOf, SIZES } from '../browser.js';
import { failUntilPressed } from './fail-until-pressed.js';
import { visit } from './moving.js';
import { reads } from './reading.js';

export async function spendingIsLive(page: Page, url: string): Promise<void> {
  await page.setViewportSize(SIZES.desktop);
  await visit(page, '/spending');
  const amount = page.locator('dl > div').filter({ hasText: 'This month, ' }).locator('dd').first();
  const month = page.getByLabel('Month looked at');
  await amount.waitFor();
  const kobo = async (): Promise<number> => Number((await amount.innerText()).replace(/\D/g, ''));
  const [before, shown] = [await kobo(), await month.inputValue()];
  await buyDirectly(page, url, { phone: '08031239999', amount: 1_000 });
  // Waits for the price on top. A month that ends now starts the next one instead.
  while ((await kobo()) < before + 990_00 && (await month.inputValue()) === shown)
    await page.waitForTimeout(50);
  await page.getByRole('rowheader', { name: '08031239999' }).waitFor();
  for (const title of ['By month', /^By service, /, /^Top recipients, /])
    await page.getByRole('table', { name: title }).waitFor();
  for (const viewport of Object.values(SIZES)) {
    await page.setViewportSize(viewport);
    expect(await faultsOf(page, 'spending')).toEqual([]);
  }
}

/** Needs `/spending`. */
export async function spendingSaysWhatIsMissing(page: Page, url: string): Promise<void> {
  const month = page.getByLabel('Month looked at');
  const earliest = (await month.locator('option').last().getAttribute('value'))!;
  await month.selectOption(earliest);
  await reads(page, 'Nothing was bought in this month');
  expect(new URL(page.url()).searchParams.get('month')).toBe(earliest);
  const months = Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    amount: 0,
    transactions: 0,
    services: [],
  }));
  const nothing = { months, month: '2026-12', recipients: [], recipients_capped: false, position: 1 };
  await page.route('**/api/spending/', (route) => route.fulfill({ json: { status: true, ...nothing } }));
  await page.goto(`${url}/spending`);
  await reads(page, 'Nothing spent yet');
  await page.unroute('**/api/spending/');
  const press = await failUntilPressed(page, '**/api/spending/', (route) =>
    route.fulfill({ status: 503, body: '' }),
  );
  await page.goto(`${url}/spending`);
  await reads(page, 'Your spending could not be loaded.');
  await press(page.getByRole('button', { name: 'Try again' }));
  await month.waitFor();
}
