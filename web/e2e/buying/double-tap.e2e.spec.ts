import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buyDirectly, chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { until } from '../../../infra/testing/until.js';
import { showSharedProduct, type SharedView } from '../shown-product.js';
import { becomeNewCustomer, type } from '../customer.js';

const looking = chromiumPath ? describe : describe.skip;
const WIDE = { width: 1920, height: 1080 };

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

looking(`a button pressed twice ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let page: Page;
  /** Purchase calls sent. */
  let sent: number;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.phone });
    ({ product, page } = shown);
    // `page.clock` stops on demand: no test depends on real time.
    await page.clock.install();
    await becomeNewCustomer(page, product);
    page.on('request', (request) => {
      if (request.url().endsWith('/api/buycard/')) sent += 1;
    });
  });

  afterAll(() => shown?.stop());

  const sheet = () => page.getByRole('dialog');
  const pin = () => sheet().getByLabel('Transaction PIN');
  const payButton = () => sheet().getByRole('button', { name: /^Pay ₦/ });
  const againButton = () => sheet().getByRole('button', { name: 'Send it again anyway' });
  /** Stops the page's clock, which then advances only by `page.clock.runFor`. */
  const stopTime = (): Promise<void> =>
    until(async () => {
      try {
        await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
        return true;
      } catch (error) {
        // A slow machine has passed that moment already: retry.
        if (/fast-forward to the past/.test(String(error))) return false;
        throw error;
      }
    }, 'that time stands');
  const order = async (phone: string): Promise<void> => {
    await page.goto(`${product.url}/airtime`);
    await type(page, 'Phone number', phone);
    await type(page, 'Amount', '100');
    await page.getByRole('button', { name: 'Continue' }).click();
    await pin().fill('4826');
    await payButton().and(page.locator(':enabled')).waitFor();
  };
  /**
   * Loads no page after the first purchase, which could outlast the two minutes of the duplicate guard.
   * @returns the box of Pay and the reference of the first purchase
   */
  const orderTwice = async (phone: string): Promise<{ pay: Box; first: string }> => {
    await page.clock.resume();
    await order(phone);
    await stopTime();
    const first = await buyDirectly(page, product.url, { phone, amount: 100 });
    sent = 0;
    const pay = await payButton().boundingBox();
    if (!pay) throw new Error('the button is not drawn');
    return { pay, first };
  };
  const tap = ({ x, y, width, height }: Box): Promise<void> =>
    page.mouse.click(x + width / 2, y + height / 2);

  const sizes = Object.entries({ ...SIZES, wide: WIDE });
  for (const [index, [size, viewport]] of sizes.entries())
    it(`Pay tapped twice on a ${size} is one question, not two purchases`, async () => {
      await page.setViewportSize(viewport);
      const { pay, first } = await orderTwice(`080312340${10 + index}`);
      await tap(pay);
      await sheet().getByText('less than 2 minutes ago').waitFor();
      await tap(pay);
      // The PIN is cleared, and the button to repeat the purchase is elsewhere and disabled.
      expect(await pin().inputValue()).toBe('');
      expect(await againButton().isDisabled()).toBe(true);
      expect(overlap(pay, (await againButton().boundingBox())!)).toBe(false);
      expect(await sheet().getByRole('link', { name: 'See the first receipt' }).getAttribute('href')).toBe(
        `/receipt/${first}`,
      );
      await pin().fill('4826');
      await page.keyboard.press('Enter');
      await againButton().dispatchEvent('click');
      await tap((await againButton().boundingBox())!);
      expect(sent).toBe(1);

      await page.clock.runFor(1_499);
      expect(await againButton().isDisabled()).toBe(true);
      await page.clock.runFor(2);
      await againButton().and(page.locator(':enabled')).waitFor();
      expect(sent).toBe(1);
      await page.clock.resume();
      expect(await seriousFaults(page)).toEqual([]);
      await againButton().click();
      await page.waitForURL('**/receipt/**');
      expect(page.url()).not.toContain(first);
      expect(sent).toBe(2);
    });

  it('Enter pressed twice is one question too, and the focus is on the question', async () => {
    await page.setViewportSize(SIZES.desktop);
    await orderTwice('08031234020');
    await pin().press('Enter');
    await sheet().getByText('less than 2 minutes ago').waitFor();
    await page.clock.runFor(100);
    expect(await page.evaluate('document.activeElement.textContent')).toContain('less than 2 minutes ago');
    await page.keyboard.press('Enter');
    await page.keyboard.type('4826');
    await page.keyboard.press('Enter');
    // No PIN was typed, so nothing is sent even after the guard ends.
    await page.clock.runFor(5_000);
    await page.keyboard.press('Enter');
    expect(await pin().inputValue()).toBe('');
    expect(sent).toBe(1);
  });

  it('a wrong PIN on the question asks for the PIN, not the question again', async () => {
    await orderTwice('08031234021');
    await payButton().click();
    await sheet().getByText('less than 2 minutes ago').waitFor();
    await page.clock.runFor(1_600);
    await pin().fill('0000');
    await againButton().click();
    await sheet().getByText('Incorrect transaction PIN.').waitFor();
    expect(await pin().inputValue()).toBe('');
    expect(await payButton().count()).toBe(0);
    await page.clock.resume();
    await sheet().getByRole('button', { name: 'Do not send it again' }).click();
    await sheet().waitFor({ state: 'detached' });
    expect(sent).toBe(2);
  });
});
