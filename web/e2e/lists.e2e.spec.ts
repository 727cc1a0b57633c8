import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../infra/testing/until.js';
import { buyDirectly, chromiumPath, SIZES, withoutChromium } from './browser.js';
import { logInDirectly } from './customer.js';
import { furnish } from './gallery/furnish.js';
import { showProduct, type ShownProduct } from './shown-product.js';
import { balanceIsNowhere } from './testing/hidden-balance.js';
import { move } from './testing/moving.js';

/** Lists of administrators that `furnish` fills. */
const LISTS = [
  '/activity',
  '/adminaffiliate',
  '/adminfundbetfundingdetails',
  '/adminfundinghistory',
  '/admincustomhistory',
  '/administrators',
  '/adminproblems',
  '/adminthistory',
  '/approvals',
  '/audit/accounts/opening',
  '/audit/events',
  '/broadcastlist',
  '/completeexternal',
  '/failedtransaction',
  '/operations',
  '/unmatched',
  '/user-center',
] as const;
const WITH_AMOUNTS = [
  '/adminfundbetfundingdetails',
  '/adminfundinghistory',
  '/admincustomhistory',
  '/adminproblems',
  '/adminthistory',
  '/approvals',
  '/completeexternal',
  '/failedtransaction',
  '/unmatched',
] as const;
/** Buttons in the row. */
const WITH_BUTTONS = ['/approvals', '/failedtransaction', '/unmatched', '/user-center'] as const;
/** Lists that fit 1280 px without scrolling. */
const WHOLE = [
  '/adminfundbetfundingdetails',
  '/approvals',
  '/broadcastlist',
  '/chargebacks',
  '/unmatched',
] as const;
const HISTORIES = [
  '/thistory',
  '/airtime-history',
  '/data-history',
  '/cable-history',
  '/electric-history',
  '/exam-history',
  '/funding-history',
  '/customhistory',
] as const;
/** Need a decision. */
const LEFT_OPEN = ['08031110044', '08031120044'] as const;

/** Overflow of the page and of each list, in px. */
const BEYOND = `[document.documentElement, ...[...document.querySelectorAll('main :is([role=grid], [role=table], table)')].map((list) => list.parentElement)]
  .map((box) => box.scrollWidth - box.clientWidth)`;
/** Headers of cut columns. */
const CUT = `[...document.querySelectorAll('main [role=columnheader]')].filter((head) => head.scrollWidth > head.clientWidth).map((head) => head.textContent)`;
/** Cut button texts. */
const CUT_BUTTONS = `[...document.querySelectorAll('main [role=gridcell] button :not(svg, svg *)')].filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.textContent)`;

const looking = chromiumPath ? describe : describe.skip;

interface AtDesk {
  /** Overflow as in `BEYOND`. */
  readonly beyond: readonly number[];
  /** Cut headers. */
  readonly cut: unknown;
  readonly cutButtons: unknown;
  /** Parts covered by the end of a row: `Amount`, or the button that decides. */
  readonly hidden: readonly string[];
}

