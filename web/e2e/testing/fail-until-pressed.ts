import type { Locator, Page, Route } from 'playwright-core';
import { until } from '../../../infra/testing/until.js';

/** Time limit of another press. */
const PRESS_AGAIN_MS = 500;

/**
 * Fails calls until the returned function presses a button. Letting them through before is too late at times: the page
 * retries by itself.
 */
export async function failUntilPressed(
  page: Page,
  path: string,
  fail: (route: Route) => Promise<void>,
): Promise<(button: Locator) => Promise<void>> {
  let through = false;
  await page.route(path, async (route) => {
    // A page that is being left rejects `evaluate`.
    through ||= await page.evaluate<boolean>('globalThis.pressed === true').catch(() => false);
    await (through ? route.fallback() : fail(route));
  });
  return async (button) => {
    // Runs before the page's handler, so that its call is the first to pass.
    await page.evaluate(`addEventListener('click', () => { globalThis.pressed = true }, { capture: true })`);
    await button.click();
    // A call under way at the press still fails and keeps the button.
    await until(async () => {
      if ((await button.count()) === 0) return true;
      await button.click({ timeout: PRESS_AGAIN_MS }).catch(() => undefined);
      return false;
    }, 'the end of the button that was pressed');
  };
}
