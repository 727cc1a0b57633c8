import type { Page, Route } from 'playwright-core';

/** `refused` has no message, so the page must choose the words. `broken` aborts the call, `held` never ends it. */
export type Ending = 'refused' | 'broken' | 'held' | Readonly<Record<string, unknown>>;

export interface Scene {
  readonly text: `[text:${string}]`;
  readonly path: string;
  /** Without a login. */
  readonly visitor?: true;
  /** Endings by call path. */
  readonly calls?: Readonly<Record<string, Ending>>;
  readonly act?: (page: Page) => Promise<unknown>;
}

export function answer(route: Route, ending: Ending): Promise<void> | undefined {
  if (ending === 'held') return undefined;
  if (ending === 'broken') return route.abort();
  const json = (status: number, body: unknown) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  return ending === 'refused'
    ? json(400, { status: false, code: 'NOT_FOUND', message: '' })
    : json(200, { status: true, message: '', ...ending });
}

/** Fills `fields` by label and presses `button`. */
export const fillIn =
  (fields: Readonly<Record<string, string>>, button: string) =>
  async (page: Page): Promise<void> => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).first().fill(value);
    await page.getByRole('button', { name: button }).click();
  };

export async function chooseBank(page: Page, name = 'Access Bank'): Promise<void> {
  await page.getByLabel('Bank Name').click();
  await page.getByRole('dialog').getByLabel('Find a bank').fill(name);
  await page.getByRole('dialog').getByRole('region', { name: 'Found' }).getByRole('button', { name }).click();
}
