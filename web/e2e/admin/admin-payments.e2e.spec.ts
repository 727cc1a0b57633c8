import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { seed, type SeededUser } from '../../../infra/testing/product.js';
import {
  accountNumberOf,
  eventually,
  send,
  signIn,
  type SignedIn,
  walletOf,
} from '../../../services/standalone/testing/callers.js';
import { payUnknownAccount, payUnclearly } from '../../../services/standalone/testing/pay-unknown-account.js';
import { newAdministrator, newCustomer } from '../../../services/standalone/testing/people.js';
import { enterAsAdministrator, goWithin } from './administrator.js';
import { chromiumPath, seriousFaults, SIZES, withoutChromium } from '../browser.js';
import { type SharedView, showSharedProduct } from '../shown-product.js';

const looking = chromiumPath ? describe : describe.skip;
const DISPUTE = `CB-${randomBytes(3).toString('hex').toUpperCase()}`;

looking(`payments that administrators decide about ${chromiumPath ? '' : withoutChromium}`, () => {
  let shown: SharedView;
  let product: SharedView['product'];
  let sandboxUrl: string;
  let page: Page;

  beforeAll(async () => {
    shown = await showSharedProduct({ viewport: SIZES.desktop });
    ({ product, sandboxUrl, page } = shown);
    const chidi = await newAdministrator(product, 'Chidi', 'finance');
    await enterAsAdministrator(page, product.url, '/unmatched', chidi);
  });

  afterAll(() => shown?.stop());

  const sheet = () => page.getByRole('dialog');
  const said = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();
  const button = (name: string) => page.getByRole('button', { name }).first();

  describe('unmatched payments', () => {
    let person: SeededUser;
    let assigned: string;

    beforeAll(async () => {
      [person] = (await seed(shown.dataDir, 1, 1_500)) as [SeededUser];
    });

    it('appear by themselves, and credit the chosen customer once despite a double click', async () => {
      await page.getByRole('heading', { level: 1, name: 'Unmatched payments' }).waitFor();
      assigned = await payUnknownAccount(sandboxUrl, 2_500);
      // A second tab shows it in the list of open payments (`standing=open`).
      const other = await page.context().newPage();
      await other.goto(`${product.url}/unmatched?standing=open`);
      await other.getByRole('button', { name: `Details of ₦2,500.00 of ${assigned}` }).click();
      const seen = other.getByRole('dialog');
      await seen.getByRole('button', { name: /^Assign/ }).waitFor();
      await button(`Assign ₦2,500.00 of ${assigned}`).click();
      await sheet().getByLabel('Email or phone of the customer').fill(person.email);
      await sheet().getByRole('button', { name: 'Find' }).click();
      await sheet().getByRole('group', { name: 'Customer' }).waitFor();
      await sheet().getByLabel('Reason').fill('Paid to an old number');
      expect(await seriousFaults(page)).toEqual([]);
      await sheet().getByRole('button', { name: 'Assign ₦2,500.00' }).dblclick();
      await said(/^₦2,500\.00 assigned to/);
      await button(`Assign ₦2,500.00 of ${assigned}`).waitFor({ state: 'detached' });
      expect(await walletOf(product.url, person)).toBe(4_000);
      await seen.locator('dt:text-is("State") + dd:has-text("Assigned")').waitFor();
      await seen.locator(`dt:text-is("Assigned to") + dd:has-text("${person.email}")`).waitFor();
      expect(await seen.getByRole('button', { name: /^(?:Assign|Return)/ }).count()).toBe(0);
      await other.close();
    });

    it('are returned with a bank reference, which cannot be used twice', async () => {
      const [first, second] = [
        await payUnknownAccount(sandboxUrl, 300),
        await payUnknownAccount(sandboxUrl, 400),
      ];
      const ofBank = `BACK-${first}`;
      for (const [reference, amount] of [
        [first, '₦300.00'],
        [second, '₦400.00'],
      ] as const) {
        await button(`Return ${amount} of ${reference}`).click();
        await sheet().getByLabel('Bank that sent it back').fill('GTBank');
        await sheet().getByLabel('Bank reference').fill(ofBank);
        await sheet().getByLabel('Evidence').fill('Statement of March');
        await sheet().getByLabel('Reason').fill('Nobody knows the payer');
        await sheet()
          .getByRole('button', { name: `Book the return of ${amount}` })
          .click();
        if (reference === first) await said('The return of ₦300.00 is booked at GTBank.');
      }
      await said(`${ofBank} was booked before.`);
      expect(await seriousFaults(page)).toEqual([]);
      await goWithin(page, '/unmatched');
      for (const [reference, state] of [
        [first, 'Returned'],
        [assigned, 'Assigned'],
      ] as const)
        await page.getByRole('row').filter({ hasText: reference }).filter({ hasText: state }).waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      // The console also logs the refusals above.
      expect(shown.heard.filter((text) => !/\b409\b/.test(text))).toEqual([]);
    });

    it('without a certain amount are decided with the amount that the administrator states', async () => {
      const before = await walletOf(product.url, person);
      const [unclear, nothing] = [await payUnclearly(sandboxUrl, 70), await payUnclearly(sandboxUrl, 80)];
      await button(`Decide about ${unclear}`).click();
      await sheet().getByLabel('Email or phone of the customer').fill(person.email);
      await sheet().getByRole('button', { name: 'Find' }).click();
      await sheet().getByRole('group', { name: 'Customer' }).waitFor();
      await sheet().getByLabel('Reason').fill('Monnify shows 70 naira');
      expect(
        await sheet()
          .getByRole('button', { name: /^Assign/ })
          .isDisabled(),
      ).toBe(true);
      await sheet().getByLabel('Amount that the provider shows').fill('70,5');
      await said(/^Enter an amount in naira/);
      await sheet().getByLabel('Amount that the provider shows').fill('70.00');
      expect(await seriousFaults(page)).toEqual([]);
      await sheet().getByRole('button', { name: 'Assign ₦70.00' }).click();
      await said(/^₦70\.00 assigned to/);
      await page.getByRole('row').filter({ hasText: unclear }).filter({ hasText: 'Assigned' }).waitFor();
      expect(await walletOf(product.url, person)).toBe(before + 70);

      await button(`Decide about ${nothing}`).click();
      await sheet().getByLabel('Decision').selectOption('dismiss');
      await sheet().getByLabel('Reason').fill('Monnify shows no payment');
      expect(await seriousFaults(page)).toEqual([]);
      await sheet().getByRole('button', { name: 'Decide that no payment arrived' }).click();
      await said('Nothing is credited for this payment.');
      await page.getByRole('row').filter({ hasText: nothing }).filter({ hasText: 'No payment' }).waitFor();
      await button(`Details of Unknown of ${nothing}`).click();
      await sheet().locator('dt:text-is("Not read") + dd:has-text("Amount (text)")').waitFor();
    });
  });

  describe('chargebacks', () => {
    let ada: SignedIn;
    let reference: string;

    beforeAll(async () => {
      const { email, password } = await newCustomer(product, { naira: 0 });
      ada = await signIn(product.url, email, password);
      const accountNumber = await accountNumberOf(userData);
      const before = await balance();
      const order = { accountNumber, amount: 2_500 };
      const paid = await send(`${sandboxUrl}/transfers`, 'POST', order);
      reference = String(paid.body['transactionReference']);
      await eventually(balance, (naira) => naira > before);
      await goWithin(page, '/chargebacks');
    });

    const userData = async () =>
      (await send(`${product.url}/api/user_data/`, 'POST', {}, ada.headers)).body['user_data'] as Record<
        string,
        unknown
      >;
    const balance = async () => Number((await userData())['user_wallet']);
    it('are found by payment reference and recorded once despite a double click', async () => {
      await page.getByRole('link', { name: 'Record a chargeback' }).click();
      await page.getByLabel('Reference of the payment').fill('MNFY|0');
      await page.getByRole('button', { name: 'Find' }).click();
      await said('No payment with this reference was credited to a customer.');
      await page.getByLabel('Reference of the payment').fill(reference);
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('group', { name: 'Payment' }).waitFor();
      await page.getByLabel('Dispute reference').fill(DISPUTE);
      await page.getByLabel('Amount').fill('1,000');
      await page.getByLabel('Evidence').fill('Mail of 12 March');
      await page.getByLabel('Reason').fill('The card was stolen');
      const before = await balance();
      await page.getByRole('button', { name: 'Record the chargeback' }).click();
      await sheet().getByText('Takes from').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await sheet().getByRole('button', { name: 'Record the chargeback' }).dblclick();
      await said(/^₦1,000\.00 taken back from the wallet of/);
      expect(await balance()).toBe(before - 1_000);
      await goWithin(page, '/chargebacks?standing=taken');
      await said(DISPUTE);
      expect(await seriousFaults(page)).toEqual([]);
    });

    it('are given back when the dispute is won', async () => {
      const before = await balance();
      // A second tab shows it in the list of open disputes (`standing=taken`).
      const other = await page.context().newPage();
      await other.goto(`${product.url}/chargebacks?standing=taken`);
      await other.getByRole('button', { name: `Details of ₦1,000.00 of ${DISPUTE}` }).click();
      const seen = other.getByRole('dialog');
      await seen.getByRole('button', { name: /^Won/ }).waitFor();
      await goWithin(page, '/chargebacks');
      await page.getByRole('button', { name: `Won ₦1,000.00 of ${DISPUTE}` }).click();
      await sheet().getByLabel('Evidence').fill('Letter of the bank');
      await sheet().getByLabel('Reason').fill('The bank withdrew it');
      expect(await seriousFaults(page)).toEqual([]);
      await sheet().getByRole('button', { name: 'Give back ₦1,000.00' }).dblclick();
      await said(/^₦1,000\.00 given back to/);
      await page.getByRole('button', { name: `Won ₦1,000.00 of ${DISPUTE}` }).waitFor({ state: 'detached' });
      expect(await balance()).toBe(before + 1_000);
      await seen.locator('dt:text-is("State") + dd:has-text("Won")').waitFor();
      expect(await seen.getByRole('button', { name: /^Won/ }).count()).toBe(0);
      await other.close();
      // The console also logs the refusals above.
      expect(shown.heard.filter((text) => !/\b(?:404|409)\b/.test(text))).toEqual([]);
    });
  });
});
