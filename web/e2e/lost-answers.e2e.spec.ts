import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PATIENCE_MS, until } from '../../infra/testing/until.js';
import { buyDirectly, chromiumPath, SIZES, withoutChromium } from './browser.js';
import { becomeNewCustomer, type } from './customer.js';
import { failUntilPressed } from './testing/fail-until-pressed.js';
import { showSharedProduct, type SharedView } from './shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
/** Sets `Date` three hours ahead but leaves timers alone. */
const AHEAD = `{
  const Real = Date;
  const aheadMs = 3 * 3_600_000;
  window.Date = class extends Real {
    constructor(...given) {
      super(...(given.length > 0 ? given : [Real.now() + aheadMs]));
    }
    static now() {
      return Real.now() + aheadMs;
    }
  };
}`;

/** Shortens the pauses between repeated requests, which double up to a minute. */
const SHORT_TIMEOUTS = `{
  const real = window.setTimeout;
  window.setTimeout = (call, ms, ...given) => real(call, Math.min(ms ?? 0, 250), ...given);
}`;

looking(`an answer that does not arrive ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let url: string;
  let page: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.phone });
    ({ url } = shown.product);
    ({ page } = shown);
    await becomeNewCustomer(page, shown.product);
  });

  afterAll(() => shown?.stop());

  const reads = (text: string, tab = page): Promise<void> =>
    tab.getByText(text).filter({ visible: true }).first().waitFor();

  it('to a purchase is found again even with a wrong device clock', async () => {
    const tab = await page.context().newPage();
    await tab.addInitScript(AHEAD);
    await tab.goto(`${url}/airtime`);
    await type(tab, 'Phone number', '08031234567');
    await type(tab, 'Amount', '700');
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
    let heard = false;
    await tab.route('**/api/buycard/', async (route) => {
      await route.fetch({ timeout: PATIENCE_MS });
      heard = true;
      await route.abort();
    });
    await tab.getByRole('dialog').getByRole('button', { name: 'Pay ₦693.00' }).click();
    await until(() => heard, 'that the server has it');
    await tab.reload();
    await tab.unrouteAll({ behavior: 'ignoreErrors' });
    await reads('We found it: it was accepted.', tab);
    expect(await tab.getByRole('button', { name: 'Give it up and start anew' }).count()).toBe(0);
    await tab.close();
  });

  it('to a repeated purchase is reported, and no other number is filled in', async () => {
    const reference = await buyDirectly(page, url, { phone: '08031230001', amount: 500 });
    await page.goto(`${url}/airtime`);
    await type(page, 'Phone number', '08059999999');
    await type(page, 'Amount', '5000');
    const press = await failUntilPressed(page, '**/api/transaction/', (route) => route.abort());
    await page.goto(`${url}/airtime?again=${reference}`);
    await reads('What you bought could not be found.');
    expect(await page.getByLabel('Phone number', { exact: true }).count()).toBe(0);
    await press(page.getByRole('button', { name: 'Try again' }));
    await until(
      async () => (await page.getByLabel('Amount', { exact: true }).inputValue()) === '500',
      'the amount of what was bought',
    );
    expect(await page.getByLabel('Phone number', { exact: true }).inputValue()).toContain('0001');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('about the balance is requested again until the new balance shows', async () => {
    const page = await shown.page.context().newPage();
    await page.addInitScript(SHORT_TIMEOUTS);
    const open = new Set<unknown>();
    page.on('request', (asked) => asked.url().endsWith('/api/user_data/') && open.add(asked));
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end as 'requestfinished', (asked) => open.delete(asked));
    await page.goto(`${url}/home`);
    await page.getByText('Live', { exact: true }).first().waitFor();
    const shows = async (): Promise<string> => {
      const texts = await page
        .locator('#main')
        .getByText(/^₦[\d,]+\.\d\d$/)
        .allTextContents();
      return texts[0] ?? '';
    };
    await until(async () => open.size === 0 && (await shows()) !== '', 'a balance that nobody is asking for');
    const before = await shows();
    let lost = 0;
    await page.route('**/api/user_data/', (route) => {
      lost += 1;
      return route.abort();
    });
    const reference = await buyDirectly(page, url, { phone: '08031230002', amount: 1_000 });
    await page
      .getByRole('link', { name: reference })
      .or(page.locator(`a[href$="${reference}"]`))
      .first()
      .waitFor();
    // More often than the purchase causes updates: the page retries by itself.
    await until(() => lost > 6, 'that the balance was asked for again and again');
    expect(await shows()).toBe(before);
    await page.unroute('**/api/user_data/');
    await until(async () => (await shows()) !== before, 'the new balance');
    await page.close();
  });

  it('because the leading tab is frozen is taken over by another tab', async () => {
    const [frozen, tab] = [await page.context().newPage(), await page.context().newPage()];
    // Leaves only these two tabs to lead.
    await page.goto('about:blank');
    await frozen.goto(`${url}/thistory`);
    await reads('Live', frozen);
    await tab.goto(`${url}/thistory`);
    await reads('Live', tab);
    // Simulates the events of a frozen page, which then does nothing but keeps its locks.
    const tells = (event: 'freeze' | 'resume') =>
      frozen.evaluate(`document.dispatchEvent(new Event('${event}'))`);
    const leader = (): Promise<unknown> =>
      tab.evaluate('navigator.locks.query().then(({ held }) => held[0]?.clientId)');
    const before = await leader();
    await tells('freeze');
    await until(async () => ![before, undefined].includes(await leader()), 'that another tab listens');
    const reference = await buyDirectly(tab, url, { phone: '08031230004', amount: 200 });
    await tab.locator(`a[href$="${reference}"]`).first().waitFor();
    await tells('resume');
    await frozen.locator(`a[href$="${reference}"]`).first().waitFor();
    await Promise.all([frozen.close(), tab.close()]);
  });

  it('about the session is no logout on /verify-email', async () => {
    const tab = await page.context().newPage();
    const press = await failUntilPressed(tab, '**/api/session/', (route) => route.abort());
    await tab.goto(`${url}/verify-email`);
    await reads('Error fetching user data', tab);
    expect(await tab.getByText('Log in first').count()).toBe(0);
    await press(tab.getByRole('button', { name: 'Try again' }));
    // The customer is logged in; without a code there is nothing to send.
    await tab.locator('button:disabled', { hasText: 'Verify Now!' }).waitFor();
    expect(await tab.getByText('Log in first').count()).toBe(0);
    await tab.close();
  });

  it('about a purchase just accepted does not deny it', async () => {
    await page.goto(`${url}/airtime`);
    await type(page, 'Phone number', '08031230003');
    await type(page, 'Amount', '300');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').getByLabel('Transaction PIN').fill('4826');
    await page.route('**/api/transaction/', (route) =>
      route.fulfill({
        status: 404,
        json: { status: false, code: 'TRANSACTION_NOT_FOUND', message: 'No such transaction.' },
      }),
    );
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay ₦/ })
      .click();
    await reads('Your request was accepted and is not shown here yet.');
    await page.unroute('**/api/transaction/');
    await reads('Airtime delivered');
  });

  it('with a new session is awaited when another read learns that the old one ended', async () => {
    const context = page.context();
    await page.goto(`${url}/changepin`);
    await reads('I know my PIN');
    // Refuses reads of the old session until the answer with the new one arrives.
    await page.route('**/api/change-transaction-pin/', async (route) => {
      const before = await context.cookies();
      const refused = page.waitForResponse((answer) => answer.status() === 401);
      const response = await route.fetch({ timeout: PATIENCE_MS });
      const after = await context.cookies();
      await context.clearCookies();
      await context.addCookies(before);
      // `BroadcastChannel` triggers a read, as live updates do.
      await page.evaluate(
        "new BroadcastChannel('naira-ledger-live').postMessage({ kind: 'changed', lists: 'all' })",
      );
      await refused;
      await context.clearCookies();
      await context.addCookies(after);
      await route.fulfill({ response });
    });
    await type(page, 'Current PIN', '4826');
    await type(page, 'New PIN', '5820');
    await type(page, 'Repeat the new PIN', '5820');
    await page.getByRole('button', { name: 'Change PIN' }).click();
    await page.waitForURL(/\/(?:home|login)$/);
    expect(new URL(page.url()).pathname).toBe('/home');
    await page.unroute('**/api/change-transaction-pin/');
  });
});
