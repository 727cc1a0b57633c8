import type { Page, Request } from 'playwright-core';
import { until } from '../../../infra/testing/until.js';
import { ADMIN_LIVE_PATH, LIVE_PATH } from '../../../services/contracts/wire-names.js';

/** Moves within the app by `history.pushState`, without loading it again. */
export const move = (page: Page, path: string): Promise<void> =>
  page.evaluate(`(() => {
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
  })()`);

/** Moves to a page with a heading of its own, and waits until it has replaced the present page. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`document.querySelector('h1')?.setAttribute('data-left', '')`);
  await move(page, path);
  await page.locator('h1:not([data-left])').first().waitFor();
  await page.locator('h1[data-left]').waitFor({ state: 'detached' });
}

/** Closes the sheet, and waits until its history entry is gone, which a `move` would hide. */
export async function closeSheet(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'detached' });
  await until(async () => (await page.evaluate('history.state?.sheet')) === undefined, 'its entry gone');
}

const QUIET_MS = 200;
const LIVE = new Set<string>([LIVE_PATH, ADMIN_LIVE_PATH]);

/** Waits until the page makes no request for `QUIET_MS`; live streams do not count. */
export function settling(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  let latest = performance.now();
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked.clear();
    if (!LIVE.has(new URL(request.url()).pathname)) asked.add(request);
  });
  const ended = (request: Request): void => {
    asked.delete(request);
    latest = performance.now();
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return async () => {
    latest = performance.now();
    await until(() => asked.size === 0 && performance.now() - latest > QUIET_MS, 'what the page asked for');
  };
}
