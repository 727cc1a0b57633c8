import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { chromiumPath, faultsOf, SIZES, withoutChromium } from './browser.js';
import { type NewCustomer, newCustomer } from '../../services/standalone/testing/people.js';
import { showSharedProduct, type SharedView } from './shown-product.js';
import { move, settling, visit } from './testing/moving.js';
import { unsaid, type Shown } from './testing/shown-words.js';
import { PUBLIC_ROUTES, USER_ROUTES } from './user-side-rows.js';

const catalogueOf = (language: string): Record<string, string> =>
  JSON.parse(
    readFileSync(new URL(`../../../web/src/languages/${language}.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;

const CATALOGUE_FILE = '**/assets/pcm-*.js';
const KEPT = 'naira-ledger-language';

/** API documentation is in English like the calls, and `/logout` shows nothing. */
const UNTRANSLATED = new Set<string>(['/documentation', '/logout']);

/** Names, dates and money, which are the same in every language. */
const NAMES =
  /(?<!\p{L})(Naira Ledger|English|Pidgin|WhatsApp|CSV|PDF|MTN|Mtn|GLO|Glo|glo|Airtel|9mobile|SMS|Prepaid|Postpaid|[AP]M|₦[\d,.]+\/GB|min|(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(Jan|Febr)uary|March|April|May|June|July|August|(Septem|Octo|Novem|Decem)ber|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?!\p{L})/gu;

/** Payment channel on record: data, although a service has the same name. */
const PAID_BY = 'Bank transfer';
const SHOWS_PAYMENTS = new Set(['/thistory', '/funding-history', '/customhistory', '/userfunding']);

/** Collects every text in an answer. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const looking = chromiumPath ? describe : describe.skip;

looking(`languages ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let customer: NewCustomer;
  let context: BrowserContext;
  let page: Page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).first();
  const spoken = () => page.locator('html').getAttribute('lang');
  const pidgin = catalogueOf('pcm');

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.phone });
    customer = await newCustomer(shown.product);
    ({ page } = shown);
    context = page.context();
  });
  afterAll(() => shown?.stop());

  it('loads no catalogue for English', async () => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${shown.product.url}/login`);
    await page.getByText('Buy from your wallet and follow every purchase to its end.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await spoken()).toBe('en-NG');
    expect(asked.filter((path) => /pcm|speaker/.test(path))).toEqual([]);
  });

  it('speaks Pidgin at once, keeps it, and sells in it from login to receipt', async () => {
    await page.getByLabel('Email').fill('half@typed');
    await button('Pidgin').click();
    await page.getByText(pidgin['Buy from your wallet and follow every purchase to its end.']!).waitFor();
    expect(await spoken()).toBe('pcm');
    // Keyboard users keep the focus on the button.
    await page.locator('button[aria-pressed="true"]:focus', { hasText: 'Pidgin' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('half@typed');
    const faults = await faultsOf(page, 'login');

    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password', { exact: true }).fill(customer.password);
    await button('Log in').click();
    await page.waitForURL('**/home');
    await page
      .getByText(/^How far, /)
      .first()
      .waitFor();
    faults.push(...(await faultsOf(page, 'home')));

    await visit(page, '/airtime');
    await page.getByText(pidgin['Airtime for any Nigerian number.']!).waitFor();
    await page.getByLabel('Phone number', { exact: true }).fill('08031234567');
    await page.getByText('Network match: dis na MTN number.').waitFor();
    await page.getByLabel('Amount', { exact: true }).fill('500');
    faults.push(...(await faultsOf(page, 'airtime')));
    await button('Continue').click();
    await page.getByRole('dialog', { name: 'Confirm wetin you wan buy' }).waitFor();
    await page.getByText('You go pay').first().waitFor();
    faults.push(...(await faultsOf(page, 'the sheet')));
    await page.locator('input[name="transaction_pin"]').fill('0000');
    await button('Pay ₦495.00').click();
    // Translates a server refusal that contains a number.
    await page
      .getByText(/^Dis transaction PIN no correct\. \d+ tries remain\.$/)
      .first()
      .waitFor();
    await page.locator('input[name="transaction_pin"]').fill(customer.pin);
    await button('Pay ₦495.00').click();
    await page.waitForURL('**/receipt/**');
    await heading('Airtime don deliver').waitFor();
    faults.push(...(await faultsOf(page, 'receipt')));

    await page.reload();
    await heading('Airtime don deliver').waitFor();
    expect(await spoken()).toBe('pcm');
    expect(faults).toEqual([]);
  });

  it('goes back to English in the settings', async () => {
    await visit(page, '/settings');
    await page.getByText(pidgin['The password you log in with, and what else lets you in.']!).waitFor();
    const faults = await faultsOf(page, 'settings');
    await button('English').click();
    await page.getByText('The password you log in with, and what else lets you in.').waitFor();
    expect(await spoken()).toBe('en-NG');
    await page.reload();
    await heading('Change Password').waitFor();
    expect(await spoken()).toBe('en-NG');
    expect(faults).toEqual([]);
  });

  it('shows English where the catalogue cannot be loaded', async () => {
    await page.evaluate(`localStorage.setItem('${KEPT}', 'pcm')`);
    await context.route(CATALOGUE_FILE, (route) => route.abort());
    await page.reload();
    await heading('Change Password').waitFor();
    expect(await spoken()).toBe('en-NG');
    await context.unroute(CATALOGUE_FILE);
    await page.reload();
    await page.getByText(pidgin['The password you log in with, and what else lets you in.']!).waitFor();
  });

  it('shows no text on a customer page that is missing in the catalogue', async () => {
    const english = catalogueOf('texts.generated');
    // Made-up language: the English text between brackets.
    const wrapped = Object.fromEntries(
      Object.keys(english).map((key) => [key, compileMessage(`[!${key}!]`)]),
    );
    await context.route(CATALOGUE_FILE, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export default JSON.parse(${JSON.stringify(JSON.stringify(wrapped))})`,
      }),
    );
    const sent = new Set<string>();
    const reading: Promise<void>[] = [];
    context.on('response', (response) => {
      if (!response.headers()['content-type']?.includes('json')) return;
      reading.push(
        response.json().then(
          (body) => textsIn(body).forEach((text) => sent.add(text.toLowerCase())),
          () => undefined,
        ),
      );
    });
    const isData = (text: string): boolean => {
      const small = text.toLowerCase();
      return !Object.hasOwn(english, text) && [...sent].some((one) => one.includes(small));
    };
    const settled = settling(page);
    const strange = async (path: string): Promise<string[]> => {
      await settled();
      const shownLines = await unsaid(page);
      // The page may show an answer before the test has read the same answer.
      await Promise.all(reading.splice(0));
      const lines = shownLines.flatMap(({ text, where }) =>
        text.split(' · ').map((part) => ({ text: part, where })),
      );
      const words = lines.map(({ text, where }): Shown => ({
        text: text.replace(NAMES, '').replace(/^[^\p{L}₦]+|[^\p{L}]+$/gu, ''),
        where,
      }));
      return words
        .filter(({ text }) => /\p{L}{2}/u.test(text) && !/^\p{Lu}{2}$/u.test(text) && !isData(text))
        .filter(({ text }) => text !== PAID_BY || !SHOWS_PAYMENTS.has(path))
        .map(({ text, where }) => `${path} ${where}: ${text}`);
    };

    const found: string[] = [];
    const pages = [...PUBLIC_ROUTES, '/no-such-page', ...USER_ROUTES].filter(
      (path) => !UNTRANSLATED.has(path),
    );
    await page.setViewportSize(SIZES.desktop);
    await page.reload();
    await page.locator('h1', { hasText: '[!' }).first().waitFor();
    for (const path of pages) {
      await move(page, path);
      await page.locator('h1', { hasText: '[!' }).first().waitFor();
      found.push(...(await strange(path)));
    }
    await visit(page, '/thistory');
    await page.locator('a[href^="/receipt/"]').first().click();
    await page.waitForURL('**/receipt/**');
    await page.locator('h1', { hasText: '[!' }).first().waitFor();
    found.push(...(await strange('a receipt')));
    // A language change must translate everything already on the page.
    await visit(page, '/settings');
    await page.locator('h1', { hasText: '[!' }).first().waitFor();
    await button('English').click();
    await heading('Change Password').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('[!');
    await button('Pidgin').click();
    await page.locator('h1', { hasText: '[!' }).first().waitFor();
    found.push(...(await strange('the settings after a change')));
    await page.setViewportSize(SIZES.phone);
    await visit(page, '/airtime');
    await page.locator('input[name="phone"]').fill('08031234567');
    await page.locator('input[name="amount"]').fill('100');
    await page.locator('form button[type="submit"]').first().click();
    await page.getByRole('dialog').waitFor();
    found.push(...(await strange('the sheet')));
    expect([...new Set(found)]).toEqual([]);
  });

  it('causes no unexpected console errors', () => {
    expect(shown.heard.filter((text) => !/ERR_FAILED|42[0-9]|40[0-9]/.test(text))).toEqual([]);
  });
});