/** Needs its own `showProduct`, whose lists hold only what `furnish` made. */
looking(`the columns of lists ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;

  beforeAll(async () => {
    shown = await showProduct({ SANDBOX_LATENCY_MS: '10' });
    ({ page } = shown);
    const { url } = shown.product;
    await furnish(shown);
    const customer = await page.context().browser()!.newPage();
    await logInDirectly(customer, url, { email: 'customer@demo.test', password: 'Demo-pass-1' });
    for (const phone of LEFT_OPEN) await buyDirectly(customer, url, { phone, amount: 1_100 });
    await customer.context().close();
    await page.setViewportSize(SIZES.desktop);
    await page.goto(`${url}/failedtransaction`);
    await page
      .getByRole('button', { name: /^Refund / })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Reason').fill('on record');
    await sheet.getByRole('button', { name: 'Refund', exact: true }).click();
    await sheet.getByRole('button', { name: 'Done' }).click();
  });

  afterAll(() => shown?.stop());

  const cells = () => page.locator('main [role=gridcell]');
  /** Opens a list after a page without one, so that the list starts with the size of the window. */
  async function open(path: string): Promise<void> {
    await move(page, (HISTORIES as readonly string[]).includes(path) ? '/settings' : '/admin-security');
    await until(async () => (await cells().count()) === 0, 'a page without a list');
    await move(page, path);
    await cells().first().waitFor();
  }

  const seen = new Map<string, AtDesk>();
  /** Measures a list at `SIZES.desktop` once for all tests. */
  async function atDesk(path: string): Promise<AtDesk> {
    const known = seen.get(path);
    if (known) return known;
    await page.setViewportSize(SIZES.desktop);
    await open(path);
    const grid = page.getByRole('grid');
    const isHidden = async (role: 'columnheader' | 'button', name: RegExp): Promise<boolean> => {
      const found = await grid.getByRole(role, { name }).first().boundingBox();
      const end = await grid.getByRole('columnheader', { name: 'Details' }).boundingBox();
      return found!.x + found!.width > end!.x;
    };
    const hidden: string[] = [];
    if (WITH_AMOUNTS.some((one) => one === path) && (await isHidden('columnheader', /^Amount$/)))
      hidden.push('Amount');
    const decides = /^(?:Take back|Successful|Return|Edit) /;
    if (WITH_BUTTONS.some((one) => one === path) && (await isHidden('button', decides)))
      hidden.push('what is decided by');
    const look: AtDesk = {
      beyond: (await page.evaluate(BEYOND)) as number[],
      cut: await page.evaluate(CUT),
      cutButtons: WITH_BUTTONS.some((one) => one === path) ? await page.evaluate(CUT_BUTTONS) : [],
      hidden,
    };
    seen.set(path, look);
    return look;
  }

  async function sizeIsUnderTheList(): Promise<void> {
    const size = page.getByLabel('Items per page');
    expect(await page.getByRole('search').locator(size).count()).toBe(0);
    const [list, box] = [await page.getByRole('grid').boundingBox(), await size.boundingBox()];
    expect(box!.y).toBeGreaterThan(list!.y + list!.height);
  }

  it('fit a phone without horizontal scrolling, and show the rest of a row in its panel', async () => {
    await page.setViewportSize(SIZES.phone);
    for (const path of LISTS) {
      await open(path);
      const beyond = (await page.evaluate(BEYOND)) as number[];
      expect({ path, beyond }).toEqual({ path, beyond: beyond.map(() => 0) });
      expect({ path, cut: await page.evaluate(CUT) }).toEqual({ path, cut: [] });
    }
    await open('/approvals');
    await sizeIsUnderTheList();
    await open('/failedtransaction');
    await page
      .getByRole('button', { name: /^Details of / })
      .first()
      .click();
    const panel = page.getByRole('dialog');
    await panel.getByText('customer@demo.test').waitFor();
    await panel.getByRole('button', { name: 'Refund', exact: true }).waitFor();
  });

  it('show the amount and the decision buttons beside the menu at 1280 px', async () => {
    for (const path of LISTS) {
      const { cut, cutButtons, hidden } = await atDesk(path);
      expect({ path, cut, cutButtons, hidden }).toEqual({ path, cut: [], cutButtons: [], hidden: [] });
    }
    await open('/approvals');
    await sizeIsUnderTheList();
  });

  it('fit 1280 px completely in lists designed for it', async () => {
    for (const path of WHOLE) {
      const { beyond, cut } = await atDesk(path);
      expect({ path, beyond, cut }).toEqual({ path, beyond: beyond.map(() => 0), cut: [] });
    }
  });

  it('keep the search box equal to the address, and lose no letter while typing', async () => {
    await page.setViewportSize(SIZES.desktop);
    await open('/user-center');
    const box = page.getByRole('searchbox');
    const menu = page.getByRole('navigation', { name: 'Main' });
    const q = () => new URL(page.url()).searchParams.get('q');
    await box.fill('nobody at all');
    await page.getByText('Nothing matches').first().waitFor();
    await menu.getByRole('link', { name: 'Users', exact: true }).click();
    await page.locator('main [role=gridcell]').first().waitFor();
    expect([await box.inputValue(), q()]).toEqual(['', null]);
    await page.goBack();
    await page.getByText('Nothing matches').first().waitFor();
    expect([await box.inputValue(), q()]).toEqual(['nobody at all', 'nobody at all']);
    // Types more slowly than the debounce, so that questions go out in between.
    await box.fill('');
    await box.pressSequentially('customer@demo.test', { delay: 130 });
    await page.waitForURL('**/user-center?q=customer%40demo.test');
    await page.locator('main [role=gridcell]').first().waitFor();
    expect(await box.inputValue()).toBe('customer@demo.test');
  });

  it('ignore keys while a sheet is open', async () => {
    await open('/failedtransaction');
    const chosen = page.getByRole('checkbox', { checked: true });
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await until(async () => (await chosen.count()) === 1, 'a chosen row');
    await page.keyboard.press('x');
    await until(async () => (await chosen.count()) === 0, 'no chosen row');
    await page
      .getByRole('button', { name: /^Refund / })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    const cancel = sheet.getByRole('button', { name: 'Close' });
    await cancel.focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    expect(await chosen.count()).toBe(0);
  });

  it('fit 1280 px with whole headers in the histories of a customer, in every language', async () => {
    await page.setViewportSize(SIZES.desktop);
    for (const language of ['en', 'pcm']) {
      await page.evaluate(`localStorage.setItem('naira-ledger-language', '${language}')`);
      await page.goto(`${shown.product.url}/settings`);
      await page.locator(`html[lang^="${language}"]`).waitFor();
      // `lang` is set before the router listens, which would miss a `move`.
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const path of HISTORIES) {
        await open(path);
        expect({ path, cut: await page.evaluate(CUT) }).toEqual({ path, cut: [] });
        const beyond = (await page.evaluate(BEYOND)) as number[];
        expect({ path, beyond }).toEqual({ path, beyond: beyond.map(() => 0) });
      }
    }
    await page.evaluate(`localStorage.removeItem('naira-ledger-language')`);
  });

  it('keep a hidden balance hidden, and so does every other page of a customer', () =>
    balanceIsNowhere(page, shown.product.url));
});
