import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime } from '../../../services/standalone/testing/callers.js';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, faultsOf, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const PURCHASES = 3;

looking(`a list as a file ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let user: SeededUser;
  let page: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop, reducedMotion: 'reduce' });
    ({ page } = shown);
    [user] = (await seed(shown.dataDir, 1, 50_000)) as [SeededUser];
    const buy = (n: number) => buyAirtime(shown.product.url, user, `0803500000${n}`, { amount: 100 + n });
    await Promise.all(Array.from({ length: PURCHASES }, (_, n) => buy(n)));
    await logInAsAdministrator(page, shown.product.url);
  });

  afterAll(() => shown?.stop());

  const said = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const faults = (): Promise<string[]> => faultsOf(page, 'this list');

  it('exports a whole list as CSV, shows its progress, and can be stopped', async () => {
    await page.goto(`${shown.product.url}/adminthistory?q=${encodeURIComponent(user.email)}`);
    await said(`${PURCHASES} entries`);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('transactions.csv');
    const lines = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(PURCHASES + 1);
    expect(lines.at(-1)).toContain(user.email);
    await said(`${lines.length - 1} rows saved.`);
    expect(await faults()).toEqual([]);

    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/api/admin-export/**', async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await said('Reading…');
    await page.getByRole('button', { name: 'Stop the export' }).click();
    await said('Stopped. Nothing was saved.');
    go();
    await page.unroute('**/api/admin-export/**');
    await page.route('**/api/admin-export/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await said('We cannot reach the server.');
    await page.unroute('**/api/admin-export/**');
  });
});
