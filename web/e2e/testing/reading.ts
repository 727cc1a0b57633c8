import type { Page } from 'playwright-core';
import { PATIENCE_MS, until } from '../../../infra/testing/until.js';

/** yyyy-MM-dd. */
export const lagosToday = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());

/** Waits until a text stands on the page, where it can be seen. */
export const reads = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();

/** What a field reads one after the other, without a moment in between: on a crowded machine people are not as slow. */
export const typeAtOnce = (page: Page, field: string, typed: readonly string[]): Promise<void> =>
  page.evaluate(
    `(([selector, typed]) => {
      const field = document.querySelector(selector);
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      for (const value of typed) {
        set.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    })(${JSON.stringify([field, typed])})`,
  );

/** Goes to the first row of a table by its key; the keys of a table come a moment after its rows. */
export const goToFirstRow = (page: Page): Promise<void> =>
  until(async () => {
    if ((await page.locator('main [data-current]').count()) > 0) return true;
    await page.keyboard.press('j');
    return false;
  }, 'the first row');

/** Goes to the search of a page by its key, as soon as the page listens to it. */
export const goToSearch = (page: Page, field: string): Promise<void> =>
  until(async () => {
    await page.keyboard.press('/');
    return (await page.locator(`${field}:focus`).count()) > 0;
  }, 'the search');

interface Movement {
  readonly kind: string;
  readonly amount: number;
  readonly balance: number;
}

/** All that moved the wallet, as the page is told it. */
export async function movementsOf(page: Page, url: string): Promise<readonly Movement[]> {
  const cookies = await page.context().cookies(url);
  const csrf = cookies.find(({ name }) => name.includes('csrftoken'))?.value ?? '';
  const answer = await page.request.post(`${url}/api/wallet_movements/`, {
    headers: { 'x-csrftoken': decodeURIComponent(csrf) },
    data: { page: 1, page_size: 1_000 },
    timeout: PATIENCE_MS,
  });
  return ((await answer.json()) as { all_user_transaction: readonly Movement[] }).all_user_transaction;
}
