import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { buyDirectly, chromiumPath, seriousFaults, SIZES, withoutChromium } from './browser.js';
import { untilQuiet } from '../../services/standalone/testing/callers.js';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';
import { goToFirstRow, lagosToday, movementsOf, reads as readsOn } from './testing/reading.js';
import {
  checkedPurchaseBlamesNobody,
  refundTellsBothBalances,
  sharersKnowWhatTheySend,
} from './testing/receipt-scenes.js';
import { filesAreHandedOut, refusedFileIsTold, statementSaysItsDays } from './testing/statement-scenes.js';
import { spendingIsLive, spendingSaysWhatIsMissing } from './testing/spending-looks.js';
import { becomeNewCustomer } from './customer.js';
import { move, visit } from './testing/moving.js';
import { showSharedProduct, type SharedView } from './shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const PURCHASES = 120;
/** The vendor declines every tenth number. */
const DECLINED = PURCHASES / 10;
/** Purchases, refunds and the first deposit. */
const MOVEMENTS = PURCHASES + DECLINED + 1;

/** Purchases in parallel. */
const AT_ONCE = 6;

async function buyMany(page: Page, url: string): Promise<void> {
  const left = Array.from({ length: PURCHASES }, (_, number) => number).values();
  const buy = async (): Promise<void> => {
    for (const number of left) {
      const ending = number % 10 === 0 ? '0016' : String(1_000 + number);
      await buyDirectly(page, url, { phone: `0803123${ending}`, amount: 50 + number });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buy));
}

