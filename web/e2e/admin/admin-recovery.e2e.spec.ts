import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { newAdministrator } from '../../../services/standalone/testing/people.js';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { codeFor, mailsTo } from '../customer.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;

looking(`an administrator who forgot the password ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let page: Page;
  let email: string;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.phone, reducedMotion: 'reduce' });
    page = shown.page;
    ({ email } = await newAdministrator(shown.product, 'Bisi', 'support'));
  });
  afterAll(() => shown?.stop());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  /** The answer is held back until `text` shows. */
  async function busy(path: string, button: string, text: string): Promise<void> {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const hold = async (route: Route): Promise<void> => {
      await held;
      await route.continue();
    };
    await page.route(`**${path}`, hold, { times: 1 });
    await press(button);
    await page.getByRole('button', { name: text, exact: true }).waitFor();
    go();
  }

  it('resets the password with a mailed code, reads [admin-busy:sending code...] and [admin-busy:changing Password...], and logs in with the new one', async () => {
    await page.goto(`${shown.product.url}/adminlogin`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('heading', { name: 'Forgot Password' }).waitFor();
    // Admin pages are in English only.
    expect(await page.getByRole('button', { name: 'Pidgin' }).count()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    const before = (await mailsTo(shown.sandboxUrl, email)).length;
    await page.getByLabel('Email').fill(email);
    await busy('/api/admin-forgot-password/', 'Request Reset Code!', 'sending code...');
    await page.waitForURL('**/adminchangepassword');
    await page.getByText('If this email has an account').waitFor();
    await page.getByLabel('OTP code').fill(await codeFor(shown.sandboxUrl, email, before));
    const choose = async (password: string): Promise<void> => {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm password', { exact: true }).fill(password);
    };
    await choose('Elevenchars');
    await press('Change Password Now!');
    await page.getByText('Use at least 12 characters.').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await choose('Another-pass-22');
    await busy('/api/admin-reset-password/', 'Change Password Now!', 'changing Password...');
    await page.waitForURL('**/adminlogin');
    await page.getByText('Password changed successfully! Log in with the new one.').waitFor();
    await logInAsAdministrator(page, shown.product.url, { email, password: 'Another-pass-22' });
    expect(shown.heard.filter((line) => !/status of 401/.test(line))).toEqual([]);
  });
});
