import type { Locator, Page, Route } from 'playwright-core';
import { until } from '../../../infra/testing/until.js';

/** Milliseconds that one more press waits for the button to take it. */
const PRESS_AGAIN_MS = 500;

/**
 * Calls to `path` go as `fail` says until a button is pressed by what this returns. Whoever lets the calls through first
 * and presses then comes too late at times: a page also asks again by itself, and its button is gone.
 */
export async function failUntilPressed(
  page: Page,
  path: string,
  fail: (route: Route) => Promise<void>,
): Promise<(button: Locator) => Promise<void>> {
  let through = false;
  await page.route(path, async (route) => {
    // A page that is being left answers nothing, and has nothing pressed.
    through ||= await page.evaluate<boolean>('globalThis.pressed === true').catch(() => false);
    await (through ? route.fallback() : fail(route));
  });
  return async (button) => {
    // Before the page hears of it, so that the call it makes is the first to come through.
    await page.evaluate(`addEventListener('click', () => { globalThis.pressed = true }, { capture: true })`);
    await button.click();
    // A call that was under way when the button was pressed still fails, and the button stays.
    await until(async () => {
      if ((await button.count()) === 0) return true;
      await button.click({ timeout: PRESS_AGAIN_MS }).catch(() => undefined);
      return false;
    }, 'the end of the button that was pressed');
  };
}
