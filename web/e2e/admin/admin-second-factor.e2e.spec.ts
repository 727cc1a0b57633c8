import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { showProduct, type ShownProduct } from '../shown-product.js';
import { addVirtualAuthenticator } from '../virtual-authenticator.js';

const looking = chromiumPath ? describe : describe.skip;
const PASSWORD = 'Admin-pass-1';

/** Needs its own `showProduct`, which requires a second factor. */
looking(`the second factor on screen ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: ShownProduct;
  let page: Page;
  let codes: string[];

  beforeAll(async () => {
    const settings = { SANDBOX_LATENCY_MS: '5', ADMIN_SECOND_FACTOR: 'required' };
    shown = await showProduct(settings, { viewport: SIZES.desktop, reducedMotion: 'reduce' });
    page = shown.page;
  });
  afterAll(() => shown?.stop());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  /** Sets the second factor up and returns the recovery codes. */
  async function setUp(on: Page, password: string): Promise<string[]> {
    const pressed = (name: string) => on.getByRole('button', { name, exact: true }).click();
    await pressed('Set up');
    await on.getByLabel('Password', { exact: true }).fill(password);
    await pressed('Continue');
    await on.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
    expect(await seriousFaults(on)).toEqual([]);
    const secret = ((await on.getByTestId('second-factor-key').textContent()) ?? '').replaceAll(' ', '');
    const kept = on.getByRole('list', { name: 'Recovery codes' });
    const refused = on.getByText('This code is not right');
    // Retries with a new code when the first expired.
    do {
      await on.getByLabel('Code the app shows now').fill(new TOTP({ secret }).generate());
      await pressed('Turn on');
      await kept.or(refused).first().waitFor();
    } while (!(await kept.isVisible()));
    const all = await kept.getByRole('listitem').allTextContents();
    expect(all).toHaveLength(10);
    expect(await seriousFaults(on)).toEqual([]);
    return all;
  }

  it('must be set up before an administrator opens any other page', async () => {
    await logInAsAdministrator(page, shown.product.url, { to: '/admin-security' });
    await page.goto(`${shown.product.url}/activity`);
    await page.waitForURL('**/admin-security');
    await page.getByText('Set up a second factor to go on.').waitFor();
    codes = await setUp(page, PASSWORD);
    await press('I have kept them');
    await page.getByText('10 of 10 recovery codes are left.').waitFor();
    await page.goto(`${shown.product.url}/activity`);
    await page.getByRole('row').filter({ hasText: 'Set up a second factor' }).waitFor();
  });

  it('opens every other page once set up, even while the recovery codes are shown', async () => {
    const look = { viewport: SIZES.desktop, reducedMotion: 'reduce' } as const;
    const own = await (await page.context().browser()!.newContext(look)).newPage();
    const [email, password] = ['auditor@demo.test', 'Audit-pass-1'];
    await logInAsAdministrator(own, shown.product.url, { email, password, to: '/admin-security' });
    await setUp(own, password);
    await own.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity log' }).click();
    await own.getByRole('heading', { level: 1, name: 'Activity log' }).waitFor();
    await own.context().close();
  });

  it('is asked for by the login form', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/adminlogin');
    await page.getByRole('heading', { name: 'Admin Login' }).waitFor();
    // English only.
    expect(await page.getByText('Pidgin').count()).toBe(0);
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
  });

  it('accepts a passkey device in place of the code until it is removed', async () => {
    // Passkeys need a host name such as `localhost`: browsers make none for IP addresses.
    const url = shown.product.url.replace('127.0.0.1', 'localhost');
    const own = await page.context().newPage();
    const device = await addVirtualAuthenticator(own);
    const button = (name: string) => own.getByRole('button', { name, exact: true });
    const enter = async () => {
      await own.goto(`${url}/adminlogin`);
      await button('Login Now!').waitFor();
      await own.getByLabel('Email').fill('admin@demo.test');
      await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
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
    await own.goto(`${url}/admin-security`);
    await button('Set up a device').click();
    const named = own.getByLabel('Name of the device');
    expect(await named.inputValue()).toBe('Chrome on Linux');
    await named.fill('Laptop of the office');
    await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
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
    await own.goto(`${url}/activity`);
    await own.getByRole('row').filter({ hasText: 'Proved who they are with a device' }).first().waitFor();
    await own.goto(`${url}/admin-security`);
    await button('Remove Old laptop').click();
    await list.waitFor({ state: 'hidden' });
    await leave();
    await enter();
    expect(await button('Use your device').count()).toBe(0);
    await own.close();
  });
});
