import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { newAdministrator } from '../../../services/standalone/testing/people.js';
import { enterAsAdministrator, goWithin } from './administrator.js';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';
import { addVirtualAuthenticator } from '../virtual-authenticator.js';

const looking = chromiumPath ? describe : describe.skip;

looking(`the second factor on screen ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let page: Page;
  let email: string;
  let password: string;
  let codes: string[];

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    page = shown.page;
    ({ email, password } = await newAdministrator(shown.product, 'Femi', 'support'));
    await enterAsAdministrator(page, shown.product.url, '/admin-security', { email, password });
  });
  afterAll(() => shown?.stop());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('is set up with a code of the app, which ends in ten recovery codes', async () => {
    await press('Set up');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press('Continue');
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const secret = ((await page.getByTestId('second-factor-key').textContent()) ?? '').replaceAll(' ', '');
    const kept = page.getByRole('list', { name: 'Recovery codes' });
    const refused = page.getByText('This code is not right');
    // Retries with a new code when the first expired.
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
    await goWithin(page, '/activity');
    await page
      .getByRole('row')
      .filter({ hasText: 'Set up a second factor' })
      .filter({ hasText: 'Femi' })
      .first()
      .waitFor();
  });

  it('is asked for by the login form', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/adminlogin');
    await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
    // English only.
    expect(await page.getByText('Pidgin').count()).toBe(0);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
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
  });

  it('accepts a passkey device in place of the code until it is removed', async () => {
    // Passkeys need a host name such as `localhost`: browsers make none for IP addresses.
    const url = shown.product.url.replace('127.0.0.1', 'localhost');
    const own = await page.context().newPage();
    const device = await addVirtualAuthenticator(own);
    const button = (name: string) => own.getByRole('button', { name, exact: true });
    const enter = async () => {
      if (own.url() === 'about:blank') await own.goto(`${url}/adminlogin`);
      await button('Login Now!').waitFor();
      await own.getByLabel('Email').fill(email);
      await own.getByLabel('Password', { exact: true }).fill(password);
      await button('Login Now!').click();
      await own.getByLabel('Code', { exact: true }).waitFor();
    };
    const leave = async () => {
      await button('Logout').click();
      await own.waitForURL('**/adminlogin');
    };
    await enter();
    // No passkey is set up yet.
    expect(await button('Use your device').count()).toBe(0);
    await own.getByLabel('Code', { exact: true }).fill(codes[1]!);
    await button('Login Now!').click();
    await own.waitForURL('**/admin-area');
    await goWithin(own, '/admin-security');
    await button('Set up a device').click();
    const named = own.getByLabel('Name of the device');
    expect(await named.inputValue()).toBe('Chrome on Linux');
    await named.fill('Laptop of the office');
    await own.getByLabel('Password', { exact: true }).fill(password);
    await own.getByLabel('Code', { exact: true }).fill(codes[2]!);
    expect(await seriousFaults(own)).toEqual([]);
    await button('Continue').click();
    const list = own.getByRole('list', { name: 'Devices you sign in with' });
    await list.getByText('Laptop of the office').waitFor();
    await list.getByText('Not used yet').waitFor();
    expect(await seriousFaults(own)).toEqual([]);
    await button('Rename Laptop of the office').click();
    const dialog = own.getByRole('dialog');
    await dialog.getByLabel('Name of the device').fill('Old laptop');
    expect(await seriousFaults(own)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await list.getByText('Old laptop').waitFor();
    await leave();

    await enter();
    expect(await seriousFaults(own)).toEqual([]);
    await device.recognise(false);
    await button('Use your device').click();
    await own.getByText('Not confirmed. Try again, or enter a code.').waitFor();
    await device.recognise(true);
    await button('Use your device').click();
    // Returns to the page of the logout.
    await own.waitForURL('**/admin-security');
    await goWithin(own, '/activity');
    await own.getByRole('row').filter({ hasText: 'Proved who they are with a device' }).first().waitFor();
    await goWithin(own, '/admin-security');
    await button('Remove Old laptop').click();
    await list.waitFor({ state: 'hidden' });
    await leave();
    await enter();
    expect(await button('Use your device').count()).toBe(0);
    await own.close();
  });
});
