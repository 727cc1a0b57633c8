import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Running } from '../../infra/testing/product.js';
import {
  buyDirectly,
  chromiumPath,
  faultsOf,
  logIn,
  seriousFaults,
  SIZES,
  withoutChromium,
} from './browser.js';
import { PATIENCE_MS } from '../../infra/testing/until.js';
import { spendingIsLive, spendingSaysWhatIsMissing } from './testing/spending-looks.js';
import { showProduct, type ShownProduct } from './shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;
const PURCHASES = 120;
/** Every tenth goes to a number that the vendor declines. */
const DECLINED = PURCHASES / 10;

/** yyyy-MM-dd. */
const lagosToday = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());

async function buyMany(page: Page, url: string): Promise<void> {
  for (let number = 0; number < PURCHASES; number += 1) {
    const ending = number % 10 === 0 ? '0016' : String(1_000 + number);
    await buyDirectly(page, url, { phone: `0803123${ending}`, amount: 50 + number });
  }
}

looking(`a history ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let product: Running;
  let page: Page;
  let heard: string[];
  /** The day in Lagos on which the first was bought. */
  let boughtFrom: string;

  beforeAll(async () => {
    shown = await showProduct(
      { SANDBOX_LATENCY_MS: '5' },
      { viewport: SIZES.desktop, reducedMotion: 'reduce' },
    );
    ({ product, page, heard } = shown);
    await logIn(page, product.url);
    boughtFrom = lagosToday();
    await buyMany(page, product.url);
  }, SLOW);

  afterAll(() => shown?.stop(), SLOW);

  const reads = (text: string): Promise<void> =>
    page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
  const drawnRows = (): Promise<number> => page.locator('[role=row], ul[data-long] > li').count();

  it(
    'says when the newest entries cannot be shown yet, beside those that can',
    async () => {
      await page.route('**/api/user_transactions/', async (route) => {
        const answer = await route.fetch({ timeout: PATIENCE_MS });
        await route.fulfill({ response: answer, json: { ...(await answer.json()), incomplete: true } });
      });
      await page.goto(`${product.url}/thistory`);
      await reads('Some of your newest entries are not shown yet');
      expect(await drawnRows()).toBeGreaterThan(1);
      await page.unroute('**/api/user_transactions/');
    },
    SLOW,
  );

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
      await page.waitForURL(/[?&]from=/);
      const { from, to } = Object.fromEntries(new URL(page.url()).searchParams);
      expect([boughtFrom, lagosToday()]).toContain(from);
      expect(to).toBe(from);
      // When a day has ended since the first was bought, some are of yesterday.
      if (from !== boughtFrom) await page.getByRole('button', { name: 'Last 7 days' }).click();
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
    'makes a statement of this month unless other days are wanted, and says which days',
    async () => {
      await page.goto(`${product.url}/thistory`);
      const saved = async (format: string): Promise<string> => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: `${format} statement` }).click(),
        ]);
        return file.suggestedFilename();
      };
      // The file that is made, and the days that are told, wherever the clock stands when this runs.
      expect(await saved('CSV')).toMatch(/^statement-\d{4}-\d{2}-01-to-\d{4}-\d{2}-\d{2}\.csv$/);
      await page.getByText(/^Your statement from 1 \w+ \d{4} to \d+ \w+ \d{4} is saved\.$/).waitFor();
      expect(await saved('PDF')).toMatch(/\.pdf$/);
      await page.getByLabel('Statement', { exact: true }).selectOption('Chosen days');
      await page.getByLabel('First day').fill('2026-01-01');
      await page.getByLabel('Last day').fill('2026-01-31');
      await reads('1 Jan 2026 to 31 Jan 2026');
      expect(await saved('CSV')).toBe('statement-2026-01-01-to-2026-01-31.csv');
      await page.getByText('Nothing moved in your wallet from 1 Jan 2026 to 31 Jan 2026').waitFor();
      await page.getByLabel('Last day').fill('2025-12-31');
      await reads('Before the first day.');
      expect(await seriousFaults(page)).toEqual([]);
    },
    SLOW,
  );

  it(
    'says in words when a file cannot be made, and saves none',
    async () => {
      await page.goto(`${product.url}/thistory`);
      const message = 'to: More than 10000 lines. Choose a shorter time.';
      await page.route('**/api/statement/**', (route) =>
        route.fulfill({
          status: 422,
          contentType: 'application/json',
          body: JSON.stringify({ status: false, code: 'STATEMENT_TOO_LONG', message }),
        }),
      );
      let files = 0;
      const count = (): number => (files += 1);
      page.on('download', count);
      await page.getByRole('link', { name: 'PDF statement' }).click();
      await reads('More than 10000 lines. Choose a shorter time.');
      await page.unroute('**/api/statement/**');
      expect(files).toBe(0);
      page.off('download', count);
      heard.splice(0, heard.length, ...heard.filter((line) => !/status of 422/.test(line)));
    },
    SLOW,
  );

  it(
    'shows the balance after the refund, and after the purchase too',
    async () => {
      await page.goto(`${product.url}/thistory?status=Refunded`);
      await page.locator('a[href^="/receipt/"]').first().click();
      await reads('Not delivered, money returned');
      const fact = (name: string): Promise<string> =>
        page.locator('dl > div').filter({ hasText: name }).locator('dd').first().innerText();
      const naira = async (name: string): Promise<number> =>
        Number((await fact(name)).replace(/[^\d.]/g, ''));
      // Other purchases may have been settled in between; what is sure is that the refund added to what the purchase left.
      expect(await naira('Balance after refund')).not.toBe(await naira('Balance after purchase'));
      expect(await page.getByText('Balance after', { exact: true }).count()).toBe(0);
    },
    SLOW,
  );

  it(
    'never says of a purchase that a person checks that the provider is silent',
    async () => {
      const at = '2026-03-02T10:15:30+01:00';
      const steps = ['accepted', 'sent', 'unknown', 'review', 'unknown'].map((step) => ({ step, at }));
      const transaction = {
        ...{ transaction_history_date: at, api_transaction_reference: 'NL-CHECKED', service: 'airtime' },
        ...{ amount: 99, wallet_balance: 901, balance_after_purchase: 901, phone_number: '+2348031234567' },
        ...{ transaction_status: 'Pending', status: 'Pending', product: 'Mtn airtime', facts: [] },
        ...{ face_value: 100, price: 99, discount: 1, steps },
      };
      await page.route('**/api/transaction/', (route) =>
        route.fulfill({
          contentType: 'application/json',
          body: JSON.stringify({ status: true, transaction, position: 1 }),
        }),
      );
      await page.goto(`${product.url}/receipt/NL-CHECKED`);
      await reads('Your airtime is being checked');
      await reads('Being checked');
      expect(await page.getByText('The provider has not answered').count()).toBe(0);
      expect(await page.getByText('is on its way').count()).toBe(0);
      await page.unroute('**/api/transaction/');
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

  it(
    'draws what was spent, and draws it anew when something more is delivered [route:/spending]',
    () => spendingIsLive(page, product.url),
    SLOW,
  );

  it(
    'of spending in an earlier month keeps it in the address, and says when there is nothing or it cannot be told',
    async () => {
      await spendingSaysWhatIsMissing(page, product.url);
      heard.splice(0, heard.length, ...heard.filter((line) => !/status of 503/.test(line)));
    },
    SLOW,
  );

  it('made no page complain', () => {
    expect(heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
  });
});
