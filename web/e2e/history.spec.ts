import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startStandalone } from '../../infra/testing/product.js';
import type { Running } from '../../infra/testing/product.js';
import { chromiumPath, complaints, launch, logIn, SIZES, withoutChromium } from './browser.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 120_000;
const PURCHASES = 120;
/** Every tenth goes to a number that the vendor declines. */
const DECLINED = PURCHASES / 10;

/** Buys with the session of the page, as its own code would. */
async function buyMany(page: Page, url: string): Promise<void> {
  const cookies = await page.context().cookies(url);
  const csrf = cookies.find(({ name }) => name.includes('csrftoken'))?.value ?? '';
  for (let number = 0; number < PURCHASES; number += 1) {
    const ending = number % 10 === 0 ? '0016' : String(1_000 + number);
    const answer = await page.request.post(`${url}/api/buycard/`, {
      headers: { 'x-csrftoken': decodeURIComponent(csrf) },
      data: {
        amount: 50 + number,
        network: 1,
        phone: `0803123${ending}`,
        transaction_pin: '4826',
      },
    });
    if (!answer.ok())
      throw new Error(`Purchase ${number} answered ${answer.status()}: ${await answer.text()}`);
  }
}

looking(`a history ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;
  let page: Page;
  let heard: string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'history-'));
    product = await startStandalone({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '5' });
    browser = await launch();
    const context = await browser.newContext({ viewport: SIZES.desktop, reducedMotion: 'reduce' });
    page = await context.newPage();
    heard = complaints(page);
    await logIn(page, product.url);
    await buyMany(page, product.url);
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  const reads = (text: string): Promise<void> =>
    page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor({ timeout: 60_000 });
  const drawnRows = (): Promise<number> => page.locator('[role=row], ul[data-long] > li').count();

  it(
    'turns pages, and the back button turns them back [const:page-sizes]',
    async () => {
      await page.goto(`${product.url}/thistory`);
      await reads('1 of 12');
      await page.getByRole('button', { name: 'Next' }).click();
      await reads('2 of 12');
      await page.getByRole('button', { name: 'Last' }).click();
      await reads('12 of 12');
      await page.goBack();
      await reads('2 of 12');
      expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    },
    SLOW,
  );

  it(
    'keeps its filters in the address, through a reload and in another tab',
    async () => {
      await page.goto(`${product.url}/thistory`);
      await page.getByLabel('Status', { exact: true }).selectOption('Refunded');
      await reads(`${DECLINED} entries`);
      await page.getByLabel('Items per page').selectOption('50');
      await reads('1 of 1');
      await page.reload();
      await reads(`${DECLINED} entries`);
      expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('Refunded');
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByText(`${DECLINED} entries`).waitFor();
      await other.close();
    },
    SLOW,
  );

  it(
    'finds by number, and says when nothing matches',
    async () => {
      await page.goto(`${product.url}/airtime-history`);
      await page.getByLabel('Search').fill('08031231007');
      await reads('1 entry');
      await page.getByLabel('Search').fill('nothing like this');
      await reads('Nothing matches');
      await page.getByRole('button', { name: 'Clear the filters' }).click();
      await reads(`${PURCHASES} entries`);
    },
    SLOW,
  );

  for (const [size, viewport] of Object.entries(SIZES))
    it(
      `draws only what is in sight of a long page on a ${size}`,
      async () => {
        await page.setViewportSize(viewport);
        await page.goto(`${product.url}/thistory?size=1000`);
        await reads(`${PURCHASES} entries`);
        await page.locator('a[href^="/receipt/"]').first().waitFor();
        expect(await drawnRows()).toBeLessThan(PURCHASES / 2);
        await page.locator('a[href^="/receipt/"]').first().focus();
        await page.mouse.move(viewport.width / 2, viewport.height / 2);
        await page.mouse.wheel(0, 100_000);
        await page.getByRole('button', { name: 'Last' }).waitFor();
        expect(await drawnRows()).toBeLessThan(PURCHASES / 2);
      },
      SLOW,
    );

  it(
    'hands out a receipt and statements as files',
    async () => {
      await page.setViewportSize(SIZES.desktop);
      await page.goto(`${product.url}/customhistory`);
      await page.getByRole('button', { name: 'Today' }).click();
      await reads(`${PURCHASES} entries`);
      for (const format of ['CSV', 'PDF']) {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: `${format} statement` }).click(),
        ]);
        expect(await file.failure()).toBeNull();
        expect(file.suggestedFilename().toLowerCase()).toContain(format.toLowerCase());
      }
      await page.locator('a[href^="/receipt/"]').first().click();
      const [receipt] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'PDF receipt' }).click(),
      ]);
      expect(await receipt.failure()).toBeNull();
      expect(receipt.suggestedFilename()).toContain('.pdf');
    },
    SLOW,
  );

  it(
    'shows the clock and asks the vendor once a minute while a purchase is open',
    async () => {
      await page.goto(`${product.url}/airtime`);
      await page.getByLabel('Phone number').fill('08031230400');
      await page.getByLabel('Amount', { exact: true }).fill('100');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
      await page.getByRole('dialog').getByRole('button', { name: 'Pay ₦99.00' }).click();
      await page.waitForURL('**/receipt/**');
      await reads('Refund clock');
      await page.getByRole('button', { name: 'Check status', exact: true }).click();
      await page.getByRole('button', { name: /^Check status in \d+ s$/ }).waitFor();
    },
    SLOW,
  );

  it('made no page complain', () => {
    expect(heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
  });
});
