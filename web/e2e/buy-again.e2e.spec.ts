import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../../infra/testing/until.js';
import { chromiumPath, logIn, SIZES, withoutChromium } from './browser.js';
import { type } from './customer.js';
import { showProduct, type ShownProduct } from './shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;
const PHONE = '08031234567';

looking(`what was bought before ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;

  beforeAll(async () => {
    shown = await showProduct(
      { SANDBOX_LATENCY_MS: '10' },
      { viewport: SIZES.desktop, reducedMotion: 'reduce' },
    );
    ({ page } = shown);
    await logIn(page, shown.product.url);
  }, SLOW);

  afterAll(() => shown?.stop(), SLOW);

  /** A call with the session of the page. */
  async function ask(path: string, data: object): Promise<Readonly<Record<string, unknown>>> {
    const cookies = await page.context().cookies(shown.product.url);
    const csrf = cookies.find(({ name }) => name.includes('csrftoken'))?.value ?? '';
    const answer = await page.request.post(shown.product.url + path, {
      headers: { 'x-csrftoken': decodeURIComponent(csrf) },
      data,
      timeout: PATIENCE_MS,
    });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  }
  /** Buys it; answers its reference. */
  const buy = async (path: string, data: object): Promise<string> =>
    String((await ask(path, { ...data, transaction_pin: '4826' }))['reference']);

  it(
    'is not offered again where it went to many at once: what is being written stays',
    async () => {
      const texts = await buy('/services/bulksms-pay/', {
        phone: `${PHONE}, 08051234567`,
        senderid: 'AdaShop',
        messageBody: 'We open at nine.',
      });
      await page.goto(`${shown.product.url}/bulksms`);
      await type(page, 'Message', 'We close at five.');
      const pane = page.getByRole('complementary', { name: 'Your order' });
      const last = pane.locator(`a[href="/receipt/${texts}"]`);
      await last.waitFor();
      expect(await pane.getByRole('link', { name: /^Buy again/ }).count()).toBe(0);
      await last.click();
      await page.getByRole('button', { name: 'Copy reference' }).waitFor();
      expect(await page.getByRole('link', { name: 'Buy again', exact: true }).count()).toBe(0);
    },
    SLOW,
  );
});
