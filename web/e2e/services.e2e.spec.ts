import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { ownEmail } from '../../services/standalone/testing/people.js';
import { chromiumPath, faultsOf, seriousFaults, SIZES, withoutChromium } from './browser.js';
import { showSharedProduct, type SharedView } from './shown-product.js';
import { until } from '../../infra/testing/until.js';
import { codeFor, enter, fund, register, setPin, type, verifyEmail } from './customer.js';
import { addVirtualAuthenticator } from './virtual-authenticator.js';
import { ERRANDS, payAndFollow } from './shopping.js';
import { closeSheet, move, visit } from './testing/moving.js';
import { typeAtOnce } from './testing/reading.js';

const looking = chromiumPath ? describe : describe.skip;
const PIN = '7391';
/** Code for passkeys. */
const SIGNING_PART = /\/assets\/esm-[\w-]+\.js/;

/** Buys on a phone, and does the rest of the journey on a desktop. */
looking(`a customer buys everything ${chromiumPath ? '' : withoutChromium}`, () => {
  const customer = { email: ownEmail('ade'), password: 'First-pass-1', pin: PIN };
  let shown: SharedView;
  let product: SharedView['product'];
  let sandboxUrl: string;
  let page: Page;
  let heard: string[];

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.phone });
    ({ product, sandboxUrl, page, heard } = shown);
  });

  afterAll(() => shown?.stop());

  it('registers, proves the email, sets a PIN and pays in [route:/topup]', async () => {
    await register(page, product.url, customer);
    await enter(page, product.url, customer, '/verify-email');
    await verifyEmail(page, await codeFor(sandboxUrl, customer.email));
    await setPin(page, product.url, PIN);
    await fund(page, product.url, sandboxUrl, 60_000);
  });

  for (const errand of ERRANDS)
    it(`buys ${errand.service} and finds it in its history [route:${errand.route}] [route:${errand.history.split('?')[0]}]`, async () => {
      await page.setViewportSize(SIZES.phone);
      await visit(page, errand.route);
      await errand.fill(page);
      await page.getByRole('dialog').getByLabel('Transaction PIN').waitFor();
      // Only a phone shows sheet and receipt full screen; other suites check the desktop pages.
      expect(await seriousFaults(page)).toEqual([]);
      await payAndFollow(page, errand, PIN);
      expect(await seriousFaults(page)).toEqual([]);
      await move(page, errand.history);
      await page.getByText(errand.row).filter({ visible: true }).first().waitFor();
      if (errand.mark) await page.locator('main').getByText(errand.mark, { exact: true }).first().waitFor();
      // The list of all movements marks only exceptions on a phone.
      if (!errand.history.startsWith('/thistory'))
        await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
      // A desktop lists in a table.
      await page.setViewportSize(SIZES.desktop);
      await page.getByRole('row').filter({ hasText: errand.row }).first().waitFor();
      await page.getByText('Successful', { exact: true }).filter({ visible: true }).first().waitFor();
    });

  it('sets its device up and pays by fingerprint, up to the amount it chose [route:/settings]', async () => {
    // Passkeys need a host name such as `localhost`: browsers make none for IP addresses.
    const url = product.url.replace('127.0.0.1', 'localhost');
    const own = await page.context().newPage();
    const device = await addVirtualAuthenticator(own);
    await enter(own, url, customer, '/home');
    await visit(own, '/settings');
    await own.getByRole('button', { name: 'Set up this device' }).click();
    const dialog = own.getByRole('dialog');
    await dialog.getByLabel('Up to').fill('1000');
    await dialog.getByLabel('Transaction PIN').fill(PIN);
    await dialog.getByRole('button', { name: 'Set up this device' }).click();
    await own.getByText('Chrome on Linux (this device)').waitFor();
    await own.getByText('Up to ₦1,000.00').waitFor();
    await own.getByText('Chrome on Linux (this one)').waitFor();
    for (const viewport of [SIZES.desktop, SIZES.phone]) {
      await own.setViewportSize(viewport);
      expect(await faultsOf(own, 'settings')).toEqual([]);
    }

    const fill = async (amount: string): Promise<void> => {
      await visit(own, '/airtime');
      await type(own, 'Phone number', '08031239999');
      await own.getByText('Network matches').first().waitFor();
      await type(own, 'Amount', amount);
      await own.getByRole('button', { name: 'Continue', exact: true }).click();
      await dialog.getByText('Balance after').waitFor();
    };
    const finger = dialog.getByRole('button', { name: 'Use fingerprint or face' });
    await fill('1200');
    await dialog.getByLabel('Transaction PIN').waitFor();
    expect(await finger.count()).toBe(0);
    // A load forgets `SIGNING_PART`, which the settings have fetched.
    await own.goto(`${url}/home`);
    await own.getByRole('heading', { level: 1, name: /^Welcome, / }).waitFor();
    await fill('300');
    await finger.waitFor();
    expect(await faultsOf(own, 'the sheet')).toEqual([]);
    // A lost network keeps `SIGNING_PART` away.
    await own.route(SIGNING_PART, (route) => route.abort());
    await finger.click();
    await dialog.getByText('We cannot reach the server. Check your connection.').waitFor();
    await own.unroute(SIGNING_PART);
    await device.recognise(false);
    await finger.click();
    await dialog.getByText('Not confirmed. Try again, or enter your PIN.').waitFor();
    await device.recognise(true);
    await finger.click();
    await own.waitForURL('**/receipt/**');
    await own.getByText('Airtime delivered').first().waitFor();

    await visit(own, '/settings');
    await own.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
    await own.getByRole('button', { name: 'Set up this device' }).waitFor();
    await fill('310');
    await dialog.getByLabel('Transaction PIN').waitFor();
    expect(await finger.count()).toBe(0);
    await own.close();
  });

  const pane = () => page.getByRole('complementary', { name: 'Your order' });
  it('shows no second pane on a phone', async () => {
    await page.setViewportSize(SIZES.phone);
    await visit(page, '/airtime');
    await page.getByRole('button', { name: '08031234567' }).waitFor();
    expect(await pane().count()).toBe(0);
  });

  describe('on a desktop', () => {
    beforeAll(() => page.setViewportSize(SIZES.desktop));

    it('shows the order beside the form, and asks for the price once typing stops', async () => {
      // The page is that of the test before, with room for the pane.
      await page.getByText('Network matches').waitFor();
      // The pane loads late, and asks at once for what is typed by then.
      await pane().getByText('Your order').waitFor();
      const asked: string[] = [];
      const note = (request: Request): void => {
        if (request.url().includes('airtime_quote')) asked.push(request.postData() ?? '');
      };
      page.on('request', note);
      await typeAtOnce(page, 'input[name="amount"]', ['1', '12', '125', '1250']);
      await pane().getByText('₦1,237.50').waitFor();
      await pane().getByText('−₦12.50').waitFor();
      page.off('request', note);
      // A wallet change may ask for the same price again.
      const amounts = asked.map((body) => (JSON.parse(body) as { amount: string }).amount);
      expect([...new Set(amounts)]).toEqual(['1250']);
      expect(await faultsOf(page, 'the form and its order')).toEqual([]);
      await pane().getByRole('button', { name: '08031234567' }).click();
      expect(await page.getByLabel('Phone number', { exact: true }).inputValue()).toBe('08031234567');
      await pane().getByText('0803 123 4567').waitFor();
      const last = pane().getByRole('link', { name: /^MTN airtime.*08031234567.*₦495\.00/ });
      expect(await last.first().getAttribute('href')).toMatch(/^\/receipt\/NL/);
      await pane().getByRole('link', { name: 'Buy again: MTN airtime, 08031234567' }).first().click();
      await page.getByRole('dialog').getByText('Pay ₦495.00').waitFor();
    });

    it('navigates by keys, lists them, and finds pages, recipients and transactions', async () => {
      const dialog = page.getByRole('dialog');
      const find = dialog.getByRole('combobox');
      await closeSheet(page);
      await visit(page, '/home');
      await page.getByRole('heading', { name: 'Recent transactions' }).waitFor();
      // Shortcuts load later.
      await until(async () => {
        await page.keyboard.press('?');
        return dialog.isVisible();
      }, 'the list of keys');
      await dialog.getByText('Find pages, recipients and transactions').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.keyboard.press('g');
      await page.keyboard.press('t');
      await page.waitForURL('**/thistory');
      await page.getByRole('searchbox').waitFor();
      await page.keyboard.press('/');
      await page.locator('input[type=search]:focus').waitFor();
      // Letters stay letters in a field.
      await page.keyboard.type('gh?');
      expect(await page.getByRole('searchbox').inputValue()).toBe('gh?');
      expect(await dialog.count()).toBe(0);

      await page.keyboard.press('Control+k');
      await find.waitFor();
      await page.keyboard.type('spend');
      await dialog.getByRole('option', { name: 'Spending', selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/spending');
      await page.getByRole('heading', { name: 'Spending', exact: true }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('h');
      await page.waitForURL('**/home');

      await page.keyboard.press('Control+k');
      await page.keyboard.type('0803123');
      const airtime = dialog.getByRole('option', { name: /^08031234567 ?Airtime/ });
      const bought = dialog.getByRole('option', { name: /^Airtime 08031234567/ });
      await bought.waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      while (!(await bought.and(page.locator('[aria-selected="true"]')).count()))
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/receipt/NL**');

      await page.keyboard.press('Control+k');
      await page.keyboard.type('08031234567');
      await airtime.waitFor();
      while (!(await airtime.and(page.locator('[aria-selected="true"]')).count()))
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL('**/airtime');
      await page.locator('input[name="phone"][value="08031234567"]').waitFor();
      expect(await dialog.count()).toBe(0);
    });

    it('buys again from a history and from a receipt', async () => {
      await visit(page, '/thistory?service=electricity');
      await page
        .getByRole('button', { name: /^Details of/ })
        .first()
        .click();
      await page.getByRole('link', { name: /^Buy again: .*45012345678/ }).click();
      await page.getByRole('dialog').getByText('45012345678').waitFor();
      await closeSheet(page);
      await visit(page, '/thistory?service=cable');
      await page.locator('a[href^="/receipt/"]').first().click();
      await page.getByRole('link', { name: 'Buy again', exact: true }).click();
      await page.waitForURL('**/cable');
      // The smartcard is looked up and priced again, so only the confirmation is missing.
      await page.getByRole('dialog').getByText('7023456789').waitFor();
      expect(await page.getByLabel('IUC number', { exact: true }).inputValue()).toBe('7023456789');
      expect(await page.getByRole('radio', { name: /GoTV/i }).isChecked()).toBe(true);
      await closeSheet(page);
    });

    it('saves a recipient by name, offers it on the form, and removes it', async () => {
      await visit(page, '/thistory?service=electricity');
      await page.locator('a[href^="/receipt/"]').first().click();
      await page.getByRole('button', { name: 'Save recipient' }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('Mum');
      // The message is short-lived, so look from the start.
      await Promise.all([
        page.getByText('Recipient saved.').waitFor(),
        page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click(),
      ]);
      await visit(page, '/electricity');
      await page.getByRole('button', { name: 'Mum 45012345678' }).click();
      expect(await page.getByLabel('Meter number', { exact: true }).inputValue()).toBe('45012345678');
      expect(await page.getByLabel('Distribution company').inputValue()).toBe('18');
      await visit(page, '/profile');
      await page.getByRole('button', { name: 'Remove Mum' }).click();
      await page.getByText('Nobody yet.').waitFor();
    });

    it('verifies a BVN and goes home [route:/verifybvn]', async () => {
      await visit(page, '/verifybvn');
      // A BVN belongs to a single account.
      await type(page, 'BVN', `2${randomInt(100_000, 1_000_000)}2226`);
      await type(page, 'Full name, as at your bank', 'Bola Adeyemi');
      await type(page, 'Date of birth (Day-Month-Year)', '03-Oct-1993');
      await type(page, 'Phone number at your bank', '08037770001');
      await page.getByRole('button', { name: 'Verify BVN' }).click();
      await page.waitForURL('**/home');
      // The address changes before the page does.
      await page.getByRole('heading', { name: /^Welcome, / }).waitFor();
      await visit(page, '/verifybvn');
      await page.getByText('Your BVN ending 2226 is verified.').waitFor();
    });

    it('becomes an affiliate with its PIN [route:/affiliate]', async () => {
      await visit(page, '/affiliate');
      await type(page, 'Transaction PIN', PIN);
      await page.getByRole('button', { name: /^Upgrade for ₦2,000/ }).click();
      await page.waitForURL('**/home');
      await page.getByText('Affiliate User').first().waitFor();
    });
  });

  it('causes no unexpected console errors', () => {
    expect(heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
  });
});
