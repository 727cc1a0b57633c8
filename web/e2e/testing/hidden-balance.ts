import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SIZES } from '../browser.js';
import { USER_ROUTES } from '../user-side-rows.js';
import { fillIn } from './scene.js';
import { move, settling } from './moving.js';
import { movementsOf } from './reading.js';

/** `/logout` shows nothing. */
const LOOKED_AT = USER_ROUTES.filter((path) => path !== '/logout');
/** Naira; the page shows the balance after it. */
const UPGRADE_FEE = 2_000;

const amountOf = (naira: number): string =>
  `₦${naira.toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** Amounts of movements are shown, so figures that are both are skipped. */
export async function balanceIsNowhere(page: Page, url: string): Promise<void> {
  const movements = await movementsOf(page, url);
  const paid = new Set(movements.map(({ amount }) => Math.abs(amount)));
  const figures = [...new Set(movements.map(({ balance }) => balance))]
    .filter((balance) => !paid.has(balance))
    .concat(movements[0]!.balance - UPGRADE_FEE)
    .map(amountOf);
  expect(figures.length).toBeGreaterThan(1);
  const told = async (what: string): Promise<string[]> => {
    const text = await page.locator('body').innerText();
    return figures.filter((figure) => text.includes(figure)).map((figure) => `${what}: ${figure}`);
  };
  const settled = settling(page);
  const drawn = async (): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled();
  };

  await page.setViewportSize(SIZES.desktop);
  // Proves that `told` finds the figures while the balance is shown.
  await page.goto(`${url}/home`);
  await drawn();
  expect(await told('shown')).not.toEqual([]);
  await page.evaluate(`localStorage.setItem('naira-ledger-hide-balance', 'true')`);
  await page.reload();
  await drawn();

  const found: string[] = [];
  for (const path of LOOKED_AT) {
    await move(page, path);
    await drawn();
    found.push(...(await told(path)));
  }
  expect(found).toEqual([]);

  // Order pane with the balance after the purchase.
  await page.goto(`${url}/airtime`);
  await fillIn({ 'Phone number': '08031234567', Amount: '100' }, 'Continue')(page);
  await page.getByRole('dialog').getByText('Pay ₦').waitFor();
  const hidden = page.getByText('Balance hidden');
  await page.getByRole('dialog').locator(hidden).waitFor();
  await page.getByRole('complementary', { name: 'Your order' }).locator(hidden).waitFor();
  const after = amountOf(movements[0]!.balance - 99);
  found.push(...(await told('an order')));
  expect(await page.getByText(after).count()).toBe(0);
  // Panel of a row.
  await page.goto(`${url}/thistory`);
  await page
    .getByRole('button', { name: /^Details of / })
    .first()
    .click();
  await page.getByRole('dialog').locator(hidden).first().waitFor();
  found.push(...(await told('a row in its panel')));
  expect(found).toEqual([]);
  await page.evaluate(`localStorage.removeItem('naira-ledger-hide-balance')`);
}