looking(`a history ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let page: Page;
  let heard: string[];
  /** Lagos day of the first purchase. */
  let boughtFrom: string;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ product, page, heard } = shown);
    await becomeNewCustomer(page, product);
    boughtFrom = lagosToday();
    await buyMany(page, product.url);
  });

  afterAll(() => shown?.stop());

  const reads = (text: string): Promise<void> => readsOn(page, text);
  const drawnRows = (): Promise<number> => page.locator('[role=row], ul[data-long] > li').count();

  it('warns that the newest entries are missing, and shows the others', async () => {
    await page.route('**/api/wallet_movements/', async (route) => {
      const answer = await route.fetch({ timeout: PATIENCE_MS });
      await route.fulfill({ response: answer, json: { ...(await answer.json()), incomplete: true } });
    });
    await page.goto(`${product.url}/thistory`);
    await reads('Some of your newest entries are not shown yet');
    await until(async () => (await drawnRows()) > 1, 'the entries that can be shown');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('lists purchases, refunds and deposits with a correct running balance', async () => {
    await page.setViewportSize(SIZES.desktop);
    await move(page, '/thistory?size=1000');
    await reads('1 of 1');
    await reads(`${MOVEMENTS} entries`);
    // Checks the drawn cells, and all rows by `movementsOf`.
    const cells = await page
      .locator('[role=row]:has([role=gridcell])')
      .first()
      .locator('[role=gridcell]')
      .allInnerTexts();
    expect(cells.join(' ')).toMatch(/[−+]₦\d/);
    const rows = await movementsOf(page, product.url);
    expect(rows).toHaveLength(MOVEMENTS);
    expect(rows.filter(({ kind }) => kind === 'refund')).toHaveLength(DECLINED);
    expect(rows.at(-1)).toMatchObject({ kind: 'funding', amount: 50_000, balance: 50_000 });
    for (const [index, { amount, balance }] of rows.slice(0, -1).entries())
      expect((balance - amount).toFixed(2)).toBe(rows[index + 1]?.balance.toFixed(2));
    expect(await page.getByText('-₦').count()).toBe(0);
  });

  for (const [size, viewport] of Object.entries(SIZES).reverse())
    it(`draws only what is in sight of a long page on a ${size}`, async () => {
      await page.setViewportSize(viewport);
      expect(page.url()).toMatch(/\?size=1000$/);
      await reads(`${MOVEMENTS} entries`);
      const rows = size === 'phone' ? 'ul[data-long] > li' : '[role=row]';
      await page.locator(`${rows} a[href^="/receipt/"]`).first().waitFor();
      expect(await drawnRows()).toBeLessThan(PURCHASES / 2);
      await page.locator('a[href^="/receipt/"]').first().focus();
      await page.mouse.move(viewport.width / 2, viewport.height / 2);
      await page.mouse.wheel(0, 100_000);
      await page.getByRole('button', { name: 'Last' }).waitFor();
      expect(await drawnRows()).toBeLessThan(PURCHASES / 2);
    });

  it('moves, opens and searches by keys where there is room for a table', async () => {
    await page.setViewportSize(SIZES.desktop);
    await page.goto(`${product.url}/thistory`);
    await page.locator('[data-index="0"]').waitFor();
    await goToFirstRow(page);
    await page.keyboard.press('j');
    await page.locator('[data-index="1"][data-current]').waitFor();
    await page.keyboard.press('k');
    await page.locator('[data-index="0"][data-current]').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Open the receipt' }).waitFor();
    // At the right edge.
    const panel = (await page.getByRole('dialog').boundingBox())!;
    expect(panel.x + panel.width).toBe(SIZES.desktop.width);
    expect(panel.width).toBeLessThanOrEqual(440);
    expect(await seriousFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.locator('input[type=search]:focus').waitFor();
  });

  it('is grouped by day on a phone', async () => {
    await page.setViewportSize(SIZES.phone);
    await page.locator('li a[href^="/receipt/"]').first().waitFor();
    expect(await page.locator('li h2').allInnerTexts()).toHaveLength(1);
    await page.setViewportSize(SIZES.desktop);
  });

  it('turns pages, and the back button turns them back [const:page-sizes]', async () => {
    await reads('1 of 14');
    await page.getByRole('button', { name: 'Next' }).click();
    await reads('2 of 14');
    await page.getByRole('button', { name: 'Last' }).click();
    await reads('14 of 14');
    await page.goBack();
    await reads('2 of 14');
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    await page.goBack();
    await reads('1 of 14');
  });

  it('keeps its filters in the address', async () => {
    await page.getByLabel('Status', { exact: true }).selectOption('Refunded');
    await reads(`${2 * DECLINED} entries`);
    await page.getByLabel('Items per page').selectOption('50');
    await reads('1 of 1');
    // Another tab has only the address.
    await page.evaluate(`sessionStorage.clear()`);
    await page.reload();
    await reads(`${2 * DECLINED} entries`);
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('Refunded');
  });

  it('finds by number, and says when nothing matches', async () => {
    await visit(page, '/airtime-history');
    await page.getByLabel('Search').fill('08031231007');
    await reads('1 entry');
    await page.getByLabel('Search').fill('nothing like this');
    await reads('Nothing matches');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await reads(`${PURCHASES} entries`);
  });

  it('hides balances in its lists and on the receipt when the customer hides them', async () => {
    const hide = (hidden: boolean): Promise<void> =>
      page.evaluate(`localStorage.setItem('naira-ledger-hide-balance', '${hidden}')`);
    await hide(true);
    await page.goto(`${product.url}/funding-history`);
    await reads('+₦50,000.00');
    // Balances before and after are hidden; the deposit is shown.
    expect(await page.locator('main').getByText('Balance hidden').count()).toBe(2);
    expect(await page.locator('main').getByText('₦50,000.00').count()).toBe(1);
    await visit(page, '/thistory');
    await page.locator('[data-index="0"]').waitFor();
    expect(await page.locator('[role=row] >> text=Balance hidden').count()).toBe(10);
    await page.locator('a[href^="/receipt/"]').first().click();
    await page.locator('dl > div').filter({ hasText: 'Balance after' }).first().waitFor();
    const told = await page.locator('dl > div').filter({ hasText: 'Balance after' }).allInnerTexts();
    expect(told.join(' ')).not.toMatch(/₦\d/);
    await hide(false);
  });

  it('sums up a delivered purchase in one line, and shares its receipt as a picture', async () => {
    await page.goto(`${product.url}/thistory?status=Successful`);
    await page.locator('a[href^="/receipt/"]').first().click();
    await page.getByRole('heading', { name: 'Airtime delivered' }).waitFor();
    const held = page.getByText('Sent to provider', { exact: true });
    expect(await held.isVisible()).toBe(false);
    await page.getByText(/^Requested \d\d:\d\d:\d\d, Delivered \d\d:\d\d:\d\d$/).click();
    await held.waitFor();
    // Without `navigator.share` the file is downloaded.
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Share', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^receipt-NL\w{16}\.png$/);
    const picture = readFileSync(await file.path());
    expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20) > 700]).toEqual([1080, true]);
    // `navigator.share` gets the picture and the text.
    await page.evaluate(`Object.assign(navigator, {
        canShare: ({ files }) => files.length === 1,
        share: (shared) => { window.shared = shared; return Promise.resolve(); },
      })`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await until(
      async () => (await page.evaluate('window.shared !== undefined')) as boolean,
      'what is shared',
    );
    expect(await page.evaluate('window.shared.files[0].type')).toBe('image/png');
    expect(await page.evaluate('window.shared.text')).toMatch(
      /^Naira Ledger receipt: Successful\n.*MTN airtime/,
    );
    await sharersKnowWhatTheySend(page);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('saves a receipt and statements as files', () =>
    filesAreHandedOut(page, { boughtFrom, movements: MOVEMENTS }));

  it('says in words when a file cannot be made, and saves none', () => refusedFileIsTold(page, heard));

  it('makes a statement of this month by default, and names its days', () => statementSaysItsDays(page));

  it('shows the balance after the refund, and after the purchase too', () => refundTellsBothBalances(page));

  it('does not blame the provider for a purchase under manual review', () =>
    checkedPurchaseBlamesNobody(page));

  it('shows the clock and asks the vendor once a minute while a purchase is open', async () => {
    await visit(page, '/airtime');
    await page.getByLabel('Phone number').fill('08031230400');
    await page.getByLabel('Amount', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
    await page.getByRole('dialog').getByRole('button', { name: 'Pay ₦99.00' }).click();
    await page.waitForURL('**/receipt/**');
    await reads('Refund clock');
    // Limit of pending purchases.
    expect(await page.getByRole('timer').innerText()).toMatch(/^(?:24:00:00|23:5\d:\d\d)$/);
    expect(await page.getByText(/30 seconds/).count()).toBe(0);
    await page.getByRole('button', { name: 'Check status', exact: true }).click();
    await page.getByRole('button', { name: /^Check status in \d+ s$/ }).waitFor();
  });

  it('draws spending, and redraws it when another purchase is delivered [route:/spending]', () =>
    spendingIsLive(page, product.url));

  it('keeps an earlier month of spending in the address, and says when it is empty or unavailable', async () => {
    await spendingSaysWhatIsMissing(page, product.url);
    heard.splice(0, heard.length, ...heard.filter((line) => !/status of 503/.test(line)));
  });

  it('shows a purchase made between its first read and its live connection', async () => {
    let letGo = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/live*', async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.goto(`${product.url}/thistory`);
    const entries = page.getByText(/^\d+ entries$/).filter({ visible: true });
    const before = Number.parseInt(await entries.first().innerText(), 10);
    await buyDirectly(page, product.url, { phone: '08031231999', amount: 60 });
    // No later event can trigger an update.
    await untilQuiet(product.url);
    letGo();
    await reads(`${before + 1} entries`);
    await page.unroute('**/api/live*');
  });

  it('causes no unexpected console errors', () => {
    expect(heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
  });
});
