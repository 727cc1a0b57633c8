import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { eventually } from '../../services/standalone/testing/callers.js';
import { chromiumPath, SIZES, withoutChromium } from './browser.js';
import { becomeNewCustomer } from './customer.js';
import { showSharedProduct, type SharedView } from './shown-product.js';
import { FULL_INSTALLATION } from './testing/full-installation.js';

const looking = chromiumPath ? describe : describe.skip;

/** Records the delay of every timer. */
const noteTimers = `
  window.timersAsked = [];
  const set = window.setTimeout;
  window.setTimeout = (work, ms, ...given) => {
    window.timersAsked.push(ms);
    return set(work, ms, ...given);
  };
`;

/** The page sets its timer after drawing. */
const untilTimerIsSet = (page: Page, ms: number): Promise<unknown> =>
  eventually(
    () => page.evaluate('window.timersAsked') as Promise<number[]>,
    (asked) => asked.includes(ms),
  );

looking(`what the pages keep to ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let customer: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    shown = await showSharedProduct(
      { viewport: SIZES.desktop, reducedMotion: 'no-preference' },
      FULL_INSTALLATION,
    );
    ({ product, page } = shown);
    customer = page.context();
    await becomeNewCustomer(page, product);
  });

  afterAll(() => shown?.stop());

  it('[const:carousel-autoplay] shows each account for 8 seconds', async () => {
    const home = await customer.newPage();
    await home.clock.install();
    await home.addInitScript({ content: noteTimers });
    await home.goto(`${product.url}/home`);
    const shown = home.getByRole('group', { name: 'Funding accounts' }).getByText(/^\d of \d$/);
    await shown.waitFor();
    // Loading time varies: check timer and change instead.
    await untilTimerIsSet(home, 8_000);
    const first = await shown.textContent();
    await eventually(
      async () => {
        await home.clock.runFor(1_000);
        return shown.textContent();
      },
      (now) => now !== first,
    );
    await home.close();
  });

  it('keeps the account in sight when the screen is turned', async () => {
    const home = await customer.newPage();
    await home.setViewportSize(SIZES.phone);
    await home.emulateMedia({ reducedMotion: 'reduce' });
    await home.goto(`${product.url}/home`);
    const carousel = home.getByRole('group', { name: 'Funding accounts' });
    const shown = carousel.locator('[data-slide]:not([inert])');
    await shown.waitFor();
    for (const size of [SIZES.desktop, SIZES.phone]) {
      await home.setViewportSize(size);
      const left = async (): Promise<number> => (await shown.boundingBox())!.x;
      const frame = async (): Promise<number> => (await carousel.boundingBox())!.x;
      await eventually(
        async () => Math.abs((await left()) - (await frame())),
        (off) => off < 2,
      );
    }
    await home.close();
  });
});
