import type { Page } from 'playwright-core';
import { PATIENCE_MS, until } from '../../../infra/testing/until.js';

/** yyyy-MM-dd. */
export const lagosToday = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());

/** Formats naira as pages do: ₦1,234.50 or −₦1,234.50. */
export const nairaOf = (amount: number): string => {
  const digits = Math.abs(amount).toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `${amount < 0 ? '−' : ''}₦${digits}`;
};

/** Waits until `text` is visible. */
export const reads = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();

/** Sets the values of a field in one go: on a busy machine, real typing would trigger calls in between. */
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

/** Presses `j` until the first row has the focus, because shortcuts load after the rows. */
export const goToFirstRow = (page: Page): Promise<void> =>
  until(async () => {
    if ((await page.locator('main [data-current]').count()) > 0) return true;
    await page.keyboard.press('j');
    return false;
  }, 'the first row');

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

/** Calls `address` with the session of the page. */
export async function ask(
  page: Page,
  address: string,
  data: object,
): Promise<Readonly<Record<string, unknown>>> {
  const cookies = await page.context().cookies(address);
  const csrf = cookies.find(({ name }) => name.includes('csrftoken'))?.value ?? '';
  const answer = await page.request.post(address, {
    headers: { 'x-csrftoken': decodeURIComponent(csrf) },
    data,
    timeout: PATIENCE_MS,
  });
  if (!answer.ok()) throw new Error(`${address} answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}

export async function movementsOf(page: Page, url: string): Promise<readonly Movement[]> {
  const told = await ask(page, `${url}/api/wallet_movements/`, { page: 1, page_size: 1_000 });
  return told['all_user_transaction'] as readonly Movement[];
}
