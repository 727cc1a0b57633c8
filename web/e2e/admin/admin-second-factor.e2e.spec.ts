import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { showProduct, type ShownProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const SLOW = 900_000;
const PASSWORD = 'Admin-pass-1';

looking(`the second factor on screen ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;
  let codes: string[];

  beforeAll(async () => {
    const settings = { SANDBOX_LATENCY_MS: '5', ADMIN_SECOND_FACTOR: 'required' };
    shown = await showProduct(settings, { viewport: SIZES.desktop, reducedMotion: 'reduce' });
    page = shown.page;
  }, SLOW);
  afterAll(() => shown?.stop(), SLOW);

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it(
    'is set up with the picture or the key, wherever else an administrator wanted to go',
    async () => {
      await logInAsAdministrator(page, shown.product.url, { to: '/admin-security' });
      await page.goto(`${shown.product.url}/activity`);
      await page.waitForURL('**/admin-security');
      await page.getByText('Set up a second factor to go on.').waitFor();
      await press('Set up');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await press('Continue');
      await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      const secret = ((await page.getByTestId('second-factor-key').textContent()) ?? '').replaceAll(' ', '');
      const kept = page.getByRole('list', { name: 'Recovery codes' });
      const refused = page.getByText('This code is not right');
      // Again, should the code have run out on the way.
      do {
        await page.getByLabel('Code the app shows now').fill(new TOTP({ secret }).generate());
        await press('Turn on');
        await kept.or(refused).first().waitFor();
      } while (!(await kept.isVisible()));
      codes = await kept.getByRole('listitem').allTextContents();
      expect(codes).toHaveLength(10);
      expect(await seriousFaults(page)).toEqual([]);
      await press('I have kept them');
      await page.getByText('10 of 10 recovery codes are left.').waitFor();
      await page.goto(`${shown.product.url}/activity`);
      await page.getByRole('row').filter({ hasText: 'Set up a second factor' }).waitFor();
    },
    SLOW,
  );

  it(
    'is asked for by the same form at the door',
    async () => {
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL('**/adminlogin');
      await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
      await page.getByLabel('Email').fill('admin@demo.test');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await press('Login Now!');
      const code = page.getByLabel('Code', { exact: true });
      await code.fill('000000');
      await press('Login Now!');
      await page.getByText('This code is not right').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await code.fill(codes[0]!);
      await press('Login Now!');
      await page.waitForURL('**/activity');
      expect(shown.heard.filter((line) => !/status of (?:401|403|422)/.test(line))).toEqual([]);
    },
    SLOW,
  );
});
