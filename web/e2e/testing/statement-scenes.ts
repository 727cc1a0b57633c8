import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFaults, SIZES } from '../browser.js';
import { visit } from './moving.js';
import { lagosToday, reads } from './reading.js';

/** @param movements rows of the full list */
export async function filesAreHandedOut(
  page: Page,
  { boughtFrom, movements }: { readonly boughtFrom: string; readonly movements: number },
): Promise<void> {
  await page.setViewportSize(SIZES.desktop);
  await visit(page, '/customhistory');
  await page.getByRole('button', { name: 'Today' }).click();
  await page.waitForURL(/[?&]from=/);
  const { from, to } = Object.fromEntries(new URL(page.url()).searchParams);
  expect([boughtFrom, lagosToday()]).toContain(from);
  expect(to).toBe(from);
  // Past midnight, the first purchases are of yesterday.
  if (from !== boughtFrom) await page.getByRole('button', { name: 'Last 7 days' }).click();
  await reads(page, `${movements} entries`);
  for (const format of ['CSV', 'PDF']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `${format} statement` }).click(),
    ]);
    expect(await file.failure()).toBeNull();
    expect(file.suggestedFilename().toLowerCase()).toContain(format.toLowerCase());
  }
  await page.locator('a[href^="/receipt/"]').first().click();
  const [receipt] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'PDF receipt' }).click(),
  ]);
  expect(await receipt.failure()).toBeNull();
  expect(receipt.suggestedFilename()).toContain('.pdf');
}

/** Needs `/thistory`. */
export async function statementSaysItsDays(page: Page): Promise<void> {
  const saved = async (format: string): Promise<string> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `${format} statement` }).click(),
    ]);
    return file.suggestedFilename();
  };
  // Checks file name and message for any current date.
  expect(await saved('CSV')).toMatch(/^statement-\d{4}-\d{2}-01-to-\d{4}-\d{2}-\d{2}\.csv$/);
  await page.getByText(/^Your statement from 1 \w+ \d{4} to \d+ \w+ \d{4} is saved\.$/).waitFor();
  expect(await saved('PDF')).toMatch(/\.pdf$/);
  await page.getByLabel('Statement', { exact: true }).selectOption('Chosen days');
  await page.getByLabel('First day').fill('2026-01-01');
  await page.getByLabel('Last day').fill('2026-01-31');
  await reads(page, '1 Jan 2026 to 31 Jan 2026');
  expect(await saved('CSV')).toBe('statement-2026-01-01-to-2026-01-31.csv');
  await page.getByText('Nothing moved in your wallet from 1 Jan 2026 to 31 Jan 2026').waitFor();
  await page.getByLabel('Last day').fill('2025-12-31');
  await reads(page, 'Before the first day.');
  expect(await seriousFaults(page)).toEqual([]);
}

/** @param heard console errors so far; the refusal is removed from it */
export async function refusedFileIsTold(page: Page, heard: string[]): Promise<void> {
  await visit(page, '/thistory');
  const message = 'to: More than 10000 lines. Choose a shorter time.';
  await page.route('**/api/statement/**', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: JSON.stringify({ status: false, code: 'STATEMENT_TOO_LONG', message }),
    }),
  );
  let files = 0;
  const count = (): number => (files += 1);
  page.on('download', count);
  await page.getByRole('link', { name: 'PDF statement' }).click();
  await reads(page, 'More than 10000 lines. Choose a shorter time.');
  await page.unroute('**/api/statement/**');
  expect(files).toBe(0);
  page.off('download', count);
  heard.splice(0, heard.length, ...heard.filter((line) => !/status of 422/.test(line)));
}
