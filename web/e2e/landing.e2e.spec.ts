import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { chromiumPath, faultsInBothThemes, type Screen, SIZES, withoutChromium } from './browser.js';
import { showSharedProduct, type SharedView } from './shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const SCREENS: readonly Screen[] = ['phone', 'desktop', 'large screen'];

const pidgin = JSON.parse(
  readFileSync(new URL('../../../web/src/languages/pcm.json', import.meta.url), 'utf8'),
) as Record<string, string>;

looking(`the landing page ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let page: Page;
  const open = () => page.goto(`${shown.product.url}/onset`);

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.phone });
    ({ page } = shown);
  });
  afterAll(() => shown?.stop());

  it('shows product screens in every width, theme and language without faults', async () => {
    const faults: string[] = [];
    await open();
    for (const [language, said] of [
      ['en', (text: string) => text],
      ['pcm', (text: string) => pidgin[text]!],
    ] as const) {
      if (language === 'pcm') {
        await page.evaluate(`localStorage.setItem('naira-ledger-language', 'pcm')`);
        await page.reload();
      }
      for (const screen of SCREENS) {
        faults.push(...(await faultsInBothThemes(page, language, [screen])));
        for (const text of ['Wallet balance', 'Balance after', 'Sent to provider', 'You may be paying twice'])
          await page.getByText(said(text), { exact: true }).first().waitFor();
      }
    }
    expect(faults).toEqual([]);
    expect(shown.heard).toEqual([]);
    await page.evaluate('localStorage.clear()');
  });

  it('keeps the pictures out of focus order and accessibility tree, without a layout shift', async () => {
    await open();
    await page.getByText('Sent to provider').waitFor();
    const shift = await page.evaluate(`new Promise((resolve) => {
        let all = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) all += value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(all)));
      })`);
    expect(shift).toBeLessThan(0.01);
    const links = (await page.evaluate(
      '[...document.querySelectorAll("a[href], button, input")].filter((one) => !one.closest("[inert]")).map((one) => one.outerHTML)',
    )) as string[];
    const reached = new Set<unknown>();
    for (let tabs = 0; tabs < links.length; tabs += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.closest("[inert]")')).toBeNull();
      reached.add(await page.evaluate('document.activeElement.outerHTML'));
    }
    expect(reached).toEqual(new Set(links));
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const heard = nodes.flatMap(({ ignored, name }) => (ignored ? [] : [String(name?.value)]));
    expect(heard).toContain('What you can rely on');
    expect(heard.filter((text) => /^Pay ₦|Wallet balance|You may be paying twice/.test(text))).toEqual([]);
  });

  it('omits the pictures when they cannot be loaded', async () => {
    await page.route('**/assets/own-screen-*.js', (route) => route.abort());
    await open();
    await page.getByRole('link', { name: 'Get Started' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('Wallet balance').count()).toBe(0);
    await page.getByRole('heading', { name: 'What you can rely on' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
