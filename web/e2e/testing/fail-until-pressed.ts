import type { Locator, Page, Route } from 'playwright-core';

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
  };
}
