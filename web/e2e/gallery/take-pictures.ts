import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { fileOf, THEMES, WIDTHS } from './index-page.js';
import { nameOf, type Examples, type Shot } from './plan.js';
import { enterState } from './states.js';

const HEIGHTS: Readonly<Record<(typeof WIDTHS)[number], number>> = { 360: 800, 1280: 800, 1920: 1080 };
/** A page that still loads by then is taken as it is. */
const SETTLED_WITHIN_MS = 8_000;
const QUIET_MS = 250;
const LOOK_AGAIN_MS = 50;
/** Lower parts only repeat. */
const HEIGHT_MAX = 4_000;

/** Counts requests under way, without the `eventsource` that stays open. */
function followLoading(page: Page): () => number {
  const loading = new Set<unknown>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') loading.add(request);
  });
  const ended = (request: unknown): void => void loading.delete(request);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  return () => loading.size;
}

/** Placeholders while loading. */
const WAITING = '[role="status"][aria-label^="Loading"], [role="status"]:has-text("We Are Preparing")';

async function settled(page: Page, loading: () => number): Promise<void> {
  const began = performance.now();
  let quietSince = began;
  while (performance.now() - began < SETTLED_WITHIN_MS) {
    if (loading() > 0 || (await page.locator(WAITING).count()) > 0) quietSince = performance.now();
    if (performance.now() - quietSince >= QUIET_MS) return;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Makes the window as high as the page, so that sticky parts are at its edges in the picture. */
async function showWhole(page: Page, width: (typeof WIDTHS)[number]): Promise<void> {
  const height = (await page.evaluate('document.documentElement.scrollHeight')) as number;
  await page.setViewportSize({ width, height: Math.min(Math.max(height, HEIGHTS[width]), HEIGHT_MAX) });
}

interface Taken {
  readonly url: string;
  readonly folder: string;
  readonly examples: Examples;
}

/** Takes `shot` at every width in both themes; returns the fault, if any. */
export async function takePictures(
  context: BrowserContext,
  shot: Shot,
  { url, folder, examples }: Taken,
): Promise<string | undefined> {
  const page = await context.newPage();
  page.setDefaultTimeout(SETTLED_WITHIN_MS);
  const loading = followLoading(page);
  const wait = (): Promise<void> => (shot.state === 'loading' ? sleep(4 * QUIET_MS) : settled(page, loading));
  try {
    await page.setViewportSize({ width: WIDTHS[0], height: HEIGHTS[WIDTHS[0]] });
    await enterState(page, shot.state);
    await page.goto(url + shot.address(examples), { waitUntil: 'domcontentloaded' });
    await page.locator('h1, [role="status"], form').first().waitFor();
    await wait();
    const fault = await shot.act?.(page).then(
      () => undefined,
      (error: unknown) => `not shown: ${String(error).split('\n')[0]}`,
    );
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await wait();
      if (!shot.act) await showWhole(page, width);
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
        await page.screenshot({
          path: join(folder, fileOf(shot, width, theme)),
          type: 'jpeg',
          quality: 75,
          animations: 'disabled',
        });
      }
    }
    return fault;
  } catch (error) {
    return `${nameOf(shot)} was not taken: ${String(error).split('\n')[0]}`;
  } finally {
    await page.close();
  }
}
