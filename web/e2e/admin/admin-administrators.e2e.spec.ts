import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../../infra/testing/until.js';
import { hireAdministrator } from '../../../services/standalone/testing/hire-administrator.js';
import { ownEmail } from '../../../services/standalone/testing/people.js';
import { enterAsAdministrator, goWithin, logInAsAdministrator } from './administrator.js';
import { chromiumPath, complaints, faultsOf, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { mailsTo } from '../customer.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const PASSWORD = 'a long password 1';
const EMAIL = ownEmail('dayo');
const WITHDRAWN = ownEmail('efe');
const CHOSEN = 'chosen by Dayo 1';
const CHIDI = { email: ownEmail('chidi'), firstName: 'Chidi', lastName: 'Eze', permission: 'support' };
const STALE = {
  status: false,
  code: 'STEP_UP_REQUIRED',
  message: 'Confirm that it is you. Your last proof is more than 15 minutes old.',
};
/** List filtered to `CHIDI`: earlier suites create administrators too. */
const LIST = `/administrators?q=${encodeURIComponent(CHIDI.email)}`;

looking(`who may use the administrators' side, on screen ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let page: Page;
  let colleague: Page;

  beforeAll(async () => {
    const look = { viewport: SIZES.desktop } as const;
    shown = await showSharedProduct(look);
    page = shown.page;
    await hireAdministrator(shown.dataDir, { ...CHIDI, password: PASSWORD });
    await enterAsAdministrator(page, shown.product.url, LIST);
    colleague = await (await shown.browser.newContext(look)).newPage();
    const credentials = { email: CHIDI.email, password: PASSWORD };
    await enterAsAdministrator(colleague, shown.product.url, LIST, credentials);
  });
  afterAll(() => shown?.stop());

  const row = (of: Page = page) => of.getByRole('row').filter({ hasText: CHIDI.email });
  const press = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

  it('lets only owners change the access of an administrator', async () => {
    await row(colleague).waitFor();
    expect(await colleague.getByRole('button', { name: /^(?:Suspend|Change access)/ }).count()).toBe(0);
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
    await goWithin(page, LIST);
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
    await goWithin(page, '/activity?area=administrators');
    await page
      .getByRole('row')
      .filter({ hasText: 'Suspended an administrator' })
      .filter({ hasText: 'Chidi Eze' })
      .first()
      .waitFor();
    expect(shown.heard).toEqual([]);
  });

  it('keeps a sheet and its text below the question who one is, which is closed by key, by Back and by the password', async () => {
    await page.route('**/api/admin-suspend-administrator/**', (route) =>
      route.fulfill({ status: 403, json: STALE }),
    );
    await goWithin(page, LIST);
    await page.getByRole('button', { name: 'Suspend Chidi Eze' }).click();
    await page.getByLabel('Reason').fill('on leave again');
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await press('Suspend');
    await proof.locator('input:focus').waitFor();
    for (const size of [SIZES.phone, SIZES.desktop]) {
      await page.setViewportSize(size);
      expect(await faultsOf(page, 'the question who one is')).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await proof.waitFor({ state: 'hidden' });
    await page.getByText(STALE.message).waitFor();
    expect(await page.getByLabel('Reason').inputValue()).toBe('on leave again');
    await press('Suspend');
    await proof.waitFor();
    await page.goBack();
    await proof.waitFor({ state: 'hidden' });
    expect(await page.getByLabel('Reason').inputValue()).toBe('on leave again');
    await press('Suspend');
    await proof.getByLabel('Password', { exact: true }).fill('wrong');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('This is not your current password.').waitFor();
    await page.unrouteAll();
    await proof.getByLabel('Password', { exact: true }).fill('Admin-pass-1');
    await proof.getByRole('button', { name: 'Confirm' }).click();
    await row().getByText('Suspended').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  describe('by invitation', () => {
    let guest: Page;
    let guestHeard: string[];

    beforeAll(async () => {
      const context = await shown.browser.newContext({ viewport: SIZES.phone });
      guest = await context.newPage();
      guestHeard = complaints(guest);
      await goWithin(page, '/administrators');
    });

    const invited = (email = EMAIL) => page.getByRole('listitem').filter({ hasText: email });
    /** Link in the newest mail once `mails` have arrived. */
    async function linkOf(mails: number, email = EMAIL): Promise<string> {
      let path: string | undefined;
      await until(async () => {
        const all = await mailsTo(shown.sandboxUrl, email);
        path = all.length === mails ? /\/admininvite#[\w-]{43}/.exec(all[0]!.text)?.[0] : undefined;
        return path !== undefined;
      }, `${mails} mails with a link`);
      return shown.product.url + path!;
    }

    it('invites an administrator in a form, and lists the open invitation', async () => {
      await page.getByRole('button', { name: 'Invite an administrator' }).click();
      await page.getByLabel('Email').fill('customer@demo.test');
      await page.getByLabel('First name').fill('Dayo');
      await page.getByLabel('Last name').fill('Ojo');
      await page.getByRole('checkbox', { name: /^Finance/ }).check();
      expect(await seriousFaults(page)).toEqual([]);
      await press('Send invitation');
      await page.getByText('This email belongs to another account.').waitFor();
      await page.getByLabel('Email').fill(EMAIL);
      await press('Send invitation');
      await page.getByText('The invitation is on its way.').waitFor();
      await invited().getByText('Support, Finance').waitFor();
      await invited()
        .getByText(/^Open until/)
        .waitFor();
      for (const size of ['phone', 'desktop'] as const) {
        await page.setViewportSize(SIZES[size]);
        expect(await faultsOf(page, '/administrators')).toEqual([]);
      }
    });

    it('mails a new link for a lost one, and the lost one stops working', async () => {
      const lost = await linkOf(1);
      await invited().getByRole('button', { name: 'Send again to Dayo Ojo' }).click();
      expect(await seriousFaults(page)).toEqual([]);
      await press('Send again');
      await page.getByText('The invitation is on its way once more.').waitFor();
      await linkOf(2);
      await guest.goto(lost);
      await guest.getByText(/^This invitation is not valid any more\./).waitFor();
      expect(await faultsOf(guest, '/admininvite')).toEqual([]);
    });

    it("lets the guest choose a password and log in, and updates the owner's open list", async () => {
      await guest.goto('about:blank');
      await guest.goto(await linkOf(2));
      await guest.getByText('Hello Dayo. You will be an admin for support and finance.').waitFor();
      expect(await faultsOf(guest, '/admininvite')).toEqual([]);
      const choose = async (password: string): Promise<void> => {
        await guest.getByLabel('Password', { exact: true }).fill(password);
        await guest.getByLabel('Confirm password', { exact: true }).fill(password);
        await guest.getByRole('button', { name: 'Accept invitation' }).click();
      };
      await choose('Elevenchars');
      await guest.getByText('Use at least 12 characters.').waitFor();
      await choose(CHOSEN);
      await guest.waitForURL('**/adminlogin');
      await guest.getByText('Your account is ready. Log in with the password you chose.').waitFor();
      await logInAsAdministrator(guest, shown.product.url, { email: EMAIL, password: CHOSEN });
      await page
        .getByRole('row')
        .filter({ hasText: EMAIL })
        .filter({ hasText: 'Support, Finance' })
        .waitFor();
      await invited().waitFor({ state: 'detached' });
      await goWithin(page, '/activity?area=administrators');
      for (const act of ['Invited an administrator', 'Accepted an invitation as an administrator'])
        await page
          .getByRole('row')
          .filter({ hasText: act })
          .filter({ hasText: 'Dayo Ojo' })
          .first()
          .waitFor();
      // The browser logs both refusals.
      const unexpected = (line: string) => !/status of (?:401|403|404|409|422)/.test(line);
      expect([...shown.heard, ...guestHeard].filter(unexpected)).toEqual([]);
    });

    it('withdraws an invitation, removes it from the list and stops its link', async () => {
      await goWithin(page, '/administrators');
      await page.getByRole('button', { name: 'Invite an administrator' }).click();
      await page.getByLabel('Email').fill(WITHDRAWN);
      await page.getByLabel('First name').fill('Efe');
      await page.getByLabel('Last name').fill('Obi');
      await page.getByLabel('Role').selectOption('auditor');
      await press('Send invitation');
      await invited(WITHDRAWN).getByRole('button', { name: 'Withdraw from Efe Obi' }).click();
      expect(await seriousFaults(page)).toEqual([]);
      await press('Withdraw');
      await page.getByText('The invitation is withdrawn.').waitFor();
      await invited(WITHDRAWN).waitFor({ state: 'detached' });
      await guest.goto('about:blank');
      await guest.goto(await linkOf(1, WITHDRAWN));
      await guest.getByText(/^This invitation is not valid any more\./).waitFor();
    });
  });
});
