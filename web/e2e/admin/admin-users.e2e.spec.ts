import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import { eventually } from '../../../services/standalone/testing/callers.js';
import { type NewAdministrator, newAdministrator } from '../../../services/standalone/testing/people.js';
import { enterAsAdministrator, goWithin } from './administrator.js';
import { chromiumPath, faultsOf, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
/** More than one page. */
const SEEDED = 12;

looking(`users and affiliates ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let people: SeededUser[];
  let page: Page;
  /** In another browser. */
  let other: Page;
  /** Own administrator: the daily limit on money moved alone is per administrator. */
  let chidi: NewAdministrator;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ product, page } = shown);
    people = await seed(shown.dataDir, SEEDED, 1_500);
    chidi = await newAdministrator(product, 'Chidi', 'owner');
    await enterAsAdministrator(page, product.url, '/plans', chidi);
    other = await (await shown.browser.newContext({ viewport: SIZES.desktop })).newPage();
    await enterAsAdministrator(other, product.url, '/plans', chidi);
  });

  afterAll(() => shown?.stop());

  const grid = (name = 'User management') => page.getByRole('grid', { name });
  const said = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const faults = (): Promise<string[]> => faultsOf(page, 'users');
  const query = () => new URL(page.url()).searchParams;

  it('[admin-const:page-sizes-users] have pages of 10, 20, 50, 100 and 1,000 rows, and go back to page 1 when size or search changes', async () => {
    for (const [path, name] of [
      ['/user-center', 'User management'],
      ['/adminaffiliate', 'Affiliates'],
    ] as const) {
      await goWithin(page, path);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const sizes = page.getByLabel('Items per page');
      // Loads with the list.
      await sizes.waitFor();
      const all = ['10', '20', '50', '100', '1,000'];
      expect(await sizes.locator('option').allTextContents()).toEqual(all);
      expect(await faults()).toEqual([]);
    }
    await goWithin(page, '/user-center?page=2');
    await grid().waitFor();
    await page.getByLabel('Items per page').selectOption('20');
    await eventually(
      () => Promise.resolve([query().get('page'), query().get('size')].join()),
      (shown) => shown === ',20',
    );
    await goWithin(page, '/user-center?page=2');
    await grid().waitFor();
    await page.getByLabel('Search').fill(people[0]!.email);
    await said('1 entry');
    expect(query().get('page')).toBeNull();
  });

  it('[admin-text:Upgrade] [admin-busy:Updating...] turn a user into an affiliate after a confirmation, and keep the search of /user-center', async () => {
    const { email, userId } = people[1]!;
    await goWithin(page, `/user-center?q=${encodeURIComponent(email)}`);
    await said('1 entry');
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/upgrade-user-affiliate/**', async (route) => {
      await answered;
      await route.continue();
    });
    const asked = page.getByRole('dialog', { name: /^Upgrade: / });
    await grid()
      .getByRole('button', { name: /^Upgrade / })
      .click();
    await asked.getByText(email).waitFor();
    expect(await faults()).toEqual([]);
    await asked.getByRole('button', { name: 'Upgrade' }).click();
    await asked.getByRole('button', { name: 'Updating...' }).waitFor();
    answer();
    await said('The user is an affiliate now.');
    await asked.waitFor({ state: 'hidden' });
    expect(query().get('q')).toBe(email);
    await page.unroute('**/api/upgrade-user-affiliate/**');
    await goWithin(page, `/user-center?q=${userId}`);
    await grid().getByText('Affiliate', { exact: true }).waitFor();
    expect(
      await grid()
        .getByRole('button', { name: /^Upgrade / })
        .count(),
    ).toBe(0);
  });

  it('[admin-text:DownGrade] turn an affiliate into a regular user in every open browser', async () => {
    await goWithin(other, `/adminaffiliate?q=${people[1]!.userId}`);
    await other.getByRole('grid', { name: 'Affiliates' }).getByText(people[1]!.email).waitFor();
    await goWithin(page, `/adminaffiliate?q=${people[1]!.userId}`);
    await grid('Affiliates')
      .getByRole('button', { name: /^DownGrade / })
      .click();
    await page
      .getByRole('dialog', { name: /^DownGrade: / })
      .getByRole('button', { name: 'DownGrade' })
      .click();
    await said('The affiliate is a regular user now.');
    expect(query().get('q')).toBe(people[1]!.userId);
    await other.getByText('Nothing matches').waitFor();
  });

  it('are edited in a form on both lists, which reports errors and never overwrites a concurrent change', async () => {
    const form = page.getByRole('dialog', { name: /^Edit / });
    const { userId } = people[2]!;
    await goWithin(page, `/user-center?q=${userId}`);
    await grid()
      .getByRole('button', { name: /^Edit / })
      .click();
    expect(await form.getByLabel('Email').getAttribute('type')).toBe('email');
    expect(await form.getByLabel('Wallet balance').inputValue()).toBe('1500.00');
    await form.getByLabel('First name').fill('Adaeze');
    await form.getByLabel('Wallet balance').fill('1700.50');
    await form.getByLabel('Reason for the new balance').fill('paid at the desk');
    await form.getByLabel('Affiliate (upgraded user)').check();
    expect(await faults()).toEqual([]);
    await page.setViewportSize(SIZES.phone);
    expect(await faults()).toEqual([]);
    await page.setViewportSize(SIZES.desktop);

    // [admin-text:An error occurred while updating user information.]
    await page.route('**/api/update-user/**', (route) => route.abort());
    await form.getByRole('button', { name: 'Update user' }).click();
    await form.getByText('An error occurred while updating user information.').waitFor();
    await page.unroute('**/api/update-user/**');
    await form.getByRole('button', { name: 'Update user' }).click();
    await form.getByText('The user was updated.').waitFor();
    await form.getByRole('button', { name: 'Done' }).click();
    await grid().getByText('₦1,700.50').waitFor();
    await grid().getByText('Adaeze').waitFor();

    await goWithin(page, `/adminaffiliate?q=${userId}`);
    await grid('Affiliates')
      .getByRole('button', { name: /^Edit / })
      .click();
    await goWithin(other, `/user-center?q=${userId}`);
    await other.getByRole('button', { name: /^Edit / }).click();
    const theirs = other.getByRole('dialog', { name: /^Edit / });
    await theirs.getByLabel('Last name').fill('Uba');
    await theirs.getByRole('button', { name: 'Update user' }).click();
    await theirs.getByText('The user was updated.').waitFor();
    await form.getByLabel('First name').fill('Eve');
    await form.getByRole('button', { name: 'Update user' }).click();
    await form.getByText(/The last name is now Uba\. Load it again\./).waitFor();
    await form.getByRole('button', { name: 'Close' }).click();
    await grid('Affiliates').getByText('Adaeze').waitFor();
  });

  it('have a page each, where their spending is stopped and allowed again for a reason', async () => {
    await goWithin(page, `/user-center?q=${people[3]!.userId}`);
    await grid().getByRole('link', { name: people[3]!.email }).click();
    await page.waitForURL(`**/user/${people[3]!.userId}`);
    await said('Funded in all');
    for (const size of [SIZES.phone, SIZES.desktop]) {
      await page.setViewportSize(size);
      expect(await faults()).toEqual([]);
    }
    await page.getByRole('button', { name: 'Stop spending' }).click();
    await page.getByLabel('Reason').fill('a theft');
    await page.getByRole('dialog').getByRole('button', { name: 'Stop spending' }).click();
    await said(/^Spending is stopped: nothing/);
    await said('Spending frozen: a theft');
    await page.getByRole('button', { name: 'Allow spending' }).click();
    await page.getByLabel('Reason').fill('they called');
    await page.getByRole('dialog').getByRole('button', { name: 'Allow spending' }).click();
    await page.getByRole('button', { name: 'Stop spending' }).waitFor();
    await page.getByRole('button', { name: 'Call limit' }).click();
    await page.getByLabel('Calls per second').fill('200');
    await page.getByRole('dialog').getByRole('button', { name: 'Set the limit' }).click();
    await said('Call limit changed');
  });

  it('keep in the form the balance it was opened with, and refuse a change when the wallet moved', async () => {
    const { userId } = people[4]!;
    const wallet = 'It was ₦1,500.00 when this form was opened.';
    const edit = async (on: Page, balance: string) => {
      await goWithin(on, `/user/${userId}`);
      await on.getByRole('button', { name: /^Edit/ }).click();
      await on.getByRole('dialog').getByLabel('Wallet balance').fill(balance);
      await on.getByRole('dialog').getByText(wallet).waitFor();
    };
    await edit(page, '1600');
    await edit(other, '1700');
    await other.getByLabel('Reason for the new balance').fill('paid at the desk');
    await other.getByRole('button', { name: 'Update user' }).click();
    await other.getByText('The user was updated.').waitFor();
    await page.getByLabel('Reason for the new balance').fill('paid at the desk');
    await page.getByRole('button', { name: 'Update user' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Load it again\./)
      .waitFor();
    // The page behind the form shows the current balance.
    await page.getByText('₦1,700.00').first().waitFor({ state: 'attached' });
    const form = page.getByRole('dialog');
    expect(await form.getByText(wallet).count()).toBe(1);
    // An unchanged balance does not block other changes.
    await form.getByLabel('Wallet balance').fill('1500.00');
    await form.getByLabel('Last name').fill('Ojo');
    await form.getByRole('button', { name: 'Update user' }).click();
    await form.getByText('The user was updated.').waitFor();
    await form.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { level: 1, name: /Ojo/ }).waitFor();
    await page.getByText('₦1,700.00').first().waitFor();
    expect(shown.heard.filter((line) => !/ERR_FAILED|status of 409/.test(line))).toEqual([]);
  });
});
