import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { seed } from '../../../infra/testing/product.js';
import type { Running, SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime } from '../../../services/standalone/testing/callers.js';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, faultsOf, launch, SIZES, startProduct, withoutChromium } from '../browser.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;
const PURCHASES = 3;

looking(`a list as a file ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;
  let user: SeededUser;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'admin-export-'));
    product = await startProduct({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '10', LOG_LEVEL: 'error' });
    [user] = (await seed(folder, 1, 50_000)) as [SeededUser];
    for (let n = 0; n < PURCHASES; n += 1)
      await buyAirtime(product.url, user, `0803500000${n}`, { amount: 100 + n });
    browser = await launch();
    page = await (await browser.newContext({ viewport: SIZES.desktop, reducedMotion: 'reduce' })).newPage();
    await logInAsAdministrator(page, product.url);
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  const said = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const faults = (): Promise<string[]> => faultsOf(page, 'this list');

  it(
    'saves all that a list shows as a file, says how far it is, and can be stopped',
    async () => {
      await page.goto(`${product.url}/adminthistory`);
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
    },
    SLOW,
  );
});
