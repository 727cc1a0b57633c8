import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { until } from '../../../infra/testing/until.js';
import { buyAirtime } from '../../../services/standalone/testing/callers.js';
import { AUDITOR, goWithin, logInAsAdministrator } from '../admin/administrator.js';
import { chromiumPath, faultsInBothThemes, faultsOf, SIZES, withoutChromium } from '../browser.js';
import { showProduct, type ShownProduct } from '../shown-product.js';
import { goToFirstRow, goToSearch } from '../testing/reading.js';

const looking = chromiumPath ? describe : describe.skip;
/** Refusals that the tests provoke, which the browser logs. */
const REFUSED = /status of (?:401|404|422|503)/;

/** Needs its own `showProduct`: the suite counts events and sets `SEAL_EVERY`. */
looking(`the auditor's area ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;
  let reference: string;

  beforeAll(async () => {
    shown = await showProduct(
      { SANDBOX_LATENCY_MS: '5', SEAL_EVERY: '100ms' },
      { viewport: SIZES.desktop, colorScheme: 'dark' },
    );
    page = shown.page;
    await logInAsAdministrator(page, shown.product.url, AUDITOR);
    const [user] = (await seed(shown.dataDir, 1, 50_000)) as [SeededUser];
    // Waits for a seal after each purchase, so that there are two at least.
    for (const amount of [100, 200]) {
      const phone = '08031234567';
      const bought = await buyAirtime(shown.product.url, user, phone, { amount, key: `of-${amount}` });
      reference = String(bought.body['reference']);
      await sealed();
    }
  });
  afterAll(() => shown?.stop());

  /** Waits until a seal covers the end of purchase `reference`. */
  const sealed = (): Promise<void> =>
    until(async () => {
      const answer = await page.request.get(`${shown.product.url}/v1/audit/receipts/${reference}/proof`);
      const { proof } = (await answer.json()) as { readonly proof?: { readonly events: readonly unknown[] } };
      return (proof?.events.length ?? 0) >= 2;
    }, 'a seal over the purchase');
  const go = (path: string) => goWithin(page, path);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  /** Checks that the first amount of a table is visible without scrolling. */
  const inSight = async (role: 'cell' | 'gridcell'): Promise<void> => {
    const amount = page.getByRole(role).filter({ hasText: '₦' }).first();
    await amount.waitFor();
    const { x, width } = (await amount.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width);
  };
  const saved = async (button: string) =>
    (
      await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
    )[0];
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });

  it('is the first page of auditors, and says that the books add up', async () => {
    await heading('Audit');
    await page.getByText('the books add up').waitFor();
    await page.getByText('npm run ledger -- verify').waitFor();
    // Auditors have no customer tier.
    const header = page.getByRole('banner');
    await header.getByText('₦').waitFor();
    await header.getByText('Auditor', { exact: true }).waitFor();
    expect(await header.getByText(/ User$/).count()).toBe(0);
    expect(await faultsOf(page, 'overview')).toEqual([]);
    await page.getByRole('link', { name: 'Look through them' }).click();
    await heading('Events');
  });

  it('navigates between the pages of auditors by keys', async () => {
    await go('/audit/seals');
    const keys = page.getByRole('dialog', { name: 'Keyboard' });
    // Shortcuts load later.
    await until(async () => {
      await page.keyboard.press('?');
      return (await keys.count()) > 0;
    }, 'the list of keys');
    for (const name of ['Audit', 'Events', 'Replay', 'Trial balance', 'Activity log'])
      await keys.getByText(name, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    for (const [key, path, title] of [
      ['h', '/audit', 'Audit'],
      ['r', '/audit/replay', 'Replay'],
      ['b', '/audit/trial-balance', 'Trial balance'],
      ['t', '/adminthistory', 'All transactions'],
      ['e', '/audit/events', 'Events'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForURL(shown.product.url + path);
      await heading(title);
    }
  });

  it('filters events by the address, and opens one with its proof, cause and effects', async () => {
    await page.getByLabel('Type', { exact: true }).fill('PurchaseAccepted');
    await page.getByLabel('Type', { exact: true }).press('Enter');
    await page.waitForURL('**/audit/events?type=PurchaseAccepted');
    await page.getByText('All 2 events.').waitFor();
    await page.reload();
    await page.getByText('All 2 events.').waitFor();
    expect(await page.getByRole('row').count()).toBe(3);
    await goToFirstRow(page);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await panel.getByText('It is that of the stored bytes.').waitFor();
    await panel.getByText('It is the hash of the event before it.').waitFor();
    expect(await panel.getByLabel('The event as JSON').textContent()).not.toMatch(/8031234567/);
    expect(await faultsOf(page, 'an event in its panel')).toEqual([]);
    await panel
      .getByRole('region', { name: 'Effects' })
      .getByRole('link', { name: 'PurchaseOpened' })
      .click();
    await page.waitForURL('**/audit/event?position=*');
    await page.getByRole('region', { name: 'Cause' }).getByRole('link', { name: 'PurchaseAccepted' }).click();
    await page.getByRole('region', { name: 'Effects' }).waitFor();
    await page.getByRole('link', { name: /^All of wallet-/ }).click();
    await page.waitForURL('**/audit/events?stream=wallet-*');
    await row('WalletOpened').waitFor();
    await goToSearch(page, 'input[placeholder^="wallet-"]');
  });

  it('filters events by actor and time, and keeps the filter in the address', async () => {
    const narrow = async (fields: Readonly<Record<string, string>>): Promise<void> => {
      for (const [label, value] of Object.entries(fields))
        await page.locator('form').getByLabel(label, { exact: true }).fill(value);
      await page.getByRole('button', { name: 'Show' }).click();
    };
    const none = () => page.getByText('No event fits').waitFor();
    await go('/audit/events?type=PurchaseAccepted');
    await page.getByText('All 2 events.').waitFor();
    const actor = (await row('PurchaseAccepted').locator('span[title]').last().getAttribute('title'))!;
    await narrow({ Actor: actor });
    await page.waitForURL((at) => at.searchParams.get('actor') === actor);
    await page.getByText('All 2 events.').waitFor();
    await narrow({ Actor: 'admin' });
    await page.waitForURL('**/audit/events?type=PurchaseAccepted&actor=admin');
    await none();
    await narrow({ Actor: '', 'From, in Lagos': '2100-01-01T08:30' });
    await page.waitForURL((at) => at.searchParams.has('from'));
    await none();
    await narrow({ 'From, in Lagos': '2020-01-01T08:30', To: '2100-01-01T08:30' });
    await page.getByText('All 2 events.').waitFor();
    await narrow({ 'From, in Lagos': '', To: '2020-01-01T08:30' });
    await page.waitForURL((at) => at.searchParams.has('to') && !at.searchParams.has('from'));
    await none();
  });

  it('says when no event matches, when a filter is invalid and when an event does not exist', async () => {
    await go('/audit/events?type=NoSuchEvent');
    await page.getByText('No event fits').waitFor();
    await page.getByText('No events.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    // Only rows in sight are drawn, and this one is among the newest.
    await row('PurchaseCaptured').first().waitFor();
    await go(`/audit/events?stream=${encodeURIComponent('a b')}`);
    await page.getByText('stream: must be the name of a stream').waitFor();
    await go('/audit/event?position=999999999');
    await page.getByText('The event could not be loaded.').waitFor();
    // An `email-` stream has a single event.
    await go('/audit/event?position=1');
    await page.getByRole('link', { name: /^All of email-/ }).click();
    await page.getByText('1 event in all.', { exact: true }).waitFor();
    await go('/audit/event?position=x');
    await page.getByText('No event is named').waitFor();
  });

  it('shows the trial balance, opens the postings of an account, and saves them as CSV', async () => {
    await go('/audit/trial-balance');
    await page.getByText('The books add up: ₦0.00').waitFor();
    expect(await faultsOf(page, 'the trial balance')).toEqual([]);
    await page.getByRole('link', { name: 'Customers: to spend' }).click();
    await page
      .getByRole('link', { name: /^user_available:/ })
      .first()
      .click();
    await page.waitForURL('**/audit/accounts/user_available*');
    await page.getByText(/^(?:All \d+ postings|1 posting in all)\.$/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^user_available-.*\.csv$/);
    const [, newest] = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect(newest).toMatch(/,\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+01:00,/);
    expect(await faultsOf(page, 'an account')).toEqual([]);
  });

  it('shows the trial balance and the statement of an account as of a moment that the address keeps', async () => {
    await go('/audit/trial-balance');
    await page.getByText('The books add up: ₦0.00').waitFor();
    await page.getByLabel('By', { exact: true }).selectOption('Position in the log');
    await page.getByLabel('As of', { exact: true }).fill('1');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/audit/trial-balance?at=1');
    await page.getByText('As of event 1', { exact: true }).waitFor();
    await page.getByLabel('As of', { exact: true }).fill('999999999');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('at: must not be after the last event').waitFor();
    expect(await faultsOf(page, 'a moment that is none')).toEqual([]);
    await page.getByRole('button', { name: 'Now' }).click();
    await page.getByText('The books add up: ₦0.00').waitFor();
    await page.getByLabel('By', { exact: true }).selectOption('Day in Lagos');
    await page.getByLabel('As of', { exact: true }).fill('2020-01-31');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/audit/trial-balance?at=2020-01-31');
    await page.getByText('As of 31 Jan 2020', { exact: true }).waitFor();
    await page.getByText('Nothing had been posted by then.').waitFor();
    expect(await page.getByLabel('By', { exact: true }).inputValue()).toBe('day');
    await go('/audit/trial-balance?at=2020-01-01T08:00');
    await page.getByText('Nothing had been posted by then.').waitFor();
    await go('/audit/trial-balance?at=yesterday');
    await page.getByText('at: must be a moment').waitFor();
    await page.setViewportSize(SIZES.phone);
    await go('/audit/trial-balance');
    await inSight('cell');
    await go('/audit/accounts/opening');
    await inSight('gridcell');
    await page.setViewportSize(SIZES.desktop);
    await go('/audit/accounts/opening?from=1&at=1');
    await page.getByText('Nothing was posted').first().waitFor();
    await page.getByLabel('To', { exact: true }).fill('');
    await page.getByLabel('From', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/audit/accounts/opening?from=2');
    await page.getByText('which add up').waitFor();
    await page.reload();
    await page.getByText('before event 2').waitFor();
    await page.getByText('which add up').waitFor();
    expect(await faultsOf(page, 'a statement between two moments')).toEqual([]);
    expect(shown.heard.filter((line) => !REFUSED.test(line))).toEqual([]);
  });

  it('lists seals, compares two in the browser, and saves seals, keys and proofs', async () => {
    await go('/audit/seals');
    await heading('Seals');
    await page.getByText(/^All \d+ seals\.$/).waitFor();
    await page.getByText('Not anchored').waitFor();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByText('Your browser computed both roots').waitFor();
    expect(await faultsOf(page, 'the seals')).toEqual([]);
    for (const [button, name] of [
      ['Save all seals', /^kept-seals\.jsonl$/],
      ['Save as PEM', /^seal-key-[0-9a-f]{12}\.pem$/],
      ['Save the proof', /^consistency-\d+-\d+\.json$/],
    ] as const) {
      expect((await saved(button)).suggestedFilename()).toMatch(name);
    }
  });

  it('proves an event and a receipt, checks the proof in the browser, and saves it as JSON', async () => {
    await go('/audit/proofs');
    await heading('Proofs');
    await page.getByLabel('Reference').fill(reference);
    await page.getByRole('button', { name: 'Prove it' }).click();
    await page.waitForURL(`**/audit/proofs?reference=${reference}`);
    await page.getByText('Your browser checked it, and every part holds.').waitFor();
    expect(await faultsOf(page, 'a proof')).toEqual([]);
    const download = await saved('Save as JSON');
    expect(download.suggestedFilename()).toBe(`proof-${reference}.json`);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ version: 1 });
    await go('/audit/event?position=1');
    await page.getByRole('link', { name: 'Prove it' }).click();
    await heading('Proofs');
    await page.getByText('Your browser checked it, and every part holds.').waitFor();
    await go('/audit/proofs?position=999999999');
    await page.getByText('There is no proof of this event.').waitFor();
    await go('/audit/proofs?reference=__proto__');
    await page.getByText('There is no proof of this receipt.').waitFor();
    await page.route('**/v1/audit/receipts/**', (route) => route.fulfill({ status: 503, body: '' }));
    await go('/audit/proofs?reference=NL4MDSHAY3DXCMH7PB');
    await page.getByText('The proof could not be loaded.').waitFor();
    await page.unrouteAll();
    expect(shown.heard.filter((line) => !REFUSED.test(line))).toEqual([]);
  });

  it('explains the charge of a purchase, opened from an event or by its reference', async () => {
    await go('/audit/events?type=PurchaseAccepted');
    await row('PurchaseAccepted').first().waitFor();
    await goToFirstRow(page);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Why was this charged?' }).click();
    await page.waitForURL('**/audit/why?reference=*');
    await heading('Why it was charged');
    await page.getByText('The charge follows from the rules in force').waitFor();
    for (const [part, amount] of [
      ['List price', '₦200.00'],
      ['Discount', '−₦2.00'],
      ['Charged', '₦198.00'],
    ] as const)
      await row(part).filter({ hasText: amount }).waitFor();
    await page.getByText('As the program comes. Nobody has changed it.').first().waitFor();
    await page.getByRole('list', { name: 'What followed' }).getByText('The sale became final').waitFor();
    expect(
      await faultsInBothThemes(page, 'a charge explained', ['phone', 'desktop', 'large screen']),
    ).toEqual([]);
    await page.setViewportSize(SIZES.desktop);
    expect(await faultsOf(page, 'a charge explained on a desktop')).toEqual([]);
    await go('/audit/why');
    await page.getByText('No purchase is named').waitFor();
    await page.getByLabel('Reference').fill(reference);
    await page.getByLabel('Reference').press('Enter');
    await page.waitForURL(`**/audit/why?reference=${reference}`);
    await page.getByRole('list', { name: 'Attempts' }).getByText('Attempt 1').waitFor();
    await page
      .getByRole('link', { name: /^PurchaseAccepted, event / })
      .first()
      .click();
    await page.waitForURL('**/audit/event?position=*');
    // The address changes before the page does.
    await page.getByRole('link', { name: 'All events', exact: true }).waitFor();
    await go('/audit/why?reference=__proto__');
    await page.getByText('It could not be explained.').waitFor();
    expect(shown.heard.filter((line) => !REFUSED.test(line))).toEqual([]);
  });
});
