import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { showProduct, type ShownProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;

looking(`the activity log ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;
  let other: Page;

  beforeAll(async () => {
    shown = await showProduct(
      { SANDBOX_LATENCY_MS: '5' },
      { viewport: SIZES.desktop, reducedMotion: 'reduce' },
    );
    page = shown.page;
    await logInAsAdministrator(page, shown.product.url);
    other = await page.context().newPage();
    await logInAsAdministrator(other, shown.product.url);
  }, SLOW);
  afterAll(() => shown?.stop(), SLOW);

  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  async function broadcast(title: string): Promise<void> {
    await other.goto(`${shown.product.url}/createbroadcast`);
    await other.getByLabel('Title').fill(title);
    await other.getByLabel('Message').fill('Data is slow tonight.');
    await other.getByRole('button', { name: 'Create' }).click();
    await other.waitForURL('**/broadcastlist');
  }

  it(
    'says when nothing was done yet, and shows at once what another open page does',
    async () => {
      await page.goto(`${shown.product.url}/activity`);
      await page.getByText('Nothing was done yet').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await broadcast('Maintenance');
      await row('Created a broadcast').filter({ hasText: 'Maintenance' }).waitFor();
    },
    SLOW,
  );

  it(
    'tells in a panel what changed and from where, and lists all that one person did',
    async () => {
      await page.getByRole('button', { name: 'Details of Created a broadcast' }).click();
      const panel = page.getByRole('dialog');
      await panel.getByText('Data is slow tonight.').waitFor();
      await panel.getByText('127.0.0.1').waitFor();
      await panel.getByText('BroadcastCreated').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await panel.getByRole('link', { name: /^Everything by/ }).click();
      await page.waitForURL('**/activity?administrator=*');
      await page.getByLabel('Who', { exact: true }).waitFor();
      await row('Created a broadcast').waitFor();
    },
    SLOW,
  );

  it(
    'keeps its filters in the address, and says when nothing fits them',
    async () => {
      await page.goto(`${shown.product.url}/activity?area=broadcasts`);
      await row('Activated a broadcast').waitFor();
      await page.getByLabel('About', { exact: true }).selectOption('vendors');
      await page.getByText('Nothing matches').waitFor();
      await page.reload();
      await page.getByText('Nothing matches').waitFor();
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await row('Activated a broadcast').waitFor();
      expect(shown.heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
    },
    SLOW,
  );
});
