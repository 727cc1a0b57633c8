import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Running } from '../../infra/testing/product.js';
import { eventually } from '../../services/standalone/testing/callers.js';
import { chromiumPath, launch, logIn, SIZES, startProduct, withoutChromium } from './browser.js';
import { ENTRY_SCENES } from './testing/entry-scenes.js';
import { answer, type Scene } from './testing/scene.js';
import { SERVICE_SCENES } from './testing/service-scenes.js';
import { TEXTS } from './user-side-rows.js';

const looking = chromiumPath ? describe : describe.skip;
const SCENES = [...ENTRY_SCENES, ...SERVICE_SCENES];
/** What can be read on the page, in its fields and its lists. */
const ALL_WORDS = `[document.body.innerText, ...[...document.querySelectorAll('input, option, [role=status]')]
  .map((part) => part.value + ' ' + part.textContent)].join(' ')`;
const showsNow = (text: string): string => `${ALL_WORDS}.includes(${JSON.stringify(text)})`;
const SLOW = 900_000;
/** Runs in the page before anything else: notes whether a text was ever shown. Some are gone again after seconds. */
const watchFor = (text: string): string => `
  window.wasShown = false;
  new MutationObserver(() => {
    if (document.body !== null) window.wasShown ||= ${showsNow(text)};
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
`;
/** In a chunk of its own: without it, the page that needs it breaks. */
const BROKEN_PAGE = '/market';

looking(`what people are told ${chromiumPath ? '' : withoutChromium}`, () => {
  let folder: string;
  let product: Running;
  let browser: Browser;
  let customer: BrowserContext;
  const contextOf = async (scene: Scene): Promise<BrowserContext> =>
    scene.visitor ? browser.newContext({ viewport: SIZES.phone }) : customer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'texts-'));
    product = await startProduct({ DATA_DIR: folder, SANDBOX_LATENCY_MS: '10', LOG_LEVEL: 'error' });
    browser = await launch();
    customer = await browser.newContext({
      viewport: SIZES.phone,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await customer.newPage();
    await logIn(page, product.url);
    await page.close();
  }, SLOW);

  afterAll(async () => {
    await browser?.close();
    await product?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }, SLOW);

  const shown = (page: Page, text: string): Promise<unknown> =>
    eventually(
      // Evaluated from outside: the page's policy lets nothing evaluate inside it.
      () =>
        page.evaluate(`[window.wasShown === true || ${showsNow(text)}, ${ALL_WORDS}]`) as Promise<
          [boolean, string]
        >,
      ([was]) => was,
    );

  it.each(SCENES)(
    '$text',
    async (scene) => {
      const context = await contextOf(scene);
      const page = await context.newPage();
      const text = scene.text.slice('[text:'.length, -1);
      await page.addInitScript({ content: watchFor(text) });
      for (const [path, ending] of Object.entries(scene.calls ?? {}))
        await page.route(`**${path}`, (route) => answer(route, ending));
      await page.goto(product.url + scene.path);
      if (scene.act) {
        // Only what is shown from now on comes of it.
        await page.evaluate('window.wasShown = false');
        await scene.act(page);
      }
      await shown(page, text);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.close();
      if (scene.visitor) await context.close();
    },
    SLOW,
  );

  it(
    '[text:Unexpected Application Error!]',
    async () => {
      const page = await customer.newPage();
      await page.goto(`${product.url}/home`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.evaluate(
        `history.pushState({}, '', ${JSON.stringify(BROKEN_PAGE)}); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await shown(page, 'Unexpected Application Error!');
      await page.close();
    },
    SLOW,
  );

  it('are all of those in the table', () => {
    const played = [...SCENES.map(({ text }) => text), '[text:Unexpected Application Error!]'];
    expect(played.sort()).toEqual(TEXTS.map((text) => `[text:${text}]`).sort());
  });
});
