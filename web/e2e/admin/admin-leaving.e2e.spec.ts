import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';
import { reads } from '../testing/reading.js';
import { logInAsAdministrator } from './administrator.js';

const looking = chromiumPath ? describe : describe.skip;
const AUDITOR = { email: 'auditor@demo.test', password: 'Audit-pass-1' };
const NOT_YET = 'You are not logged out yet.';

looking(`an administrator who leaves ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let url: string;
  let tab: Page;
  let other: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop, reducedMotion: 'reduce' });
    ({ url } = shown.product);
  });

  afterAll(() => shown?.stop());

  beforeEach(async () => {
    const context = shown.page.context();
    await context.clearCookies();
    [tab, other] = [await context.newPage(), await context.newPage()];
    await logInAsAdministrator(tab, url);
  });

  afterEach(async () => {
    await tab.close();
    await other.close();
  });

  const press = (on: Page, name: string): Promise<void> =>
    on.getByRole('button', { name, exact: true }).click();

  it.each([
    ['a wrong password', 401, 'LOGIN_FAILED', 'The email, phone or password is not correct.'],
    ['no code yet', 401, 'SECOND_FACTOR_REQUIRED', 'Six digits of your authenticator app'],
    ['no device yet', 401, 'PASSKEY_OR_CODE_REQUIRED', 'Six digits of your authenticator app'],
  ])('keeps a login with %s out of the session of another administrator', async (_, status, code, says) => {
    const asked: string[] = [];
    other.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await other.goto(`${url}/adminlogin`);
    if (code !== 'LOGIN_FAILED')
      await other.route('**/api/admin-login/', (route) =>
        route.fulfill({ status, json: { status: false, code, message: 'One thing more.' } }),
      );
    await other.getByLabel('Email').fill(AUDITOR.email);
    await other.getByLabel('Password', { exact: true }).fill('Wrong-pass-1');
    await press(other, 'Login Now!');
    await other.getByText(says).first().waitFor();
    expect(asked.filter((path) => path === '/api/session/')).toEqual([]);
    expect(new URL(other.url()).pathname).toBe('/adminlogin');
    await other.unroute('**/api/admin-login/');
    await other.reload();
    await logInAsAdministrator(other, url, AUDITOR);
    await tab.waitForURL('**/adminlogin');
  });

  it('says when the logout failed, stays logged in, and logs out every tab once it succeeds', async () => {
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
});
