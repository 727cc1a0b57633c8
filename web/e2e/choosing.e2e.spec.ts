import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../infra/testing/until.js';
import { buyDirectly, chromiumPath, faultsOf, logIn, SIZES, withoutChromium } from './browser.js';
import { type } from './customer.js';
import { showProduct, type ShownProduct } from './shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;
/** 058 012345678, and the digit that the weights 3, 7, 3 of a NUBAN make of it: 5. */
const AT_GTBANK = '0123456785';
const NOT_AT_GTBANK = '0123456784';

/** Long lists that somebody has to choose from: plans and banks. */
looking(`choosing ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;
  let url: string;

  beforeAll(async () => {
    // The menu with every link that an installation can have.
    const links = { WHATSAPP_URL: 'https://wa.me/2348', COMMUNITY_CHAT_URL: 'https://chat.example.test' };
    shown = await showProduct(links, { viewport: SIZES.phone, reducedMotion: 'reduce' });
    ({ page } = shown);
    url = shown.product.url;
    await logIn(page, url);
  }, SLOW);
  afterAll(() => shown?.stop(), SLOW);

  const plans = () => page.getByRole('group', { name: 'Plan', exact: true }).locator('label');
  const choose = (group: string, name: string) =>
    page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true });
  /** What a gigabyte costs by each plan that says it. */
  const prices = (texts: readonly string[]): number[] =>
    texts.flatMap((text) => {
      const found = /₦([\d,.]+)\/GB/.exec(text)?.[1];
      return found === undefined ? [] : [Number(found.replaceAll(',', ''))];
    });

  it(
    'a plan: all at once, narrowed by how long it lasts and by its size, with what a gigabyte costs and the best of those',
    async () => {
      await page.goto(`${url}/buydata`);
      await page.getByText('Best value').waitFor();
      const all = await plans().allTextContents();
      expect(all.length).toBeGreaterThan(5);
      const best = all.filter((text) => text.includes('Best value'));
      expect(prices(best)).toEqual([Math.min(...prices(all))]);

      await choose('How long it lasts', 'A month');
      await until(async () => (await plans().count()) < all.length, 'fewer plans');
      const monthly = await plans().allTextContents();
      expect(monthly.filter((text) => !/\b(28|30|31) days|month/i.test(text))).toEqual([]);
      await choose('Size', '1 to 5GB');
      await until(async () => (await plans().count()) < monthly.length, 'fewer plans still');
      const sized = (await plans().allTextContents()).map((text) => Number(/([\d.]+)GB/.exec(text)?.[1]));
      expect(sized.filter((size) => !(size >= 1 && size <= 5))).toEqual([]);
      expect(await page.getByText('Best value').count()).toBe(1);
      expect(await faultsOf(page, 'plans')).toEqual([]);
    },
    SLOW,
  );

  it(
    'a bank: guessed from the number, found by a few letters, and first where money went before',
    async () => {
      await page.goto(`${url}/transfer`);
      const guessed = page.getByRole('group', { name: 'Banks that may be meant' });
      await type(page, 'Account Number', NOT_AT_GTBANK);
      await guessed.getByRole('button').first().waitFor();
      expect(await guessed.getByRole('button', { name: 'GTBank' }).count()).toBe(0);
      await type(page, 'Account Number', AT_GTBANK);
      await guessed.getByRole('button', { name: 'GTBank' }).click();
      await page.locator('input[name="user_account_name"]:not([value=""], [value="Searching..."])').waitFor();

      // Kept on the form, it is one that money goes to.
      await page.getByRole('button', { name: 'Save recipient', exact: true }).click();
      await page.getByLabel(`A name for ${AT_GTBANK}`).fill('Landlord');
      await Promise.all([
        page.getByText('Recipient saved.').waitFor(),
        page.getByLabel(`A name for ${AT_GTBANK}`).press('Enter'),
      ]);
      await type(page, 'Account Number', '');
      await page.getByLabel('Bank Name').click();
      const sheet = page.getByRole('dialog');
      const groups = sheet.getByRole('region');
      // Who was kept is read again meanwhile.
      await sheet.getByRole('region', { name: 'Sent to before' }).waitFor();
      expect(await groups.first().getAttribute('aria-label')).toBe('Sent to before');
      expect(await groups.first().getByRole('button').allTextContents()).toEqual(['GTBank']);
      await sheet.getByLabel('Find a bank').fill('zeni');
      const found = sheet.getByRole('region', { name: 'Found' }).getByRole('button');
      await until(async () => (await found.count()) === 1, 'one bank');
      expect(await faultsOf(page, 'banks')).toEqual([]);
      await found.first().click();
      await sheet.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: /Zenith/ }).waitFor();
    },
    SLOW,
  );

  it(
    'a service: from the fifth delivered purchase on its form says how deliveries go',
    async () => {
      const form = async (): Promise<string> => {
        const [answer] = await Promise.all([
          page.waitForResponse('**/api/service_health/'),
          page.goto(`${url}/airtime`),
        ]);
        const { services } = (await answer.json()) as { services: { service: string; health: string }[] };
        await page.getByRole('button', { name: 'Continue' }).waitFor();
        return services.find(({ service }) => service === 'airtime')?.health ?? 'unknown';
      };
      for (let bought = 0; bought < 5; bought += 1) {
        expect(await form()).toBe('unknown');
        expect(await page.getByText('in the last 30 minutes').count()).toBe(0);
        await buyDirectly(page, url, { phone: '08031234567', amount: 100 + bought });
      }
      await until(async () => (await form()) !== 'unknown', 'what is known of five deliveries');
      await page
        .getByText(/^Airtime: usually delivered in .+; 100% delivered in the last 30 minutes\.$/)
        .waitFor();
    },
    SLOW,
  );

  it(
    'a page: the whole menu is in sight on a screen of 900 pixels, with the histories open and every link of the installation too',
    async () => {
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
    },
    SLOW,
  );
});
