import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../infra/testing/until.js';
import { newCustomer } from '../../../services/standalone/testing/people.js';
import { chromiumPath, logIn, seriousFaults, withoutChromium } from '../browser.js';
import { answer, fillIn } from '../testing/scene.js';
import { showSharedProduct, type SharedView } from '../shown-product.js';
import { check } from '../shopping.js';
import { type } from '../customer.js';
import { visit } from '../testing/moving.js';

const looking = chromiumPath ? describe : describe.skip;
/** Smallest supported screen. */
const SMALL = { width: 360, height: 640 };

looking(`buying on a small phone ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let page: Page;
  let heard: string[];

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SMALL });
    ({ product, page, heard } = shown);
  });

  afterAll(() => shown?.stop());

  const open = (path: string) => page.goto(product.url + path);
  const sheet = () => page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Waits until `what` lies between header and bottom bar, or within the given edges of a sheet. */
  const inSight = async (what: Locator, within: readonly [top: number, bottom: number] = [66, 570]) => {
    await what.waitFor();
    await until(
      async () => {
        const box = await what.boundingBox();
        return box !== null && box.y >= within[0] && box.y + box.height <= within[1];
      },
      `${String(what)} in sight`,
    );
  };
  const order = async (amount: string): Promise<void> => {
    await open('/airtime');
    await fillIn({ 'Phone number': '08031234567', Amount: amount }, 'Continue')(page);
    await sheet().waitFor();
  };

  it('opens /verify-email without a login and without console errors', async () => {
    await open('/verify-email');
    await page.getByText('Log in first').waitFor();
    expect(heard).toEqual([]);
    const { email, password } = await newCustomer(product);
    await logIn(page, product.url, email, password);
  });

  it('scrolls errors into sight, even below the fold', async () => {
    await visit(page, '/airtime');
    await type(page, 'Phone number', '0803');
    await press('Continue');
    await inSight(page.getByText('Enter a valid 11-digit Nigerian number.'));
    await type(page, 'Phone number', '0803 123 4567');
    await press('Continue');
    await inSight(page.getByText('Enter an amount in naira'));
    await page.route('**/api/airtime_quote/', (route) => answer(route, 'refused'));
    await type(page, 'Amount', '100');
    await press('Continue');
    await inSight(page.getByText('Failed to fetch price'));
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Failed to fetch price');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('returns the focus to the button that opened the sheet, and Back closes only the sheet', async () => {
    await order('100');
    await page.goBack();
    await sheet().waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/airtime');
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('100');
    const focused = () => page.evaluate('document.activeElement.textContent') as Promise<string>;
    await until(async () => (await focused()) === 'Continue', 'the focus on the button');
    await press('Continue');
    await sheet().getByRole('button', { name: 'Close' }).click();
    await sheet().waitFor({ state: 'detached' });
    await until(async () => (await focused()) === 'Continue', 'the focus on the button');
    // Closing removes the sheet's history entry, so Back leads to the page before.
    await until(async () => (await page.evaluate('history.state?.sheet')) === undefined, 'its entry gone');
    await page.goBack();
    await page.waitForURL((url) => url.pathname !== '/airtime');
  });

  it('takes no purchase that the wallet cannot pay, and links to the top-up', async () => {
    await page.route('**/api/airtime_quote/', (route) =>
      answer(route, { amount: 60_000, price: 59_400, discount: 600, balance_after: -9_400 }),
    );
    await order('60000');
    await sheet().getByText('Your wallet does not hold enough for this.').waitFor();
    expect(await sheet().getByRole('button', { name: 'Pay ₦59,400.00' }).isDisabled()).toBe(true);
    expect(
      await sheet()
        .getByText(/[-−]₦9/)
        .count(),
    ).toBe(0);
    await sheet().getByText('Missing').waitFor();
    expect(await sheet().getByLabel('Transaction PIN').count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await sheet().getByRole('link', { name: 'Top up' }).click();
    await page.waitForURL('**/topup');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('shows the whole sheet, and buys at the fourth digit of its keypad', async () => {
    await order('100');
    const pay = sheet().getByRole('button', { name: 'Pay ₦99.00' });
    const keypad = sheet().getByRole('group', { name: 'Digits of the PIN' });
    for (const part of [sheet().getByText('0803 123 4567'), sheet().getByText('Balance after'), keypad, pay])
      await inSight(part, [0, SMALL.height]);
    expect(await sheet().getByLabel('Transaction PIN').getAttribute('inputmode')).toBe('none');
    await pay.and(page.locator(':enabled')).waitFor();
    const digits = async (pin: string): Promise<void> => {
      for (const digit of pin) await keypad.getByRole('button', { name: digit, exact: true }).click();
    };
    await digits('0');
    await keypad.getByRole('button', { name: 'Erase the last digit' }).click();
    await digits('0000');
    await sheet().getByText('Incorrect transaction PIN.').waitFor();
    await digits('4826');
    await page.waitForURL('**/receipt/**');
    await page.getByText('Airtime delivered').first().waitFor();
    // The sheet had a history entry: Back must lead to the form.
    await page.goBack();
    await page.waitForURL('**/airtime');
    expect(await sheet().count()).toBe(0);
  });

  /** Presses Tab until `selector` has the focus; returns the number of presses. */
  const tabTo = async (selector: string): Promise<number> => {
    for (let tabs = 1; tabs <= 12; tabs += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return tabs;
    }
    throw new Error(`no ${selector} within twelve tabs`);
  };
  /** Taps since the home page, without the digits of the PIN. */
  const taps = async (): Promise<number> => Number(await page.evaluate('sessionStorage.taps ?? 0'));
  const atHome = async (): Promise<void> => {
    await open('/home');
    await page.getByRole('navigation', { name: 'Buy again' }).waitFor();
    await page.evaluate('sessionStorage.taps = 0');
  };
  const payByThumb = async (): Promise<void> => {
    await sheet()
      .getByRole('button', { name: /^Pay ₦/, disabled: false })
      .waitFor();
    for (const digit of '4826') await sheet().getByRole('button', { name: digit, exact: true }).click();
    await page.waitForURL('**/receipt/**');
    await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
  };

  it('has every service in sight under the wallet', async () => {
    await atHome();
    const services = page.getByRole('navigation', { name: 'Buy', exact: true }).getByRole('link');
    expect(await services.allTextContents()).toEqual([
      'Airtime',
      'Data',
      'Cable TV',
      'Electricity',
      'Exam pin',
      'Bulk SMS',
      'Bet funding',
      'Bank transfer',
      'BVN check',
    ]);
    for (const service of await services.all()) await inSight(service);
    expect(await seriousFaults(page)).toEqual([]);
  });

  it('sells airtime for the own number in four taps at most, data in five, and the same again in two', async () => {
    await page.addInitScript({
      content: `addEventListener('pointerdown', ({ target }) => {
          if (target.closest('[aria-label="Digits of the PIN"]') === null) sessionStorage.taps = Number(sessionStorage.taps) + 1;
        }, true)`,
    });
    await atHome();
    const services = page.getByRole('navigation', { name: 'Buy', exact: true });
    await services.getByRole('link', { name: 'Airtime' }).click();
    await page.getByText('Network matches').waitFor();
    expect(await page.getByLabel('Phone number', { exact: true }).inputValue()).toBe('08031230001');
    await press('₦200');
    await press('Continue');
    await payByThumb();
    const airtime = await taps();

    await atHome();
    await services.getByRole('link', { name: 'Data' }).click();
    await check(page.getByRole('radio', { name: /^1GB - 1 day/ }));
    await page.getByRole('button', { name: /^Continue with/ }).click();
    await payByThumb();
    const data = await taps();

    await atHome();
    await page.getByRole('link', { name: /Data, ₦/ }).click();
    await sheet().getByText('0803 123 0001').waitFor();
    await sheet().getByText('1GB - 1 day').waitFor();
    // Only the PIN is missing. Paying would ask about a repeat, which another test covers.
    await sheet()
      .getByRole('button', { name: /^Pay ₦/, disabled: false })
      .waitFor();
    const again = await taps();
    expect({ airtime, data, again }).toEqual({ airtime: 3, data: 3, again: 1 });
  });

  it('sells with the keyboard alone in twelve tabs at most', async () => {
    await atHome();
    let tabs = await tabTo('[href="#main"]');
    await page.keyboard.press('Enter');
    tabs += await tabTo('main [href="/airtime"]');
    await page.keyboard.press('Enter');
    await page.getByText('Network matches').waitFor();
    tabs += await tabTo('[name="amount"]');
    await page.keyboard.type('150');
    await page.keyboard.press('Enter');
    await sheet()
      .getByRole('button', { name: /^Pay ₦/, disabled: false })
      .waitFor();
    await page.keyboard.type('4826');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/receipt/**');
    expect(tabs).toBeLessThanOrEqual(12);
  });

  it('causes no unexpected console errors', () => {
    expect(heard.filter((line) => !/status of 4(00|22)/.test(line))).toEqual([]);
  });
});
