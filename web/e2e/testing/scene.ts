import type { Page, Route } from 'playwright-core';

/**
 * What becomes of a call of the page while a scene is played. `refused`: without a sentence of the server's own, so that the
 * page has to find words. `broken`: no answer comes back. `held`: still under way. Otherwise answered with this.
 */
export type Ending = 'refused' | 'broken' | 'held' | Readonly<Record<string, unknown>>;

/** One text of the product, and how a person gets to see it. */
export interface Scene {
  readonly text: `[text:${string}]`;
  readonly path: string;
  /** Somebody who is not logged in; a customer otherwise. */
  readonly visitor?: true;
  /** Calls that do not go as usual, by path. */
  readonly calls?: Readonly<Record<string, Ending>>;
  readonly act?: (page: Page) => Promise<unknown>;
}

/** Answers one call as the scene wants it. */
export function answer(route: Route, ending: Ending): Promise<void> | undefined {
  if (ending === 'held') return undefined;
  if (ending === 'broken') return route.abort();
  const json = (status: number, body: unknown) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
  return ending === 'refused'
    ? json(400, { status: false, code: 'NOT_FOUND', message: '' })
    : json(200, { status: true, message: '', ...ending });
}

/** Fills the fields, by label, and presses the button. */
export const fillIn =
  (fields: Readonly<Record<string, string>>, button: string) =>
  async (page: Page): Promise<void> => {
    for (const [label, value] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).first().fill(value);
    await page.getByRole('button', { name: button }).click();
  };

/** Looks for the bank in the list of all of them. */
export async function chooseBank(page: Page, name = 'Access Bank'): Promise<void> {
  await page.getByLabel('Bank Name').click();
  await page.getByRole('dialog').getByLabel('Find a bank').fill(name);
  await page.getByRole('dialog').getByRole('region', { name: 'Found' }).getByRole('button', { name }).click();
}
