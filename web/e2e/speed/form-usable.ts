import type { Browser, BrowserContext } from 'playwright-core';
import { freePort } from '../../../infra/testing/product.js';
import { logIn, SIZES } from '../browser.js';
import { openSlowLine, SLOW_4G } from './slow-line.js';

/** CPU slowdown of a phone against this machine, as in Lighthouse. */
export const CPU_SLOWDOWN = 4;

export interface FormUsable {
  /** Visits without a cache, ms. */
  readonly first: readonly number[];
  /** Repeat visits, ms, after a service worker has kept the app. */
  readonly repeat: readonly number[];
}

/**
 * Resolves with the ms since the visit began once the form is painted and enabled, and the page is idle enough for
 * input.
 */
const USABLE = `new Promise((resolve) => {
  const look = () => {
    const field = document.querySelector('main input[name="phone"]');
    const send = document.querySelector('main form button[type="submit"]');
    if (!field || field.disabled || !send || send.disabled || field.getClientRects().length === 0)
      return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
  };
  look();
})`;

export async function formUsable(browser: Browser, productUrl: string, times: number): Promise<FormUsable> {
  const line = await openSlowLine(await freePort(), productUrl, SLOW_4G);
  const looks = { first: [] as number[], repeat: [] as number[] };
  const start = (): Promise<BrowserContext> =>
    browser.newContext({ viewport: SIZES.phone, serviceWorkers: 'allow' });
  try {
    const entering = await start();
    const door = await entering.newPage();
    await logIn(door, line.url);
    const storageState = await entering.storageState();
    await entering.close();
    for (let time = 0; time < times; time += 1) {
      const context = await start();
      await context.addCookies(storageState.cookies);
      looks.first.push(await visit(context, line.url));
      const page = await context.newPage();
      await page.goto(`${line.url}/airtime`);
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
      await page.reload();
      await page.evaluate(USABLE);
      await page.close();
      looks.repeat.push(await visit(context, line.url));
      await context.close();
    }
  } finally {
    await line.close();
  }
  return looks;
}

async function visit(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(`${url}/airtime`, { waitUntil: 'commit' });
  const usableMs = (await page.evaluate(USABLE)) as number;
  await page.close();
  return usableMs;
}
