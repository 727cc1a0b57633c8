import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chromiumPath, faultsOf, SIZES, withoutChromium } from './browser.js';
import { becomeNewCustomer } from './customer.js';
import { FULL_INSTALLATION } from './testing/full-installation.js';
import { showSharedProduct, type SharedView } from './shown-product.js';

const looking = chromiumPath ? describe : describe.skip;

looking(`choosing ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let page: Page;
  let url: string;

  beforeAll(async () => {
    const look = { viewport: SIZES.phone } as const;
    shown = await showSharedProduct(look, FULL_INSTALLATION);
    ({ page } = shown);
    url = shown.product.url;
    await becomeNewCustomer(page, shown.product);
  });
  afterAll(() => shown?.stop());

  it('a bank: the full list fits a phone and is accessible', async () => {
    await page.goto(`${url}/transfer`);
    await page.getByLabel('Bank Name').click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Find a bank').fill('zeni');
    const found = sheet.getByRole('region', { name: 'Found' }).getByRole('button').first();
    await found.waitFor();
    expect(await faultsOf(page, 'banks')).toEqual([]);
    await found.click();
    await sheet.waitFor({ state: 'detached' });
  });

  it('a page: the whole menu fits 900 pixels, even with open histories and all optional links', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const path of ['/home', '/electric-history']) {
      await page.goto(url + path);
      const last = page
        .getByRole('navigation')
        .locator('a[href="/logout"]')
        .filter({ visible: true })
        .first();
      await last.waitFor();
      for (const name of [/^WhatsApp/, /^Community chat/])
        await page.getByRole('navigation').getByRole('link', { name }).waitFor();
      const { y, height } = (await last.boundingBox())!;
      expect([path, y + height <= 900]).toEqual([path, true]);
    }
    expect(shown.heard).toEqual([]);
  });
});
