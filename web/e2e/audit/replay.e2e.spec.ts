import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { buyAirtime } from '../../../services/standalone/testing/callers.js';
import { AUDITOR, enterAsAdministrator, goWithin } from '../admin/administrator.js';
import { chromiumPath, faultsInBothThemes, faultsOf, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;

/** Answer for a wallet that receives one naira at every second step. */
function stepsOf(total: number, from: number) {
  const places = Array.from({ length: Math.min(1_000, total - from) }, (_, index) => from + index);
  const each = <Value>(value: (step: number) => Value): Value[] => places.map(value);
  const available = (step: number): number => (step % 2 === 0 ? 100 : 0);
  return {
    status: true,
    userId: 'of-many',
    customer: 'o***@m***.test',
    total,
    from,
    types: ['WalletFunded'],
    type: each(() => 0),
    purchases: each(() => ''),
    positions: each((step) => step + 1),
    at: each((step) => 1_770_000_000_000 + step * 1_000),
    available: each(available),
    held: each(() => 0),
    availableAfter: each((step) => (Math.floor(step / 2) + 1) * 100),
    heldAfter: each(() => 0),
  };
}

looking(`the replay ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let page: Page;
  let user: SeededUser;

  beforeAll(async () => {
    shown = await showSharedProduct({
      viewport: SIZES.desktop,
      colorScheme: 'dark',
    });
    page = shown.page;
    [user] = (await seed(shown.dataDir, 1, 50_000)) as [SeededUser];
    for (const [index, amount] of [100, 200].entries())
      await buyAirtime(shown.product.url, user, `0803123456${index}`, { amount });
    await enterAsAdministrator(page, shown.product.url, '/audit', AUDITOR);
  });
  afterAll(() => shown?.stop());

  const go = (path: string) => goWithin(page, path);
  const slider = () => page.getByRole('slider', { name: 'Step' });
  const says = (step: number, rest: string) =>
    slider()
      .and(page.locator(`[aria-valuetext^="Step ${step} of "][aria-valuetext$=", ${rest}"]`))
      .waitFor();

  it('replays a wallet by slider, keys and buttons', async () => {
    await go('/audit/replay');
    await page.getByLabel('Customer').fill(user.userId);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('link', { name: /^.\*\*\*@.\*\*\*\.test$/ }).click();
    await page.getByText('postings and events agree').waitFor();
    await slider().focus();
    await page.keyboard.press('Home');
    await says(1, '₦0.00 to spend, ₦0.00 held');
    await page.getByRole('heading', { level: 2, name: 'WalletOpened' }).waitFor();
    await page.getByText('It moved no money.').waitFor();
    await page.keyboard.press('ArrowRight');
    await says(2, '₦50,000.00 to spend, ₦0.00 held');
    await page.getByRole('button', { name: 'Forward' }).click();
    await says(3, '₦49,901.00 to spend, ₦99.00 held');
    await page.getByText('Held for').waitFor();
    await page.locator('[aria-current="step"]').filter({ hasText: 'PurchaseAccepted' }).waitFor();
    expect(await faultsOf(page, 'a wallet replayed')).toEqual([]);
    await page.getByRole('link', { name: 'Open the event' }).click();
    await page.waitForURL('**/audit/event?position=*');
    // The address changes before the page does.
    await page.getByRole('link', { name: 'All events', exact: true }).waitFor();
    await go('/audit/replay?wallet=__proto__');
    await page.getByText('There is no such wallet').waitFor();
  });

  it('replays 20,000 events of a wallet: loads 1,000 per answer, draws a line per pixel and rows in sight, and asks once after a long drag', async () => {
    const [steps, asked, opened]: [number, number[], string[]] = [20_000, [], []];
    await page.route('**/v1/audit/wallets/of-many/steps?*', (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('from'));
      asked.push(from);
      return route.fulfill({ json: stepsOf(steps, from) });
    });
    await page.route(/\/v1\/audit\/event/, (route) => {
      opened.push(route.request().url());
      return route.fulfill({ status: 404, json: { status: false, code: 'NOT_FOUND', error: 'none' } });
    });
    await go('/audit/replay?wallet=of-many');
    await page.getByText('postings and events agree').waitFor();
    await page.getByText('20,000 of 20,000').waitFor();
    expect(asked).toEqual(Array.from({ length: steps / 1_000 + 1 }, (_, page) => page * 1_000));
    expect(await page.getByRole('row').count()).toBeLessThan(60);
    const lines = await page.evaluate(`(() => {
        window.linesDrawn = 0;
        const { lineTo } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.lineTo = function (...place) {
          window.linesDrawn += 1;
          lineTo.apply(this, place);
        };
        return document.querySelector('canvas').clientWidth;
      })()`);
    await page.getByText('By event', { exact: true }).click();
    await page.waitForFunction('window.linesDrawn > 0');
    // Two curves draw two lines each per pixel column; the grid adds the rest.
    expect(await page.evaluate('window.linesDrawn')).toBeLessThan(4 * Number(lines) + 50);
    await until(() => opened.some((asked) => asked.endsWith('/20000')), 'the question for the last step');
    const before = opened.length;
    const asking = page.waitForResponse((response) => response.url().endsWith('/v1/audit/events/16001'));
    // Moves the slider in one go, so that no question goes out on the way, however slow the machine.
    await page.evaluate(`(() => {
        const slider = document.querySelector('input[type=range]');
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        for (let step = 1; step <= 200; step += 1) {
          set.call(slider, String(step * 80));
          slider.dispatchEvent(new Event('input', { bubbles: true }));
        }
      })()`);
    await says(16_001, '₦8,001.00 to spend, ₦0.00 held');
    await asking;
    expect(opened.slice(before)).toHaveLength(1);
    await page.unrouteAll();
  });

  it('replays an account to the balance that the trial balance shows', async () => {
    await go('/audit/replay');
    await page.getByRole('link', { name: 'opening', exact: true }).click();
    await page.waitForURL('**/audit/replay?account=opening');
    await page.getByText(/^All \d+ steps\.$/).waitFor();
    await page.getByText(/^as the trial balance at event /).waitFor();
    await slider().focus();
    await page.keyboard.press('Home');
    await page.getByText(/^1 of /).waitFor();
    await page.getByRole('heading', { level: 2, name: 'WalletFunded' }).waitFor();
    await page.keyboard.press('ArrowRight');
    // The order of the demo accounts is undefined; their sum is not.
    await says(2, '₦150,000.00');
    expect(await page.getByText('Held', { exact: true }).count()).toBe(0);
    expect(
      await faultsInBothThemes(page, 'an account replayed', ['phone', 'desktop', 'large screen']),
    ).toEqual([]);
    await page.setViewportSize(SIZES.desktop);
    expect(await faultsOf(page, 'an account replayed on a desktop')).toEqual([]);
    await page.getByRole('link', { name: 'Statement of this account' }).click();
    await page.getByRole('link', { name: 'Replay this account' }).click();
    await page.waitForURL('**/audit/replay?account=opening');
  });

  it('redirects accounts of a person to their wallet, and says when an account does not exist', async () => {
    await go('/audit/replay?account=user_held%3A00000000-0000-4000-8000-000000000000');
    await page.waitForURL('**/audit/replay?wallet=00000000-0000-4000-8000-000000000000');
    await go('/audit/replay?account=__proto__');
    await page.getByText('Nothing was posted', { exact: true }).waitFor();
    await go('/audit/replay?account=a%20b');
    await page.getByText('account: must be the name of an account').waitFor();
    expect(shown.heard.filter((line) => !/status of (?:401|404|422)/.test(line))).toEqual([]);
  });
});
