import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { newAdministrator } from '../../../services/standalone/testing/people.js';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { codeFor, mailsTo } from '../customer.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';
import { reads } from '../testing/reading.js';
import { AUDITOR, enterAsAdministrator, logInAsAdministrator } from './administrator.js';

const looking = chromiumPath ? describe : describe.skip;
const NOT_YET = 'You are not logged out yet.';

looking(`an administrator who leaves or forgot the password ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let url: string;
  let tab: Page;
  let other: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ url } = shown.product);
    tab = shown.page;
    other = await tab.context().newPage();
    await enterAsAdministrator(tab, url, '/plans');
  });

  afterAll(() => shown?.stop());

  const press = (on: Page, name: string): Promise<void> =>
    on.getByRole('button', { name, exact: true }).click();

  /** The answer is held back until `text` shows. */
  async function busy(path: string, button: string, text: string): Promise<void> {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const hold = async (route: Route): Promise<void> => {
      await held;
      await route.continue();
    };
    await tab.route(`**${path}`, hold, { times: 1 });
    await press(tab, button);
    await tab.getByRole('button', { name: text, exact: true }).waitFor();
    go();
  }

  it('keeps refused logins out of the session of another administrator, and replaces it by an accepted one', async () => {
    const asked: string[] = [];
    other.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const refuse = async (says: string, code?: string): Promise<void> => {
      await other.goto(`${url}/adminlogin`);
      if (code !== undefined)
        await other.route('**/api/admin-login/', (route) =>
          route.fulfill({ status: 401, json: { status: false, code, message: 'One thing more.' } }),
        );
      await other.getByLabel('Email').fill(AUDITOR.email);
      await other.getByLabel('Password', { exact: true }).fill('Wrong-pass-1');
      await press(other, 'Login Now!');
      await other.getByText(says).first().waitFor();
      expect(asked.filter((path) => path === '/api/session/')).toEqual([]);
      expect(new URL(other.url()).pathname).toBe('/adminlogin');
    };
    await refuse('The email, phone or password is not correct.');
    await refuse('Six digits of your authenticator app', 'SECOND_FACTOR_REQUIRED');
    await other.unrouteAll();
    await refuse('Six digits of your authenticator app', 'PASSKEY_OR_CODE_REQUIRED');
    await other.unrouteAll();
    await other.reload();
    await logInAsAdministrator(other, url, AUDITOR);
    await tab.waitForURL('**/adminlogin');
  });

  it('says when the logout failed, stays logged in, and logs out every tab once it succeeds', async () => {
    await tab.context().clearCookies();
    await enterAsAdministrator(tab, url, '/plans');
    await other.goto(`${url}/plans`);
    await reads(other, 'Hello, Chidi');
    await tab.route('**/api/logout/', (route) => route.abort());
    await press(tab, 'Logout');
    await reads(tab, NOT_YET);
    expect(await seriousFaults(tab)).toEqual([]);
    await tab.unroute('**/api/logout/');
    await tab.route('**/api/logout/', (route) => route.fulfill({ status: 503, body: 'down' }));
    const refused = tab.waitForResponse('**/api/logout/');
    await press(tab, 'Try again');
    await refused;
    await reads(tab, 'The server did not answer properly. Try again shortly.');
    expect(new URL(other.url()).pathname).toBe('/plans');
    await tab.unroute('**/api/logout/');
    await press(tab, 'Try again');
    await tab.waitForURL('**/adminlogin');
    await other.waitForURL('**/adminlogin');
    await tab.goto(`${url}/admin-area`);
    await tab.waitForURL('**/adminlogin');
  });

  it('logs out even with the stale token of a session that another tab replaced', async () => {
    await enterAsAdministrator(tab, url, '/plans');
    await reads(tab, 'Hello, Chidi');
    // Clicks at once: the next read would fetch a valid `adminToken`.
    await tab.evaluate(`
        sessionStorage.setItem('adminToken', 'of-the-one-before');
        document.querySelector('[aria-label=Logout]').click();
      `);
    await tab.waitForURL('**/adminlogin');
    await tab.goto(`${url}/admin-area`);
    await tab.waitForURL('**/adminlogin');
  });

  it('resets the password with a mailed code, reads [admin-busy:sending code...] and [admin-busy:changing Password...], and logs in with the new one', async () => {
    const { email } = await newAdministrator(shown.product, 'Bisi', 'support');
    await tab.setViewportSize(SIZES.phone);
    await tab.getByRole('link', { name: 'Forgot password?' }).click();
    await tab.getByRole('heading', { name: 'Forgot Password' }).waitFor();
    // Admin pages are in English only.
    expect(await tab.getByRole('button', { name: 'Pidgin' }).count()).toBe(0);
    expect(await seriousFaults(tab)).toEqual([]);
    const before = (await mailsTo(shown.sandboxUrl, email)).length;
    await tab.getByLabel('Email').fill(email);
    await busy('/api/admin-forgot-password/', 'Request Reset Code!', 'sending code...');
    await tab.waitForURL('**/adminchangepassword');
    await tab.getByText('If this email has an account').waitFor();
    await tab.getByLabel('OTP code').fill(await codeFor(shown.sandboxUrl, email, before));
    const choose = async (password: string): Promise<void> => {
      await tab.getByLabel('Password', { exact: true }).fill(password);
      await tab.getByLabel('Confirm password', { exact: true }).fill(password);
    };
    await choose('Elevenchars');
    await press(tab, 'Change Password Now!');
    await tab.getByText('Use at least 12 characters.').waitFor();
    expect(await seriousFaults(tab)).toEqual([]);
    await choose('Another-pass-22');
    await busy('/api/admin-reset-password/', 'Change Password Now!', 'changing Password...');
    await tab.waitForURL('**/adminlogin');
    await tab.getByText('Password changed successfully! Log in with the new one.').waitFor();
    await logInAsAdministrator(tab, url, { email, password: 'Another-pass-22' });
  });
});
