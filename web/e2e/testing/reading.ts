import type { Page } from 'playwright-core';

/** yyyy-MM-dd. */
export const lagosToday = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());

/** Waits until a text stands on the page, where it can be seen. */
export const reads = (page: Page, text: string): Promise<void> =>
  page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
