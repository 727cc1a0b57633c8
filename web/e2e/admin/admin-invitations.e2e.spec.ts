import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../../infra/testing/until.js';
import { ownEmail } from '../../../services/standalone/testing/people.js';
import { logInAsAdministrator } from './administrator.js';
import { chromiumPath, complaints, faultsOf, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { mailsTo } from '../customer.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const EMAIL = ownEmail('dayo');
const WITHDRAWN = ownEmail('efe');
const PASSWORD = 'chosen by Dayo 1';

looking(
  `who is invited to the administrators' side, on screen ${chromiumPath ? '' : withoutChromium}`,
  () => {
    let shown: SharedView;
    let page: Page;
    let guest: Page;
    let guestHeard: string[];

    beforeAll(async () => {
      const look = { viewport: SIZES.desktop, reducedMotion: 'reduce' } as const;
      shown = await showSharedProduct(look);
      page = shown.page;
      await logInAsAdministrator(page, shown.product.url);
      guest = await (await shown.browser.newContext({ ...look, viewport: SIZES.phone })).newPage();
      guestHeard = complaints(guest);
    });
    afterAll(() => shown?.stop());

    const press = (name: string) =>
      page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
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
      await page.goto(`${shown.product.url}/administrators`);
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
      await choose(PASSWORD);
      await guest.waitForURL('**/adminlogin');
      await guest.getByText('Your account is ready. Log in with the password you chose.').waitFor();
      await logInAsAdministrator(guest, shown.product.url, { email: EMAIL, password: PASSWORD });
      await page
        .getByRole('row')
        .filter({ hasText: EMAIL })
        .filter({ hasText: 'Support, Finance' })
        .waitFor();
      await invited().waitFor({ state: 'detached' });
      await page.goto(`${shown.product.url}/activity?area=administrators`);
      for (const act of ['Invited an administrator', 'Accepted an invitation as an administrator'])
        await page
          .getByRole('row')
          .filter({ hasText: act })
          .filter({ hasText: 'Dayo Ojo' })
          .first()
          .waitFor();
      // The browser logs both refusals.
      const unexpected = (line: string) => !/status of (?:404|409)/.test(line);
      expect([...shown.heard, ...guestHeard].filter(unexpected)).toEqual([]);
    });

    it('withdraws an invitation, removes it from the list and stops its link', async () => {
      await page.goto(`${shown.product.url}/administrators`);
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
  },
);
