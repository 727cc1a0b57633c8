import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { hireAdministrator } from '../../../services/standalone/testing/hire-administrator.js';
import { ownEmail } from '../../../services/standalone/testing/people.js';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, faultsOf, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const PASSWORD = 'a long password 1';
const CHIDI = { email: ownEmail('chidi'), firstName: 'Chidi', lastName: 'Eze', permission: 'support' };
/** List filtered to `CHIDI`: earlier suites create administrators too. */
const LIST = `/administrators?q=${encodeURIComponent(CHIDI.email)}`;

looking(`who may use the administrators' side, on screen ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let page: Page;
  let colleague: Page;

  beforeAll(async () => {
    const look = { viewport: SIZES.desktop, reducedMotion: 'reduce' } as const;
    shown = await showSharedProduct(look);
    page = shown.page;
    await hireAdministrator(shown.dataDir, { ...CHIDI, password: PASSWORD });
    await logInAsAdministrator(page, shown.product.url);
    colleague = await (await shown.browser.newContext(look)).newPage();
    await logInAsAdministrator(colleague, shown.product.url, { email: CHIDI.email, password: PASSWORD });
  });
  afterAll(() => shown?.stop());

  const row = (of: Page = page) => of.getByRole('row').filter({ hasText: CHIDI.email });
  const press = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it('lets only owners change the access of an administrator', async () => {
    await colleague.goto(shown.product.url + LIST);
    await row(colleague).waitFor();
    expect(await colleague.getByRole('button', { name: /^(?:Suspend|Change access)/ }).count()).toBe(0);
    await page.goto(shown.product.url + LIST);
    await page.getByRole('button', { name: 'Change access of Chidi Eze' }).click();
    await page.getByRole('checkbox', { name: /^Finance/ }).check();
    expect(await seriousFaults(page)).toEqual([]);
    await press('Change access');
    await page.getByText('The access was changed.').waitFor();
    // The colleague's open list updates too.
    for (const one of [page, colleague]) await row(one).filter({ hasText: 'Support, Finance' }).waitFor();
  });

  it('shows where an administrator is signed in, and signs them out', async () => {
    await row().getByText('Chidi Eze').click();
    await page.getByRole('heading', { name: 'Signed in now' }).waitFor();
    await page
      .getByText(/^Since /)
      .first()
      .waitFor();
    await page.getByText('Chrome on Linux').first().waitFor();
    await page
      .getByText(/^From 127\.0\.0\.1$/)
      .first()
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    const browsers = page.getByRole('button', { name: /^Sign out the browser of/ });
    expect(await browsers.count()).toBe(1);
    await browsers.click();
    await page.getByText('In no browser.').waitFor();
    await colleague.waitForURL('**/adminlogin');
    await logInAsAdministrator(colleague, shown.product.url, {
      email: CHIDI.email,
      password: PASSWORD,
      to: LIST,
    });
    await page.keyboard.press('Escape');
    // The sheet closes by `history.back()`, which would abort the reload.
    await page.waitForFunction('history.state?.sheet === undefined');
    await page.reload();
    await row().getByText('Chidi Eze').click();
    await press('Sign out everywhere');
    await page.getByText('In no browser.').waitFor();
    await page.keyboard.press('Escape');
    await colleague.waitForURL('**/adminlogin');
  });

  it('locks out a suspended administrator at once, until they are reinstated', async () => {
    await logInAsAdministrator(colleague, shown.product.url, {
      email: CHIDI.email,
      password: PASSWORD,
      to: LIST,
    });
    await page.getByRole('button', { name: 'Suspend Chidi Eze' }).click();
    await page.getByLabel('Reason').fill('on leave');
    expect(await seriousFaults(page)).toEqual([]);
    await press('Suspend');
    await row().getByText('Suspended').waitFor();
    await colleague.waitForURL('**/adminlogin');
    await colleague.getByRole('heading', { name: 'Admin Login' }).waitFor();
    await colleague.getByLabel('Email').fill(CHIDI.email);
    await colleague.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await colleague.getByRole('button', { name: 'Login Now!' }).click();
    await colleague.getByText('Your access is suspended. An owner can give it back.').waitFor();
    await page.getByRole('button', { name: 'Reinstate Chidi Eze' }).click();
    await page.getByLabel('Reason').fill('back from leave');
    await press('Reinstate');
    await row().getByText('Active').waitFor();
    await page.setViewportSize(SIZES.phone);
    expect(await faultsOf(page, LIST)).toEqual([]);
    await page.setViewportSize(SIZES.desktop);
    await page.goto(`${shown.product.url}/activity?area=administrators`);
    await page
      .getByRole('row')
      .filter({ hasText: 'Suspended an administrator' })
      .filter({ hasText: 'Chidi Eze' })
      .first()
      .waitFor();
    expect(shown.heard).toEqual([]);
  });
});
