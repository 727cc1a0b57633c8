import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buyDirectly, chromiumPath, faultsOf, SIZES, withoutChromium } from './browser.js';
import { becomeNewCustomer, type } from './customer.js';
import { showSharedProduct, type SharedView } from './shown-product.js';
import { visit } from './testing/moving.js';
import { answer } from './testing/scene.js';

const looking = chromiumPath ? describe : describe.skip;
const MAMA = '08057771234';

looking(`recipients ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let page: Page;
  let url: string;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.phone });
    ({ page } = shown);
    url = shown.product.url;
    await becomeNewCustomer(page, shown.product);
  });

  afterAll(() => shown?.stop());

  const open = (path: string) => page.goto(url + path);
  const offer = () => page.getByRole('button', { name: 'Save recipient', exact: true });
  const phone = () => page.getByLabel('Phone number', { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement.textContent');

  it('saves a recipient by name on the form, without buying or moving the form', async () => {
    await open('/airtime');
    await page.locator('input[name="phone"]:not([value=""])').waitFor();
    const top = async (): Promise<number> => (await button('Continue').boundingBox())!.y;
    await type(page, 'Amount', '100');
    await phone().fill(MAMA.slice(0, -1));
    const before = await top();
    await phone().fill(MAMA);
    await offer().waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
    await offer().click();
    const name = page.getByLabel(`A name for ${MAMA}`);
    await name.press('Enter');
    await page.getByText('Type a name.').waitFor();
    expect(await faultsOf(page, 'naming')).toEqual([]);

    await page.route('**/api/save_beneficiary/', (route) => answer(route, 'refused'));
    await name.fill('Mama');
    await name.press('Enter');
    await page.getByText('Failed to save this recipient.').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all([page.getByText('Recipient saved.').waitFor(), name.press('Enter')]);
    // Enter saved the name without sending the form.
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await focused()).toBe('Mama');
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('100');
    await page.getByRole('button', { name: `Mama ${MAMA}` }).waitFor();
  });

  it('offers a saved recipient, and shows the name under the field', async () => {
    await phone().fill('');
    await open('/airtime');
    await page.getByRole('button', { name: `Mama ${MAMA}` }).click();
    await page.locator('p', { hasText: /^Mama$/ }).waitFor();
    expect(await offer().count()).toBe(0);
    // Another number has no name. Cancel returns the focus to the button.
    await phone().fill('08051230000');
    await offer().click();
    await button('Cancel').click();
    expect(await focused()).toBe('Save recipient');
    await page.setViewportSize(SIZES.desktop);
    await page
      .getByRole('complementary', { name: 'Your order' })
      .getByRole('button', { name: /Mama/ })
      .click();
    await page.locator('p', { hasText: /^Mama$/ }).waitFor();
    expect(await faultsOf(page, 'airtime on a desk')).toEqual([]);
    await page.setViewportSize(SIZES.phone);
  });

  it('show the network at home, in Buy again and in the history of a service', async () => {
    await buyDirectly(page, url, { phone: '08031234567', amount: 100 });
    for (const viewport of Object.values(SIZES)) {
      await page.setViewportSize(viewport);
      await visit(page, '/home');
      const again = page.getByRole('navigation', { name: 'Buy again' }).getByRole('link').first();
      expect(await again.textContent()).toMatch(/^MTN0803/);
      const recent = page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: 'Recent transactions' }) });
      expect(await recent.locator('a[href^="/receipt/"]').first().textContent()).toMatch(/^MTNAirtime/);
      await visit(page, '/airtime-history');
      await page.locator('main').getByText('MTN', { exact: true }).first().waitFor();
    }
    await page.getByRole('row').filter({ hasText: 'MTN airtime' }).first().waitFor();
    await page.setViewportSize(SIZES.phone);
  });
});
