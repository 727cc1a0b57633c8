import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CALLS } from '../../services/contracts/calls.js';
import { until } from '../../infra/testing/until.js';
import { ownEmail } from '../../services/standalone/testing/people.js';
import { chromiumPath, SIZES, withoutChromium } from './browser.js';
import { showSharedProduct, type SharedView } from './shown-product.js';
import { codeFor, enter, mailsTo, register, setPin, type, verifyEmail } from './customer.js';

const looking = chromiumPath ? describe : describe.skip;

for (const [size, viewport] of Object.entries(SIZES))
  looking(`an account on a ${size} ${chromiumPath ? '' : withoutChromium}`, () => {
    const customer = { email: ownEmail(`bola-${size}`), password: 'First-pass-1', pin: '7391' };
    let shown: SharedView;
    let product: SharedView['product'];
    let sandboxUrl: string;
    let page: Page;
    let heard: string[];

    beforeAll(async () => {
      shown = await showSharedProduct({ viewport });
      ({ product, sandboxUrl, page, heard } = shown);
    });

    afterAll(() => shown?.stop());

    const press = (name: string): Promise<void> =>
      page.getByRole('button', { name, exact: true }).first().click();
    const reads = (text: string): Promise<void> => page.getByText(text).first().waitFor();

    it('is registered and must verify its email before buying [route:/onset] [route:/register] [route:/login] [route:/verify-email]', async () => {
      await register(page, product.url, customer);
      await enter(page, product.url, customer, '/verify-email');
      await page.goto(`${product.url}/home`);
      await reads('Verify your email to buy');
    });

    it('says that the session is over when a code is sent without one, and links to the login', async () => {
      await page.goto(`${product.url}/verify-email`);
      await type(page, 'OTP code', '000000');
      await page.context().clearCookies();
      await press('Verify Now!');
      await reads('Log in first, so that we know whose email to verify.');
      await page.getByRole('link', { name: 'Log in', exact: true }).click();
      await enter(page, product.url, customer, '/verify-email');
    });

    it('refuses a wrong code and takes the mailed one [text:Failed to verify OTP.] [route:/setpin]', async () => {
      await page.goto(`${product.url}/verify-email`);
      await page.getByLabel('OTP code', { exact: true }).waitFor();
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
      await page.goto(`${product.url}/changepin`);
      await type(page, 'Current PIN', '7392');
      await type(page, 'New PIN', '5820');
      await type(page, 'Repeat the new PIN', '5820');
      await press('Change PIN');
      await reads('Incorrect transaction PIN.');
      await type(page, 'Current PIN', customer.pin);
      await press('Change PIN');
      await page.waitForURL('**/home');
      await page.goto(`${product.url}/changepin?forgotten`);
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
      await page.goto(`${product.url}/profile`);
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

    it('says which of its lists could not be loaded, and tries them again', async () => {
      const cards = {
        '/settings': {
          passkeys: 'Fingerprint or face',
          push_devices: 'Notifications to your devices',
          notice_settings: 'Mail me',
          sessions: 'Where you are signed in',
        },
        '/profile': { beneficiaries: 'Saved recipients' },
      };
      for (const [path, calls] of Object.entries(cards)) {
        for (const call of Object.keys(calls))
          await page.route(`**/api/${call}/`, (route) =>
            route.fulfill({ status: 503, json: { status: false, code: 'INTERNAL', message: '' } }),
          );
        await page.goto(product.url + path);
        for (const title of Object.values(calls)) {
          const card = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
          await card.getByText('could not be loaded.').waitFor();
        }
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        for (const title of Object.values(calls)) {
          const card = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
          const again = card.getByRole('button', { name: 'Try again' });
          // A page that lost its live connection retries by itself.
          await until(async () => {
            if ((await again.count()) > 0) await again.click({ timeout: 1_000 }).catch(() => undefined);
            return (await again.count()) === 0;
          }, title);
        }
        await page.getByText('could not be loaded.').first().waitFor({ state: 'detached' });
      }
    });

    it('keeps the monthly statement chosen in the settings', async () => {
      const monthly = () => page.getByRole('switch', { name: 'Once a month, what moved in my wallet' });
      await page.goto(`${product.url}/settings`);
      await monthly().waitFor({ state: 'attached' });
      expect(await monthly().isChecked()).toBe(false);
      await Promise.all([page.waitForResponse('**/api/update_notice_settings/'), monthly().click()]);
      await page.reload();
      await until(() => monthly().isChecked(), 'the choice');
    });

    it('signs another browser out, which lands on the login page', async () => {
      const other = await (await shown.browser.newContext({ viewport })).newPage();
      await enter(other, product.url, customer, '/home');
      await page.goto(`${product.url}/settings`);
      const end = page.getByRole('button', { name: /^Sign out .+ of / });
      await end.waitFor();
      await end.click();
      await end.waitFor({ state: 'detached' });
      await other.goto(`${product.url}/profile`);
      await other.waitForURL('**/login');
      await other.context().close();
      // The own session stays.
      await page.reload();
      await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    });

    it('changes its password in the settings and logs in with the new one [route:/settings]', async () => {
      await page.goto(`${product.url}/settings`);
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
      await page.goto(`${product.url}/settings`);
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
      await page.goto(`${product.url}/logout`);
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
      expect(heard.filter((line) => !/status of (401|422|503)/.test(line))).toEqual([]);
    });
  });
