import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CALLS } from '../../services/contracts/calls.js';
import { until } from '../../infra/testing/until.js';
import { ownEmail } from '../../services/standalone/testing/people.js';
import { chromiumPath, SIZES, withoutChromium } from './browser.js';
import { showSharedProduct, type SharedView } from './shown-product.js';
import { codeFor, enter, logInDirectly, mailsTo, register, setPin, type, verifyEmail } from './customer.js';
import { move, visit } from './testing/moving.js';

const looking = chromiumPath ? describe : describe.skip;

/** Begins and ends on a phone, and does the rest on a desktop. */
looking(`an account ${chromiumPath ? '' : withoutChromium}`, () => {
  const customer = { email: ownEmail('bola'), password: 'First-pass-1', pin: '7391' };
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

  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).first().click();
  const reads = (text: string): Promise<void> => page.getByText(text).first().waitFor();

  it('is registered and must verify its email before buying [route:/onset] [route:/register] [route:/login] [route:/verify-email]', async () => {
    await register(page, product.url, customer);
    await enter(page, product.url, customer, '/verify-email');
    await visit(page, '/home');
    await reads('Verify your email to buy');
  });

  it('says that the session is over when a code is sent without one, and links to the login', async () => {
    await visit(page, '/verify-email');
    await type(page, 'OTP code', '000000');
    await page.context().clearCookies();
    await press('Verify Now!');
    await reads('Log in first, so that we know whose email to verify.');
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await enter(page, product.url, customer, '/verify-email');
  });

  it('refuses a wrong code and takes the mailed one [text:Failed to verify OTP.] [route:/setpin]', async () => {
    const code = await codeFor(sandboxUrl, customer.email);
    await type(page, 'OTP code', code === '000000' ? '000001' : '000000');
    await press('Verify Now!');
    await reads('This code is not right');
    await verifyEmail(page, code);
    await reads('Set your transaction PIN to buy.');
    await setPin(page, product.url, customer.pin);
    await page.getByRole('heading', { name: 'Welcome, Bola' }).waitFor();
    await page.getByText('Set your transaction PIN to buy.').waitFor({ state: 'detached' });
  });

  it('changes its PIN with the old PIN, or with password and mailed code [route:/changepin]', async () => {
    await page.setViewportSize(SIZES.desktop);
    await visit(page, '/changepin');
    await type(page, 'Current PIN', '7392');
    await type(page, 'New PIN', '5820');
    await type(page, 'Repeat the new PIN', '5820');
    await press('Change PIN');
    await reads('Incorrect transaction PIN.');
    await type(page, 'Current PIN', customer.pin);
    await press('Change PIN');
    await page.waitForURL('**/home');
    // The address changes before the page does.
    await page.getByRole('heading', { name: /^Welcome, / }).waitFor();
    await visit(page, '/changepin?forgotten');
    const before = (await mailsTo(sandboxUrl, customer.email)).length;
    await press('Mail me a code');
    await type(page, 'Code from the mail', await codeFor(sandboxUrl, customer.email, before));
    await type(page, 'Password', customer.password);
    await type(page, 'New PIN', '9406');
    await type(page, 'Repeat the new PIN', '9406');
    await press('Reset PIN');
    await page.waitForURL('**/home');
  });

  it('updates its profile and makes an API token that is shown whole once [route:/profile] [text:Profile updated successfully!]', async () => {
    await visit(page, '/profile');
    await type(page, 'First name', 'Bolanle');
    await press('Update profile');
    await page.getByRole('heading', { name: 'Bolanle Adeyemi' }).waitFor();
    await press('Make a token');
    await page.getByRole('dialog').getByLabel('Your password', { exact: true }).fill(customer.password);
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new token' }).click();
    await reads('Copy it now');
    const token = await page.getByTestId('api-token').textContent();
    expect(token).toMatch(/^nl_[\w-]{20,}$/);
    await page.reload();
    await page.getByTestId('api-token').waitFor();
    expect(await page.getByTestId('api-token').textContent()).toBe(`nl_...${token?.slice(-4)}`);
  });

  it('keeps the monthly statement chosen in the settings', async () => {
    const monthly = () => page.getByRole('switch', { name: 'Once a month, what moved in my wallet' });
    await visit(page, '/settings');
    await monthly().waitFor({ state: 'attached' });
    expect(await monthly().isChecked()).toBe(false);
    await Promise.all([page.waitForResponse('**/api/update_notice_settings/'), monthly().click()]);
    await page.reload();
    await until(() => monthly().isChecked(), 'the choice');
  });

  it('signs another browser out', async () => {
    const other = await shown.browser.newPage();
    await logInDirectly(other, product.url, customer);
    await page.reload();
    const end = page.getByRole('button', { name: /^Sign out .+ of / });
    await end.click();
    await end.waitFor({ state: 'detached' });
    expect((await other.request.post(`${product.url}/api/user_data/`)).status()).toBe(401);
    await other.context().close();
  });

  it('changes its password in the settings and logs in with the new one [route:/settings]', async () => {
    // The own session has stayed.
    await type(page, 'Current password', 'not-this-one');
    await type(page, 'New password', 'Second-pass-2');
    await type(page, 'Confirm new password', 'Second-pass-2');
    await press('Change password');
    await reads('This is not your current password.');
    await type(page, 'Current password', customer.password);
    // Every session ends with the old password.
    const ended = page.waitForURL('**/login');
    await page.route(`**${CALLS.userPasswordChange.path}`, async (route) => {
      const response = await route.fetch();
      await ended;
      await route.fulfill({ response });
    });
    await press('Change password');
    await reads('Password changed successfully! Log in with the new one.');
    await page.unroute(`**${CALLS.userPasswordChange.path}`);
    await enter(page, product.url, { ...customer, password: 'Second-pass-2' }, '/home');
  });

  it('says that the password changed even when a read notices the ended session later', async () => {
    await visit(page, '/settings');
    await type(page, 'Current password', 'Second-pass-2');
    await type(page, 'New password', 'Other-pass-2');
    await type(page, 'Confirm new password', 'Other-pass-2');
    let noticed!: () => void;
    let told!: () => void;
    const noticing = new Promise<void>((resolve) => (noticed = resolve));
    const telling = new Promise<void>((resolve) => (told = resolve));
    // Refused reads make the page ask `CALLS.session`: delay that answer to be the last.
    await page.route(`**${CALLS.session.path}`, async (route) => {
      noticed();
      await telling;
      await route.continue();
    });
    await page.route(`**${CALLS.userPasswordChange.path}`, async (route) => {
      // `fetch` leaves the cookies of the ended session in the browser.
      const { cookie, 'content-type': type, 'x-csrftoken': csrf } = await route.request().allHeaders();
      const headers = { cookie: cookie!, 'content-type': type!, 'x-csrftoken': csrf! };
      const body = route.request().postData();
      const answer = await fetch(route.request().url(), { method: 'POST', headers, body });
      await noticing;
      await route.fulfill({ status: answer.status, json: await answer.json() });
    });
    await press('Change password');
    await reads('Log in with the new one.');
    const answered = page.waitForResponse(`**${CALLS.session.path}`);
    told();
    await (await answered).finished();
    // A visit within the app leads back to `/login` with the reason.
    await page.evaluate(
      `history.pushState(null, '', '/profile'); dispatchEvent(new PopStateEvent('popstate', { state: null }))`,
    );
    await page.waitForURL('**/login');
    await reads('Log in with the new one.');
    await page.unrouteAll();
    await enter(page, product.url, { ...customer, password: 'Other-pass-2' }, '/home');
  });

  it('logs out, and recovers a forgotten password by a mailed code [route:/logout] [route:/forgotpassword] [route:/changepassword]', async () => {
    await page.setViewportSize(SIZES.phone);
    await move(page, '/logout');
    await page.waitForURL('**/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The previous page has an `Email` field too.
    await page.getByRole('heading', { name: 'Forgot Password' }).waitFor();
    const before = (await mailsTo(sandboxUrl, customer.email)).length;
    await type(page, 'Email', customer.email);
    await press('Request Reset Code!');
    await page.waitForURL('**/changepassword');
    await type(page, 'OTP code', await codeFor(sandboxUrl, customer.email, before));
    await type(page, 'Password', 'Third-pass-3');
    await type(page, 'Confirm password', 'Third-pass-3');
    await press('Change Password Now!');
    await page.waitForURL('**/login');
    await enter(page, product.url, { ...customer, password: 'Third-pass-3' }, '/home');
  });

  it('causes no unexpected console errors', () => {
    // The browser logs refusals that this suite causes on purpose.
    expect(heard.filter((line) => !/status of (401|422)/.test(line))).toEqual([]);
  });
});
