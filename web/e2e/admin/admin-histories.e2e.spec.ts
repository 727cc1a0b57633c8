import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { buyAirtime, eventually, send } from '../../../services/standalone/testing/callers.js';
import { enterAsAdministrator, goWithin } from './administrator.js';
import { chromiumPath, faultsOf, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const PURCHASES = 23;
/** Unique to this suite. */
const phoneOf = (number: number): string => `0803977${String(number).padStart(4, '0')}`;

looking(`what all customers did ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let user: SeededUser;
  let page: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ product, page } = shown);
    [user] = (await seed(shown.dataDir, 1, 50_000)) as [SeededUser];
    await enterAsAdministrator(page, product.url, '/plans');
  });

  afterAll(() => shown?.stop());

  const buy = (number: number) => buyAirtime(product.url, user, phoneOf(number), { amount: 50 + number });
  /** Filters a list to `user`: earlier suites leave rows of other customers. */
  const open = (path: string, more: Readonly<Record<string, string>> = {}) =>
    goWithin(page, `${path}?${new URLSearchParams({ q: user.email, ...more }).toString()}`);
  const grid = () => page.getByRole('grid', { name: 'All transactions' });
  const rows = () => grid().locator('[data-index]');
  const references = () => rows().evaluateAll((found) => found.map((row) => row.children[2]!.textContent));
  const said = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const focusedRow = () => page.evaluate('document.activeElement?.getAttribute("data-index")');
  /** `aria-rowcount` includes rows that a long list does not draw. */
  const listed = (count: number) =>
    eventually(
      () => grid().getAttribute('aria-rowcount'),
      (shown) => shown === String(count + 1),
    );
  const query = () => new URL(page.url()).searchParams;
  const faults = (): Promise<string[]> => faultsOf(page, 'this list');

  it('shows a new purchase of any customer without a reload', async () => {
    await open('/adminthistory');
    await said('Nothing matches');
    await buy(0);
    await said('1 entry');
    await grid().getByText('Successful').waitFor();
    expect(await rows().count()).toBe(1);
  });

  it('has numbered pages of a chosen size, and keeps both in the address', async () => {
    await Promise.all(Array.from({ length: PURCHASES - 1 }, (_, index) => buy(index + 1)));
    await open('/adminthistory');
    await said(`${PURCHASES} entries`);
    // Sum of 50, 51, 52 … naira, less 1 %.
    await said('₦1,388.97');
    expect(await rows().count()).toBe(10);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('button', { name: 'Page 3' }).click();
    await listed(3);
    expect(query().get('page')).toBe('3');
    expect(await pages.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page');
    await page.goBack();
    await listed(10);
    const sizes = page.getByLabel('Items per page');
    expect(await sizes.locator('option').allTextContents()).toEqual([
      '10',
      '20',
      '50',
      '100',
      '500',
      '1,000',
    ]);
    await pages.getByRole('button', { name: 'Page 2' }).click();
    await sizes.selectOption('50');
    await listed(PURCHASES);
    expect([query().get('page'), query().get('size')]).toEqual([null, '50']);
    await page.reload();
    await listed(PURCHASES);
  });

  it('filters by text, status and service, and says when nothing matches', async () => {
    await open('/adminthistory', { page: '2' });
    await page.getByLabel('Search').fill(phoneOf(7));
    await said('1 entry');
    expect([query().get('q'), query().get('page')]).toEqual([phoneOf(7), null]);
    await grid().getByText(user.email).waitFor();
    await page.getByLabel('Search').fill(user.email);
    await said(`${PURCHASES} entries`);
    await page.getByLabel('Service').selectOption('data');
    await said('Nothing matches');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await said(/^[\d,]+ entries$/);
    expect([...query()]).toEqual([]);
    await grid().getByText(user.email).first().waitFor();
    await page.getByLabel('Search').fill(user.email);
    await said(`${PURCHASES} entries`);
    await page.getByLabel('Status').selectOption('Reversed');
    await said('Nothing matches');
    expect(await faults()).toEqual([]);
  });

  it('moves between rows by keys, opens a row and the search, and can turn the keys off', async () => {
    await open('/adminthistory');
    await said(`${PURCHASES} entries`);
    const [first, second] = await references();
    await page.keyboard.press('j');
    expect(await focusedRow()).toBe('0');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('k');
    expect(await focusedRow()).toBe('1');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: second! });
    await panel.getByText('Customer id').waitFor();
    await panel.getByText(user.userId).waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('k');
    await page.getByRole('dialog', { name: first! }).waitFor();
    await page.keyboard.press('Escape');
    await eventually(focusedRow, (index) => index === '0');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.matches("input[type=search]")')).toBe(true);
    await page.keyboard.press('Control+a');
    // Keys are letters in the field; no reference contains so many.
    await page.keyboard.type('jkjkjkjk');
    expect(await page.getByLabel('Search').inputValue()).toBe('jkjkjkjk');
    // The answer replaces the table and any panel in it.
    await said('Nothing matches');
    await page.getByLabel('Search').fill(user.email);
    await said(`${PURCHASES} entries`);

    await page.getByRole('button', { name: /^Columns/ }).click();
    await page.getByLabel(/^Keys:/).uncheck();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    expect(await focusedRow()).toBeNull();
    // `Enter` opens a row even with the keys turned off.
    await grid().locator('[data-index="0"]').press('Enter');
    await page.getByRole('dialog', { name: first! }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel(/^Keys:/).check();
    await page.evaluate(`localStorage.setItem('naira-ledger-keys', 'false')`);
    await page.reload();
    await said(`${PURCHASES} entries`);
    await page.keyboard.press('j');
    expect(await focusedRow()).toBeNull();
    await page.evaluate(`localStorage.removeItem('naira-ledger-keys')`);
  });

  it('keeps the chosen columns and row height in this browser, and ignores a damaged choice', async () => {
    const heads = () => grid().getByRole('columnheader').allTextContents();
    const chooser = page.getByRole('group', { name: 'Columns and rows' });
    const columns = async () => {
      const names = await chooser
        .getByRole('checkbox', { checked: true })
        .evaluateAll((boxes) =>
          boxes.map(
            (box) => (box as unknown as { labels: { textContent: string }[] }).labels[0]!.textContent,
          ),
        );
      return names.filter((name) => !/^(Low rows|Keys)/.test(name)).concat('Details');
    };
    await open('/adminthistory');
    await said(`${PURCHASES} entries`);
    await page.getByRole('button', { name: /^Columns / }).click();
    const usual = await columns();
    expect(await heads()).toEqual(usual);
    await page.getByLabel('Balance').uncheck();
    await page.getByLabel('Customer id').check();
    await page.getByLabel('Low rows').check();
    const chosen = await columns();
    expect(chosen).not.toEqual(usual);
    await page.reload();
    await said(`${PURCHASES} entries`);
    expect(await heads()).toEqual(chosen);
    expect((await rows().first().boundingBox())!.height).toBeLessThan(40);
    await page.evaluate(`localStorage.setItem('naira-ledger-table-transactions', '{"turned":7}')`);
    await page.reload();
    await said(`${PURCHASES} entries`);
    expect(await heads()).toEqual(usual);
  });

  it('marks the edge beside the row buttons while columns scroll beneath, and does not scroll where the columns fit', async () => {
    const before = page.viewportSize()!;
    await page.setViewportSize({ width: 1280, height: 900 });
    await open('/adminthistory');
    const goesOn = () => grid().evaluate((table) => table.parentElement!.hasAttribute('data-more'));
    await eventually(goesOn, Boolean);
    await grid().evaluate((table) => table.parentElement!.scrollTo({ left: table.scrollWidth }));
    await eventually(goesOn, (more) => !more);
    await open('/user-center');
    const users = page.getByRole('grid', { name: 'User management' });
    const over = users.evaluate(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth);
    const heightOf = async (name: RegExp) =>
      (await users.getByRole('button', { name }).first().boundingBox())!.y;
    expect([await over, await heightOf(/^Upgrade/)]).toEqual([0, await heightOf(/^Edit/)]);
    await page.setViewportSize(before);
  });

  it('keeps the head in place while rows scroll, and fits a phone, where a tap opens a row', async () => {
    await open('/adminthistory', { size: '50' });
    await said(`${PURCHASES} entries`);
    const head = grid().getByRole('columnheader', { name: 'Reference' });
    const before = (await head.boundingBox())!.y;
    const scroller = 'document.querySelector("[role=grid]").parentElement';
    await page.evaluate(`${scroller}.scrollTop = 300`);
    expect(await page.evaluate(`${scroller}.scrollTop`)).toBeGreaterThan(200);
    expect((await head.boundingBox())!.y).toBe(before);
    await page.setViewportSize(SIZES.phone);
    expect(await faults()).toEqual([]);
    await rows().nth(8).locator('[role=gridcell]').first().click();
    await page.getByRole('dialog').getByText('Recipient').waitFor();
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.setViewportSize(SIZES.desktop);
  });

  it('keeps its rows while live updates are paused', async () => {
    await open('/adminthistory');
    await said(`${PURCHASES} entries`);
    await page.getByRole('button', { name: 'Pause live updates' }).click();
    await buy(PURCHASES);
    await said('Paused · new activity');
    expect(await page.getByText(`${PURCHASES} entries`).count()).toBe(1);
    await page.getByRole('button', { name: 'Resume live updates' }).click();
    await said(`${PURCHASES + 1} entries`);
    expect(shown.heard).toEqual([]);
  });

  it('exports a whole list as CSV, shows its progress, and can be stopped', async () => {
    await open('/adminthistory');
    await said(`${PURCHASES + 1} entries`);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('transactions.csv');
    const lines = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(PURCHASES + 2);
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

  it('lists purchases between two days, and bet funding with its real status', async () => {
    await goWithin(page, '/admincustomhistory');
    const range = page.getByRole('grid', { name: 'Custom date range' });
    await said(/^[\d,]+ entries$/);
    await page.getByLabel('To Date').fill('2020-01-01');
    await said('Nothing matches');
    expect([...query()]).toEqual([['to', '2020-01-01']]);
    expect(await faults()).toEqual([]);
    await page.getByLabel('To Date').fill('');
    await page.getByLabel('From Date').fill('2020-01-01');
    await said(/^[\d,]+ entries$/);
    await range.getByText(user.email).first().waitFor();

    await open('/adminfundbetfundingdetails');
    await said('Nothing matches');
    const headers = { authorization: `Bearer ${user.apiToken}` };
    const bet = { betPlatform: 'BET9JA', clientId: '7712340016' };
    await send(`${product.url}/services/validate-bet-customer/`, 'POST', bet, headers);
    const order = { ...bet, amount: 100, transaction_pin: user.pin };
    await send(`${product.url}/services/bet-funding/`, 'POST', order, headers);
    const bets = page.getByRole('grid', { name: 'Bet funding history' });
    await bets.getByText('Refunded').waitFor();
    await bets.getByText('BET9JA').waitFor();
    await bets.getByText(bet.clientId).waitFor();
    expect(await faults()).toEqual([]);
  });

  it('lists the payments of all customers', async () => {
    await open('/adminfundinghistory');
    const fundings = page.getByRole('grid', { name: 'Wallet funding history' });
    await fundings.getByText(user.email).waitFor();
    await fundings.getByText('Successful').first().waitFor();
  });
});
