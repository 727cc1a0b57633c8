import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../infra/testing/until.js';
import { buyDirectly, chromiumPath, faultsOf, logIn, SIZES, withoutChromium } from './browser.js';
import { type } from './customer.js';
import { showProduct, type ShownProduct } from './shown-product.js';
import { answer } from './testing/scene.js';

/** Whom something is bought for: kept by name on the form, taken out of the contacts, known by the marks of their companies. */
const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;
const MAMA = '08057771234';

/** In place of what the device shows over the page: answers what the test puts there. */
const CONTACT_PICKER = `
  Object.defineProperty(Navigator.prototype, 'contacts', { configurable: true, value: {
    select: async (...asked) => {
      window.pickerAsked = asked;
      if (window.contact === 'refused') throw new DOMException('busy', 'InvalidStateError');
      return window.contact;
    },
  } });
`;

looking(`recipients ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;
  let url: string;

  beforeAll(async () => {
    shown = await showProduct(
      { SANDBOX_LATENCY_MS: '10' },
      { viewport: SIZES.phone, reducedMotion: 'reduce' },
    );
    ({ page } = shown);
    url = shown.product.url;
    await logIn(page, url);
  }, SLOW);

  afterAll(() => shown?.stop(), SLOW);

  const open = (path: string) => page.goto(url + path);
  const offer = () => page.getByRole('button', { name: 'Save recipient', exact: true });
  const phone = () => page.getByLabel('Phone number', { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement.textContent');

  it(
    'offers to keep nobody before there is a whole number, nor the own one',
    async () => {
      await open('/airtime');
      await page.locator('input[name="phone"]:not([value=""])').waitFor();
      await page.getByText('Network matches').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await offer().count()).toBe(0);
      await phone().fill(MAMA.slice(0, -1));
      expect(await offer().count()).toBe(0);
      expect(await button('Choose from your contacts').count()).toBe(0);
    },
    SLOW,
  );

  it(
    'keeps somebody by name on the form, without buying, and moves nothing by the offer',
    async () => {
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
      // Enter kept the name: the form that buys was not sent.
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await focused()).toBe('Mama');
      expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('100');
      await page.getByRole('button', { name: `Mama ${MAMA}` }).waitFor();
    },
    SLOW,
  );

  it(
    'offers who is kept by name, and calls them so in the field',
    async () => {
      await phone().fill('');
      await open('/airtime');
      await page.getByRole('button', { name: `Mama ${MAMA}` }).click();
      await page.locator('p', { hasText: /^Mama$/ }).waitFor();
      expect(await offer().count()).toBe(0);
      // Another number is nobody's again; leaving the name gives the focus back to who asked for it.
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
    },
    SLOW,
  );

  it(
    'begins with the name that the provider knows them by',
    async () => {
      await open('/cable');
      await page.getByRole('radio', { name: 'GoTV' }).check({ force: true });
      await type(page, 'IUC number', '7023456789');
      expect(await offer().count()).toBe(0);
      await button('Check smartcard').click();
      await offer().click();
      const name = page.getByLabel('A name for 7023456789');
      expect(await name.inputValue()).not.toBe('');
      await name.fill('The shop');
      await button('Save').click();
      await page.locator('p', { hasText: /^The shop$/ }).waitFor();
      await page.getByRole('button', { name: 'The shop 7023456789' }).waitFor();
      // The same number at another company is somebody else.
      await page.getByRole('radio', { name: 'DSTV' }).check({ force: true });
      await button('Check smartcard').click();
      await offer().waitFor();
    },
    SLOW,
  );

  describe('from the contacts of the device', () => {
    const choose = async (contact: unknown): Promise<void> => {
      await page.evaluate(`window.contact = ${JSON.stringify(contact)}`);
      await button('Choose from your contacts').click();
    };

    it(
      'takes the number that is picked, as it is written here, and asks for nothing else',
      async () => {
        await page.addInitScript({ content: CONTACT_PICKER });
        const sent: string[] = [];
        page.on('request', (request) => sent.push(request.postData() ?? ''));
        await open('/airtime');
        await choose([{ tel: ['+234 803-123 4567'] }]);
        await until(async () => (await phone().inputValue()) === '08031234567', 'the number in the field');
        expect(await page.evaluate('window.pickerAsked')).toEqual([['tel'], { multiple: false }]);

        await choose([{ tel: ['0805 123 4567', '+1 202 555 0100', '0809 000 1111', '+2348051234567'] }]);
        const sheet = page.getByRole('dialog', { name: 'Which number?' });
        const numbers = sheet.getByRole('group', { name: 'Numbers of this contact' }).getByRole('button');
        await numbers.first().waitFor();
        expect(await numbers.allTextContents()).toEqual(['08051234567', '08090001111']);
        expect(await faultsOf(page, 'numbers of a contact')).toEqual([]);
        await numbers.first().click();
        await sheet.waitFor({ state: 'detached' });
        expect(await phone().inputValue()).toBe('08051234567');
        await page.getByText('Network matches').waitFor();
        expect(sent.filter((body) => /8090001111|2025550100/.test(body))).toEqual([]);
      },
      SLOW,
    );

    it(
      'says when a contact has no number of here, and leaves the field alone when nobody is picked',
      async () => {
        await choose([{ tel: ['+1 202 555 0100'] }]);
        await page.getByText('This contact has no Nigerian phone number.').waitFor();
        for (const nobody of [[], 'refused', [{}]]) await choose(nobody);
        expect(await phone().inputValue()).toBe('08051234567');
        expect(await page.getByRole('dialog').count()).toBe(0);
      },
      SLOW,
    );
  });

  it(
    'carry the mark of their network at home, to buy again and in the history of a service',
    async () => {
      await buyDirectly(page, url, { phone: '08031234567', amount: 100 });
      for (const viewport of Object.values(SIZES)) {
        await page.setViewportSize(viewport);
        await open('/home');
        const again = page.getByRole('navigation', { name: 'Buy again' }).getByRole('link').first();
        expect(await again.textContent()).toMatch(/^MTN0803/);
        const recent = page
          .locator('section')
          .filter({ has: page.getByRole('heading', { name: 'Recent transactions' }) });
        expect(await recent.locator('a[href^="/receipt/"]').first().textContent()).toMatch(/^MTNAirtime/);
        await open('/airtime-history');
        await page.locator('main').getByText('MTN', { exact: true }).first().waitFor();
      }
      await page.getByRole('row').filter({ hasText: 'MTN airtime' }).first().waitFor();
      await page.setViewportSize(SIZES.phone);
    },
    SLOW,
  );
});
