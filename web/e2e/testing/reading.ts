import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../../../infra/testing/until.js';

/** yyyy-MM-dd. */
export const lagosToday = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());

/** Waits until a text stands on the page, where it can be seen. */
export const reads = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();

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
